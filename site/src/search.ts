/** Cuts pages into what the search of the site finds: a rule is one entry, a guide has one for each heading. */
import { relative } from 'node:path';
import { projectRoot, ruleOf } from './pages.ts';

export interface SearchSection {
  readonly anchor: string;
  /** The heading, after those above it. */
  readonly titles: string[];
  readonly text: string;
}

const heading = /<h([1-6])[^>]*\sid="([^"]*)"[^>]*>([^]*?)<\/h\1>/g;

export function* sectionsOf(path: string, html: string): Generator<SearchSection> {
  const file = relative(projectRoot, path).replaceAll('\\', '/');
  // Decisions are for those who change the project, and name many things in passing.
  if (file.startsWith('docs/adr/')) return;
  const found = [...html.matchAll(heading)];
  if (ruleOf(file) !== undefined) {
    const [, , anchor = '', title = ''] = found[0] ?? [];
    // Examples name many other rules, and the link to the playground is no word of the rule.
    const prose = html
      .replaceAll(/<pre[^]*?<\/pre>|<p class="playground-link">.*?<\/p>/g, ' ')
      .replaceAll(heading, ' ');
    yield { anchor, titles: [textOf(title)], text: textOf(prose) };
    return;
  }
  const above: string[] = [];
  for (const [index, [whole, level = '1', anchor = '', title = '']] of found.entries()) {
    const start = (found[index]?.index ?? 0) + whole.length;
    above.length = Math.min(above.length, Number(level) - 1);
    above.push(textOf(title));
    yield { anchor, titles: [...above], text: textOf(html.slice(start, found[index + 1]?.index)) };
  }
}

function textOf(html: string): string {
  const text = html.replaceAll(
    /<button[^]*?<\/button>|<span class="lang">[^]*?<\/span>|<a class="header-anchor"[^]*?<\/a>/g,
    ' ',
  );
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
