/** Reads blocks of a text as manifests at their place; the text between them becomes empty documents. */
import { bareDocument, type Document, type Embedding, type SourceFile } from '../../tree/document.ts';
import { readFile } from '../frontends.ts';
import { areEven, contentOf, piecesOf, type TextLine } from './text-lines.ts';

export interface TextBlock {
  readonly lines: readonly TextLine[];
  readonly embedding: Embedding;
  /** False where the block may be something else, so that a syntax error proves nothing. */
  readonly isManifest: boolean;
  /** True where the rest of the objects is elsewhere. */
  readonly isPartial?: boolean;
}

/** The documents of all blocks, which are in the order of the text. Never fails. */
export function readBlocks(text: string, blocks: readonly TextBlock[]): SourceFile {
  const parts: SourceFile['parts'][number][] = [];
  let at = 0;
  const addProse = (end: number): void => {
    if (end > at) parts.push({ start: at, document: bareDocument(text.slice(at, end), 'yaml', 'kubernetes') });
    at = Math.max(at, end);
  };
  for (const block of blocks) {
    if (!areEven(block.lines) || hasOmission(block.lines)) continue;
    for (const { start, code } of piecesOf(block.lines)) {
      addProse(start);
      for (const part of readFile('', code, { isPartial: block.isPartial ?? false }).parts)
        parts.push({ start: start + part.start, document: shownDocument(part.document, block) });
      at = start + code.length;
    }
  }
  addProse(text.length);
  return { text, parts };
}

/** Three dots at the start of a line end a document only behind `---`, and only where another one or nothing follows. */
function hasOmission(lines: readonly TextLine[]): boolean {
  const written = lines.filter(({ indent }) => indent !== undefined);
  const isDots = (line: TextLine): boolean => line.isMarker && contentOf(line).startsWith('...');
  const isMarked = written[0]?.isMarker === true && !isDots(written[0]);
  return written.some((line, i) => isDots(line) && !(isMarked && written[i + 1]?.isMarker !== false));
}

function shownDocument(document: Document, { embedding, isManifest }: TextBlock): Document {
  const isShown = isExample(document) && (isManifest || document.issues.length === 0);
  if (!isShown) return bareDocument(document.text, 'yaml', 'kubernetes');
  return {
    ...document,
    resources: document.resources.map((each) => ({ embedding, ...each })),
    neighbours: document.neighbours.map((each) => ({ embedding, ...each })),
  };
}

/** Blocks that show a part of an object need no kind, and blocks with omissions are for readers only. */
function isExample({ text, resources, neighbours, issues, misnamed }: Document): boolean {
  if (/^[ \t]*(?:\.\.\.|…)[ \t]*\r?$/m.test(text)) return false;
  const objects = resources.length + neighbours.length;
  return objects > 0 || issues.length > 0 || misnamed.some(({ what }) => !/^missing|^bare/.test(what));
}
