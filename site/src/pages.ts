/** Finds the Markdown files that are pages of the site, their titles, and where the site has them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project: tests run as bundles in a folder that is as deep. */
export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Files in the project's folder, and their pages. Every other page is a file below `docs`. */
const pagesOfRoot: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'architecture.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'README.md': 'overview.md',
  'site/index.md': 'index.md',
};

/** Where the site has a file of the project: `docs/rules/README.md` is `rules/index.md`. Undefined for a file that is no page. */
export function pageOf(file: string): string | undefined {
  const page = pagesOfRoot[file];
  if (page !== undefined) return page;
  if (!file.startsWith('docs/') || !file.endsWith('.md')) return undefined;
  return file.slice('docs/'.length).replace(/README\.md$/, 'index.md');
}

/** The address of a page on the site, without the base: `/rules/` for `docs/rules/README.md`. */
export function pageAddress(file: string): string | undefined {
  const page = pageOf(file);
  return page === undefined ? undefined : `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`;
}

/** The code of the rule that a file describes. */
export function ruleOf(file: string): string | undefined {
  const code = /^docs\/rules\/([a-z0-9-]+)\.md$/.exec(file)?.[1];
  return code;
}

/** What the generator must not read as a page: everything that `pageOf` does not know. */
export function excludedPatterns(): readonly string[] {
  return readdirSync(projectRoot, { withFileTypes: true })
    .filter(({ name }) => name !== 'docs' && name !== 'site')
    .flatMap((entry) => {
      if (entry.isDirectory()) return [`${entry.name}/**`];
      return entry.name.endsWith('.md') && pageOf(entry.name) === undefined ? [entry.name] : [];
    });
}

export function isFile(file: string): boolean {
  return statSync(join(projectRoot, file), { throwIfNoEntry: false })?.isFile() === true;
}

function readPage(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

/**
 * Removes the badges, which are pictures of other hosts: a page of the site does not load them. The playground is a page of
 * the site at the address; without one, its part is left out, too.
 */
export function textForSite(text: string, playground = ''): string {
  const link = `<a href="${playground}" target="_self">Try it in the playground</a>: an editor with the language server in your browser. Nothing you write there is sent.`;
  return text
    .replace(/<!-- repository: badges -->[^]*?<!-- end -->/, '')
    .replace(/<!-- repository: playground -->[^]*?<!-- end -->/, playground === '' ? '' : link);
}

/** The text of the first heading. */
export function pageTitle(file: string): string {
  const title = /^# (.+)$/m.exec(readPage(file))?.[1];
  if (title === undefined) throw new Error(`${file} has no heading.`);
  return plainText(title);
}

export function pageDescription(file: string): string {
  return descriptionOf(readPage(file));
}

/** The first paragraph or item that is more than a date, as plain text of at most 300 characters. */
export function descriptionOf(page: string): string {
  const paragraphs = textForSite(page)
    .replace(/^---\n[^]*?\n---\n/, '')
    .split(/\n\s*\n|\n(?=- )/);
  const texts = paragraphs
    .map((text) => text.trim().replace(/^- /, ''))
    .filter((text) => /^[\p{L}\p{N}`*[]/u.test(text));
  // The generator writes it into an attribute as it is.
  const text = plainText(texts.find(({ length }) => length > 20) ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', "'");
  return text.length <= 300 ? text : `${text.slice(0, 299).replace(/\s+\S*$/, '')} …`;
}

function plainText(markdown: string): string {
  return markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
}

/** Where the pages of a folder are: their names, sorted, without those of its own page. */
export function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(projectRoot, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => `${folder}/${name}`);
}
