/** Configures the site: its pages are the Markdown files of the project. `npm run site` builds it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfigWithTheme, type DefaultTheme } from 'vitepress';
import { extendMarkdown, slugOf } from '../src/markdown.ts';
import { markerLines } from '../src/marker-lines.ts';
import { menuOf, sidebarOf } from '../src/navigation.ts';
import type { Repository } from '../src/links.ts';
import { pageDescription, excludedPatterns, pageOf, projectRoot } from '../src/pages.ts';
import { addPolicy } from '../src/policy.ts';
import { sectionsOf } from '../src/search.ts';
import { repairTheme } from '../src/theme-repairs.ts';

interface Manifest {
  readonly description: string;
  readonly version: string;
  readonly repository?: Repository;
}

const { description, version, repository } = JSON.parse(
  readFileSync(join(projectRoot, 'package.json'), 'utf8'),
) as Manifest;
/** The web address of the site, if it is known. */
const url = process.env.SITE_URL;
const base = process.env.SITE_BASE ?? '/';
if (!/^\/(?:.*\/)?$/.test(base)) throw new Error(`SITE_BASE is "${base}". It must start and end with a slash.`);

export default defineConfigWithTheme<DefaultTheme.Config & { readonly version: string }>({
  srcDir: projectRoot,
  srcExclude: [...excludedPatterns()],
  outDir: join(projectRoot, process.env.SITE_OUT ?? 'out/site'),
  cacheDir: join(projectRoot, 'out/site-cache'),
  rewrites: (file) => pageOf(file) ?? file,
  base,
  ...(url === undefined ? {} : { sitemap: { hostname: url } }),
  lang: 'en',
  title: 'Endpoints language server',
  description,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { name: 'theme-color', content: '#0f1f3d' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  metaChunk: true,
  markdown: {
    attrs: { disable: true },
    anchor: { slugify: slugOf },
    codeTransformers: [markerLines],
    config: (markdown) => extendMarkdown(markdown, { base, repository }),
    image: { lazyLoading: true },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
  },
  themeConfig: {
    siteTitle: 'Endpoints',
    logo: { src: '/icon.svg', alt: '' },
    nav: menuOf(version),
    sidebar: sidebarOf(),
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    footer: { message: `<a href="${base}licenses.txt" target="_self">Licenses</a>` },
    notFound: {
      title: 'Page not found',
      quote: 'This version of the site has no such page. The search finds rules, commands and guides.',
      linkText: 'Home',
      linkLabel: 'Home',
    },
    search: {
      provider: 'local',
      options: { detailedView: false, miniSearch: { _splitIntoSections: sectionsOf } },
    },
    version,
  },
  transformPageData: ({ filePath }) =>
    filePath === 'site/index.md'
      ? { titleTemplate: 'Do your Services have a backend?' }
      : { description: pageDescription(filePath) },
  transformHtml: addPolicy,
  vite: {
    // No picture becomes a part of a script.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4096 },
    publicDir: false,
    plugins: [repairTheme()],
  },
});
