/** Reads the manifests in the here-documents of a shell script, each located in the script. */
import type { SourceFile } from '../tree/document.ts';
import { readBlocks } from './embedded/blocks.ts';
import { heredocsIn } from './embedded/heredocs.ts';
import { textLine } from './embedded/text-lines.ts';
import { mayHoldOurs } from './concern.ts';

/** Objects in one here-document are applied together. Never fails. */
export function readShell(text: string): SourceFile {
  if (!mayHoldOurs(text) || !text.includes('<<')) return readBlocks(text, []);
  let start = 0;
  const lines = text.split(/(?<=\n)/).map((raw) => {
    const line = textLine(start, raw, 0);
    start += raw.length;
    return line;
  });
  const blocks = heredocsIn(lines).map(({ lines: own, isLiteral, isPartial }, i) => {
    const embedding = { in: 'a shell script', key: `heredoc ${i}`, isByFolder: false };
    return { lines: own, embedding, isManifest: isLiteral, isPartial };
  });
  return readBlocks(text, blocks);
}

/** False for a script without objects of a checked kind. */
export function hasManifests(text: string): boolean {
  return readShell(text).parts.some(({ document }) => document.resources.length + document.issues.length > 0);
}
