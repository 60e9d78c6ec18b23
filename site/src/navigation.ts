/** Makes the menus of the site of the files: titles are headings, and rules are grouped by the table of all rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { pageAddress, pagesIn, projectRoot, pageTitle } from './pages.ts';

/** The guides by topic. A test demands that each file of `docs` is in a menu. */
const guides: Readonly<Record<string, readonly string[]>> = {
  Start: ['README.md', 'docs/editors.md', 'docs/ci.md', 'docs/configuration.md'],
  Traffic: ['docs/picture.md', 'docs/traffic.md', 'docs/outages.md'],
  Guides: [
    'docs/migrating.md',
    'docs/readers.md',
    'docs/server-side-apply.md',
    'docs/workspace.md',
    'docs/programs.md',
  ],
  Reference: [
    'docs/features.md',
    'docs/code-actions.md',
    'docs/reports.md',
    'docs/api.md',
    'docs/contract.md',
    'docs/security.md',
    'docs/performance.md',
  ],
  Project: ['CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/publishing.md', 'docs/integrations.md'],
};

export function menuOf(version: string): DefaultTheme.NavItem[] {
  return [
    { text: 'Guides', link: '/overview.html', activeMatch: '^/(?!rules/|cli/|index|changelog).' },
    { text: 'Rules', link: '/rules/', activeMatch: '^/rules/' },
    { text: 'Command line', link: '/cli/', activeMatch: '^/cli/' },
    // The router leaves links with a target alone: the playground is a page of its own.
    { text: 'Playground', link: '/playground/', target: '_self' },
    {
      text: version,
      items: [{ text: 'Changelog', link: '/changelog.html' }, { component: 'OtherVersions' }],
    },
  ];
}

export function sidebarOf(): DefaultTheme.SidebarMulti {
  return {
    '/': [
      ...Object.entries(guides).map(([text, files]) => ({ text, items: files.map(itemOf) })),
      { text: 'Decisions', collapsed: true, items: pagesIn('docs/adr').map(itemOf) },
    ],
    '/cli/': [itemOf('docs/cli/README.md'), { text: 'Commands', items: pagesIn('docs/cli').map(itemOf) }],
    '/rules/': [itemOf('docs/rules/README.md'), ...ruleGroups()],
  };
}

function itemOf(file: string): { readonly text: string; readonly link: string } {
  return { text: file === 'README.md' ? 'Overview' : pageTitle(file), link: pageAddress(file) ?? '' };
}

/** A group for each word of `**server**: the API server rejects the object;`, in the order of the page. */
function ruleGroups(): DefaultTheme.SidebarItem[] {
  const page = readFileSync(join(projectRoot, 'docs/rules/README.md'), 'utf8');
  const enforcers = [...page.matchAll(/^- \*\*([a-z]+)\*\*:/gm)].map(([, word = '']) => word);
  const rows = [...page.matchAll(/^\| \[[a-z0-9-]+\]\(([a-z0-9-]+\.md)\) \| ([a-z]+) \|/gm)];
  return enforcers.map((enforcer) => ({
    text: `Enforced by: ${enforcer}`,
    collapsed: true,
    items: rows.filter(([, , word]) => word === enforcer).map(([, name = '']) => itemOf(`docs/rules/${name}`)),
  }));
}
