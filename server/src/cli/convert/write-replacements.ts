/** Writes converted files, after the question on a terminal, and prints how many. */
import { replaceFile, replaceTogether, type FileReplacement } from '../../disk/write-file.ts';
import { counted, grouped } from '../../text/quote.ts';
import { printMessages, type Terminal } from '../terminal.ts';

export interface WriteOutcome {
  /** False if the answer to the question was no. */
  readonly isWritten: boolean;
  readonly problems: readonly string[];
}

/** Why the changes of one conversion are written together. */
export const linkedFiles = 'their changes depend on each other';

interface WriteOptions {
  readonly isSure: boolean;
  /** Why all files are written or none; undefined if each can be written alone. */
  readonly whyTogether: string | undefined;
}

export async function writeReplacements(
  replacements: readonly FileReplacement[],
  { isSure, whyTogether }: WriteOptions,
  terminal: Terminal,
): Promise<WriteOutcome> {
  if (replacements.length === 0) return { isWritten: true, problems: [] };
  const files = counted(replacements.length, 'file');
  if (!isSure && terminal.ask && !/^\s*y(?:es)?\s*$/i.test(await terminal.ask(`Write ${files}? [y/N] `))) {
    terminal.err('Nothing was written.\n');
    return { isWritten: false, problems: [] };
  }
  const isWhole = whyTogether !== undefined && replacements.length > 1;
  const problems = isWhole ? replaceTogether(replacements) : replacements.flatMap((each) => replaceFile(each) ?? []);
  printMessages(problems, terminal);
  if (problems.length === 0) terminal.err(`Wrote ${files}.\n`);
  else if (isWhole) terminal.err(`Nothing was written: all files are written together, because ${whyTogether}.\n`);
  else terminal.err(`Wrote ${grouped(replacements.length - problems.length)} of ${files}.\n`);
  return { isWritten: true, problems };
}
