/** Finds the files for `endpoints check`, and the reader of each Markdown file. */
import type { Exclusion } from '../../config/config.ts';
import { findInputs, isMarkdown, type FoundInputs, type Input } from './inputs.ts';
import { readStdinNames } from './stdin-names.ts';

export interface InputOptions {
  readonly paths: readonly string[];
  readonly hasStdinFiles: boolean;
  readonly hasMarkdown: boolean;
  readonly isFix: boolean;
  /** The most bytes that are read of a file; undefined for the default. */
  readonly maxFileSize: number | undefined;
}

export async function findCheckInputs(
  { paths, hasStdinFiles, hasMarkdown, isFix, maxFileSize: largest }: InputOptions,
  cwd: string,
  exclude: readonly Exclusion[],
): Promise<FoundInputs> {
  const names = hasStdinFiles ? readStdinNames() : undefined;
  const search = { hasMarkdown, exclude, largest, ...(names ? { names } : {}) };
  const found = findInputs(paths, cwd, search);
  const files = await withReaders(found.files);
  const notes = [...found.notes];
  if (found.areNamesGone)
    notes.push('No manifest that standard input lists exists. The names are relative to this directory.');
  if (isFix && files.some(({ read }) => read)) notes.push('--fix does not change Markdown files.');
  return { ...found, files, notes };
}

/** The Markdown reader is loaded only if there is a Markdown file. */
async function withReaders(files: readonly Input[]): Promise<readonly Input[]> {
  const readMarkdown = files.some(isMarkdown)
    ? (await import('../../frontends/markdown-blocks.ts')).readMarkdown
    : undefined;
  return files.map((input) => {
    if (input.path === undefined) return { ...input, isStream: true };
    return readMarkdown && isMarkdown(input) ? { ...input, read: readMarkdown } : input;
  });
}
