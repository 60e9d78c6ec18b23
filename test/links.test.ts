/** The links of all pages: the file is there, and so is the heading. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import MarkdownIt from 'markdown-it';
import { root } from './support/root.ts';

const markdown = new MarkdownIt({ html: true });
const pages = ['.', 'docs', 'docs/adr', 'docs/cli', 'docs/rules'].flatMap(pagesIn);

describe('links', () => {
  it('are found', () => {
    assert.ok(pages.length > 150);
    assert.ok(pages.flatMap(linksIn).length > 500);
  });

  it('lead to files that are there', () => {
    const broken = linksOfAll().filter(({ file }) => !existsSync(file));
    assert.deepEqual(
      broken.map(({ shown }) => shown),
      [],
    );
  });

  it('lead to headings that are there', () => {
    const broken = linksOfAll().filter(
      ({ file, anchor }) => anchor !== undefined && existsSync(file) && !anchorsIn(file).has(anchor),
    );
    assert.deepEqual(
      broken.map(({ shown }) => shown),
      [],
    );
  });
});

interface Link {
  readonly file: string;
  readonly anchor: string | undefined;
  readonly shown: string;
}

function linksOfAll(): readonly Link[] {
  return pages.flatMap((page) =>
    linksIn(page).map((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
      return { file, anchor, shown: `${relative(root, page)}: ${target}` };
    }),
  );
}

function pagesIn(folder: string): readonly string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => join(root, folder, name));
}

/** All that do not lead out of the project; pictures, too. */
function linksIn(page: string): readonly string[] {
  const tokens = markdown.parse(readFileSync(page, 'utf8'), {}).flatMap(({ children }) => children ?? []);
  const targets = tokens.map((token) => String(token.attrGet('href') ?? token.attrGet('src') ?? ''));
  return targets.filter((target) => target !== '' && !/^[a-z][a-z+.-]*:/i.test(target));
}

const known = new Map<string, ReadonlySet<string>>();

/** The anchors that the headings of a page have on the sites that show it. */
function anchorsIn(page: string): ReadonlySet<string> {
  const before = known.get(page);
  if (before) return before;
  const found = new Set<string>();
  const tokens = markdown.parse(readFileSync(page, 'utf8'), {});
  for (const [i, { type }] of tokens.entries()) {
    if (type !== 'heading_open') continue;
    const text = (tokens[i + 1]?.children ?? []).map(({ content }) => content).join('');
    const plain = text.toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, '');
    const anchor = plain.replaceAll(' ', '-');
    let name = anchor;
    for (let again = 1; found.has(name); again++) name = `${anchor}-${again}`;
    found.add(name);
  }
  known.set(page, found);
  return found;
}
