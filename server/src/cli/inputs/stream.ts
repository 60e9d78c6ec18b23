/** Splits a stream of manifests at its `# Source:` comments, which Helm writes to name the source files. */
import { isJson } from '../../frontends/documents/cut.ts';

interface Section {
  /** Empty for the text before the first comment. */
  readonly name: string;
  /** Starts at the line after the comment. Later parts of the same file follow after a document marker. */
  readonly text: string;
}

/** The sections in the order in which they start; the whole text without such a comment. */
export function sectionsIn(text: string): readonly Section[] {
  if (isJson(text) || !text.includes('# Source: ')) return [{ name: '', text }];
  const texts = new Map<string, string[]>();
  const add = (name: string, more: string): void => {
    const known = texts.get(name);
    if (known) known.push(more);
    else texts.set(name, [more]);
  };
  let name = '';
  let start = 0;
  for (const match of text.matchAll(comment)) {
    const source = match[1]?.trim() ?? '';
    if (!isSource(source) || !isBetweenDocuments(text, match.index, match.index + match[0].length)) continue;
    const before = withoutMarker(text.slice(start, match.index));
    if (name !== '' || before.trim() !== '') add(name, before);
    name = source;
    start = match.index + match[0].length;
  }
  add(name, text.slice(start));
  return [...texts].map(([each, own]) => ({ name: each, text: own.map(closed).join('---\n') }));
}

/** Every part of a file except the last ends with a line break. */
function closed(text: string, i: number, all: readonly string[]): string {
  return i < all.length - 1 && !text.endsWith('\n') ? `${text}\n` : text;
}

const comment = /^# Source: ([^\r\n]*)\r?\n/gm;

/** Some published files start with a comment that names a web page. */
function isSource(source: string): boolean {
  return source !== '' && !source.includes('://');
}

/** A tool writes the comment only at the start, or right before or after a document marker. */
function isBetweenDocuments(text: string, start: number, end: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 2) + 1, start).trimEnd();
  if (start === 0 || /^(?:---|\.\.\.)$/.test(line)) return true;
  if (/^---(?=\s)/.test(text.slice(end, end + 4))) return true;
  return start < longestLead && /^(?:[ \t]*(?:#.*)?\r?\n)*$/.test(text.slice(0, start));
}

/** In UTF-16 units: the maximum text before the first comment, such as a note of the tool. */
const longestLead = 4096;

/** The marker before the comment belongs to the next section. */
function withoutMarker(text: string): string {
  return text.replace(/(?<=^|\n)---[ \t]*\r?\n$/, '');
}
