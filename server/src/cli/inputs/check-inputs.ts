/** Finds the files for `endpoints check`, and the reader of each Markdown file and shell script. */
import type { Exclusion } from '../../config/config.ts';
import { holdsChecked } from '../../frontends/concern.ts';
import { fileLanguage, readInLanguage } from '../../frontends/file-languages.ts';
import { hasManifests, readShell } from '../../frontends/shell-heredocs.ts';
import { listed } from '../../text/quote.ts';
import { findInputs, isMarkdown, isScript, type FoundInputs, type Input } from './inputs.ts';
import { readStdinNames } from './stdin-names.ts';

export interface InputOptions {
  readonly paths: readonly string[];
  /** The value of --build; undefined without it. */
  readonly root: string | undefined;
  readonly hasStdinFiles: boolean;
  /** The path of the file whose text standard input holds. */
  readonly stdinName: string | undefined;
  readonly hasMarkdown: boolean;
  readonly isFix: boolean;
  /** The most bytes that are read of a file; undefined for the default. */
  readonly maxFileSize: number | undefined;
}

export async function findCheckInputs(
  { paths, root, hasStdinFiles, stdinName, hasMarkdown, isFix, maxFileSize: largest }: InputOptions,
  cwd: string,
  exclude: readonly Exclusion[],
): Promise<FoundInputs> {
  if (root !== undefined) return (await import('../build/built-input.ts')).filesOfRoot(root, { cwd, largest });
  const names = hasStdinFiles ? readStdinNames() : undefined;
  const search = { hasMarkdown, hasLanguages: true, exclude, stdinName, largest, ...(names ? { names } : {}) };
  const found = findInputs(paths, cwd, search);
  const files = await withReaders(found.files);
  const notes = [...found.notes];
  if (found.areNamesGone)
    notes.push('No manifest that standard input lists exists. The names are relative to this directory.');
  const unfixed = [files.some(isMarkdown) && 'Markdown files', files.some(isNamedScript) && 'shell scripts'];
  const kinds = listed(
    unfixed.filter((kind) => kind !== false),
    'or',
  );
  if (isFix && kinds !== '') notes.push(`--fix does not change ${kinds}.`);
  return { ...found, files, notes };
}

function isNamedScript(input: Input): boolean {
  return input.isNamed && isScript(input);
}

/** The Markdown reader is loaded only if there is a Markdown file. */
async function withReaders(files: readonly Input[]): Promise<readonly Input[]> {
  const readMarkdown = files.some(isMarkdown)
    ? (await import('../../frontends/markdown-blocks.ts')).readMarkdown
    : undefined;
  return files.map((input) => {
    if (input.path === undefined) return { ...input, isStream: true };
    if (isScript(input)) return { ...input, read: readShell, isSkipped: (text) => !hasManifests(text) };
    if (readMarkdown && isMarkdown(input)) return { ...input, read: readMarkdown };
    const language = fileLanguage(input.name);
    // A template that is named is checked and fixed as a manifest.
    if (!language || (input.isNamed && language.isYaml)) return input;
    return { ...input, read: (text) => readInLanguage(input.name, text), isSkipped: (text) => !holdsChecked(text) };
  });
}
