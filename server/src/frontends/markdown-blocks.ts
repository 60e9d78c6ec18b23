/** Reads the YAML and JSON blocks of a Markdown file, each as a file of its own, located in the Markdown text. */
import MarkdownIt from 'markdown-it';
import { lineStarts } from '../text/line-index.ts';
import { bareDocument, type Document, type SourceFile } from '../tree/document.ts';
import { mayHoldOurs } from './concern.ts';
import { readFile } from './frontends.ts';

/** The documents of all blocks; the text between blocks becomes empty documents. Never fails. */
export function readMarkdown(text: string): SourceFile {
  const parts: SourceFile['parts'][number][] = [];
  let at = 0;
  const addProse = (end: number): void => {
    if (end > at) parts.push({ start: at, document: bareDocument(text.slice(at, end), 'yaml', 'kubernetes') });
    at = Math.max(at, end);
  };
  for (const { start, code } of mayHoldOurs(text) ? piecesIn(text) : []) {
    addProse(start);
    for (const part of readFile('', code, { isPartial: false }).parts) {
      const { document } = part;
      const shown = isExample(document) ? document : bareDocument(document.text, 'yaml', 'kubernetes');
      parts.push({ start: start + part.start, document: shown });
    }
    at = start + code.length;
  }
  addProse(text.length);
  return { text, parts };
}

/** Blocks that show a part of an object need no kind, and blocks with omissions are for readers only. */
function isExample({ text, resources, issues, misnamed }: Document): boolean {
  if (/^[ \t]*(?:\.\.\.|…)[ \t]*\r?$/m.test(text)) return false;
  return resources.length > 0 || issues.length > 0 || misnamed.some(({ what }) => !/^missing|^bare/.test(what));
}

interface Piece {
  readonly start: number;
  /** As long as the original text; Markdown characters are replaced by blanks. */
  readonly code: string;
}

/** Only block structure is parsed, which takes almost no time. */
const parser = new MarkdownIt('commonmark');
parser.core.ruler.enableOnly(['normalize', 'block']);

function piecesIn(text: string): readonly Piece[] {
  const starts = lineStarts(text);
  return parser.parse(text, {}).flatMap(({ type, map, info, content }) => {
    if (type !== 'fence' || !map || !/^\s*(?:ya?ml|json)(?![\w-])/i.test(info)) return [];
    const codes = content.split('\n');
    if (content === '' || content.endsWith('\n')) codes.pop();
    const first = map[0] + 1;
    const lines = codes.map((code, i) => {
      const start = starts[first + i] ?? text.length;
      return lineOf(text.slice(start, starts[first + i + 1] ?? text.length), code, start);
    });
    return isEven(lines) ? piecesOf(lines) : [];
  });
}

interface Line {
  readonly start: number;
  readonly code: string;
  readonly isMarker: boolean;
  /** The length of the Markdown prefix of the line; undefined if nothing follows it. */
  readonly indent: number | undefined;
}

/** False if the prefix varies, as with tabs among blanks: only an even prefix can become blanks. */
function isEven(lines: readonly (Line | undefined)[]): lines is readonly Line[] {
  const indents = lines.flatMap((line) => (line ? (line.indent ?? []) : [-1]));
  return new Set(indents).size <= 1 && !indents.includes(-1);
}

/** Undefined if the code is not the end of the line, for example because Markdown uses part of a tab. */
function lineOf(raw: string, code: string, start: number): Line | undefined {
  const end = raw.trimEnd().length;
  const own = code.trimEnd();
  if (!raw.slice(0, end).endsWith(own)) return undefined;
  const length = end - own.length;
  const isMarker = /^(?:---|\.\.\.)(?=\s|$)/.test(code);
  return { start, code: ' '.repeat(length) + raw.slice(length), isMarker, indent: own === '' ? undefined : length };
}

/** In an indented block document markers are indented too, which YAML does not recognize. */
function piecesOf(lines: readonly Line[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let open: Line[] = [];
  const close = (): void => {
    const [first] = open;
    if (first) pieces.push({ start: first.start, code: open.map(({ code }) => code).join('') });
    open = [];
  };
  for (const line of lines) {
    if (line.isMarker) close();
    else open.push(line);
  }
  close();
  return pieces;
}
