/** Reads the manifests in the blocks of a Markdown file, each located in the Markdown text. */
import MarkdownIt from 'markdown-it';
import { lineStarts } from '../text/line-index.ts';
import type { SourceFile } from '../tree/document.ts';
import { mayHoldOurs } from './concern.ts';
import { readBlocks, type TextBlock } from './embedded/blocks.ts';
import { printedIn, startsWithCommand } from './embedded/console.ts';
import { heredocsIn } from './embedded/heredocs.ts';
import { startsWithManifest, textLine, type TextLine } from './embedded/text-lines.ts';

/** Objects in one block are shown together. Never fails. */
export function readMarkdown(text: string): SourceFile {
  const fences = mayHoldOurs(text) ? fencesIn(text) : [];
  return readBlocks(
    text,
    fences.flatMap(({ info, lines }, i) => blocksIn(info, lines, `block ${i}`)),
  );
}

interface Fence {
  readonly info: string;
  readonly lines: readonly TextLine[];
}

const manifests = /^\s*(?:ya?ml|json)(?![\w-])/i;
/** Blocks of commands and their output. */
const commands = /^\s*(?:|(?:console|shell|bash|sh|zsh|text|txt|(?:shell|sh)-?session|terminal)(?![\w-]).*)$/i;

function blocksIn(info: string, lines: readonly TextLine[], key: string): readonly TextBlock[] {
  const embedding = { in: 'a Markdown block', key, isByFolder: false };
  const isManifest = manifests.test(info) && !startsWithCommand(lines);
  if (isManifest) return [{ lines, embedding, isManifest }];
  const heredocs = heredocsIn(lines).map(({ lines: own, isLiteral, isPartial }, i) => {
    return { lines: own, embedding: { ...embedding, key: `${key} ${i}` }, isManifest: isLiteral, isPartial };
  });
  const outputs = printedIn(lines).map(({ lines: own, isLive }) => {
    return { lines: own, embedding: { ...embedding, isLive }, isManifest: false };
  });
  const found = [...heredocs, ...outputs].sort((a, b) => (a.lines[0]?.start ?? 0) - (b.lines[0]?.start ?? 0));
  const isPlain = found.length === 0 && !/shell|sh\b|console|ya?ml|json/i.test(info) && startsWithManifest(lines);
  return isPlain ? [{ lines, embedding, isManifest: false }] : found;
}

/** Only block structure is parsed, which takes almost no time. */
const parser = new MarkdownIt('commonmark');
parser.core.ruler.enableOnly(['normalize', 'block']);

function fencesIn(text: string): readonly Fence[] {
  const starts = lineStarts(text);
  return parser.parse(text, {}).flatMap(({ type, map, info, content }) => {
    if (type !== 'fence' || !map || !(manifests.test(info) || commands.test(info))) return [];
    const codes = content.split('\n');
    if (content === '' || content.endsWith('\n')) codes.pop();
    const first = map[0] + 1;
    const lines = codes.map((code, i) => {
      const start = starts[first + i] ?? text.length;
      return lineOf(text.slice(start, starts[first + i + 1] ?? text.length), code, start);
    });
    return lines.every((line) => line !== undefined) ? [{ info, lines }] : [];
  });
}

/** Undefined if the code is not the end of the line, for example because Markdown uses part of a tab. */
function lineOf(raw: string, code: string, start: number): TextLine | undefined {
  const end = raw.trimEnd().length;
  const own = code.trimEnd();
  return raw.slice(0, end).endsWith(own) ? textLine(start, raw, end - own.length) : undefined;
}
