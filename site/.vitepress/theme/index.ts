/** The theme of the site: the generator's own, without its fonts, with a menu of versions. */
/// <reference lib="dom" />
import { onContentUpdated, type Theme } from 'vitepress/client';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h, nextTick } from 'vue';
import { NewerVersion, OtherVersions } from './versions.ts';
import './style.css';

const theme: Theme = {
  extends: DefaultTheme,
  Layout: defineComponent(() => {
    onContentUpdated(showActiveItem);
    return () =>
      h(DefaultTheme.Layout, null, {
        'doc-before': () => h(NewerVersion),
        'home-hero-before': () => h(NewerVersion),
      });
  }),
  enhanceApp({ app }) {
    app.component('OtherVersions', OtherVersions);
  },
};

export default theme;

/** Scrolls the long list of rules to the one of the page. On a narrow screen the list is hidden. */
async function showActiveItem(): Promise<void> {
  await nextTick();
  const active = document.querySelector('.VPSidebar .VPSidebarItem.is-active:not(.has-active) > .item');
  if (active?.checkVisibility({ opacityProperty: true })) active.scrollIntoView({ block: 'nearest' });
}
