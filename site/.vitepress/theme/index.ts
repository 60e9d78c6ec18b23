/** The theme of the site: the generator's own, without its fonts, with a menu of versions. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { NewerVersion, OtherVersions } from './versions.ts';
import './style.css';

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-before': () => h(NewerVersion),
      'home-hero-before': () => h(NewerVersion),
    }),
  enhanceApp({ app }) {
    app.component('OtherVersions', OtherVersions);
  },
};

export default theme;
