/** Finds what `endpoints check` is to check, and how what is no manifest is read. */
import type { Exclusion } from '../../config/config.ts';
import { findInputs, isMarkdown, type Input, type Inputs } from './inputs.ts';
import { readStdinNames } from './stdin-names.ts';

export interface InputOptions {
  readonly paths: readonly string[];
  /** True where standard input names files. */
  readonly hasStdinFiles: boolean;
  /** True where Markdown is looked for in directories, too. */
  readonly hasMarkdown: boolean;
  readonly isFix: boolean;
}

/** The inputs, with sentences on what may be a surprise. */
export async function findCheckInputs(
  { paths, hasStdinFiles, hasMarkdown, isFix }: InputOptions,
  cwd: string,
  exclude: readonly Exclusion[],
): Promise<Inputs & { readonly notes: readonly string[] }> {
  const names = hasStdinFiles ? readStdinNames() : undefined;
  const search = { hasMarkdown, exclude, ...(names ? { names } : {}) };
  const { files: found, problems, areNamesGone } = await findInputs(paths, cwd, search);
  const files = await withReaders(found);
  const notes: string[] = [];
  if (areNamesGone)
    notes.push('None of the manifests that standard input names is there. Their names count from this directory.');
  if (isFix && files.some(({ read }) => read)) notes.push('--fix leaves Markdown as it is.');
  return { files, problems, notes };
}

/** What reads Markdown is loaded where there is some. */
async function withReaders(files: readonly Input[]): Promise<readonly Input[]> {
  const readMarkdown = files.some(isMarkdown)
    ? (await import('../../frontends/markdown-blocks.ts')).readMarkdown
    : undefined;
  return files.map((input) => {
    if (input.path === undefined) return { ...input, isStream: true };
    return readMarkdown && isMarkdown(input) ? { ...input, read: readMarkdown } : input;
  });
}
