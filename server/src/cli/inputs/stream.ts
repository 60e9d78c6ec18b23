/** Takes a stream of manifests apart by its `# Source:` comments, which say of what files it was made, as Helm writes them. */
import { isJson } from '../../frontends/documents/cut.ts';

/** What comes of one file. */
interface Section {
  /** Empty for what stands before the first comment. */
  readonly name: string;
  /** From the line after the comment; what comes of the same file further below follows after a document marker. */
  readonly text: string;
}

/** The sections in the order in which they start; the whole text where there is no such comment. */
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

/** What is not the last of a file ends with its line. */
function closed(text: string, i: number, all: readonly string[]): string {
  return i < all.length - 1 && !text.endsWith('\n') ? `${text}\n` : text;
}

const comment = /^# Source: ([^\r\n]*)\r?\n/gm;

/** Upstream files say at their top which page they come from. */
function isSource(source: string): boolean {
  return source !== '' && !source.includes('://');
}

/** Only there can it be the comment of a tool: right behind a document marker or at the start, or in front of a marker. */
function isBetweenDocuments(text: string, start: number, end: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 2) + 1, start).trimEnd();
  if (start === 0 || /^(?:---|\.\.\.)$/.test(line)) return true;
  if (/^---(?=\s)/.test(text.slice(end, end + 4))) return true;
  return start < longestLead && /^(?:[ \t]*(?:#.*)?\r?\n)*$/.test(text.slice(0, start));
}

/** So much may stand in front of the first comment, such as a note of the tool. */
const longestLead = 4096;

/** The marker in front of the comment belongs to what follows. */
function withoutMarker(text: string): string {
  return text.replace(/(?<=^|\n)---[ \t]*\r?\n$/, '');
}
