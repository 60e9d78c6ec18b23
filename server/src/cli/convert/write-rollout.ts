/** Writes the changes of a roll-out: all at once into the files, or as a patch for each step. */
import { isAbsolute, relative, resolve } from 'node:path';
import type { Platform } from '../../contract/platform.ts';
import type { ConvertSettings } from '../../convert/outcome.ts';
import { referencesTo } from '../../convert/references/references.ts';
import { filesWithReaders } from '../../convert/report/object-readers.ts';
import type { Rollout } from '../../convert/rollout/rollout.ts';
import { slashed } from '../../disk/paths.ts';
import { emptyFolderProblem, writeWhole } from '../../disk/write-file.ts';
import { replaced } from '../../readers/apply-fixes.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import { counted, grouped, quote } from '../../text/quote.ts';
import { unifiedDiff } from '../../text/unified-diff.ts';
import type { SearchedInput } from '../readers/search-readers.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage.ts';
import { linkedFiles, writeReplacements, type WriteOutcome } from './write-replacements.ts';
import { patchName, planMarkdown, planText, type PlanWriting } from './rollout-plan.ts';

export type RolloutTexts = ReadonlyMap<string, SearchedInput>;

/** The files whose objects a reader still loses after the changes: these are not converted. */
export function heldBack(
  { rewritten, converted }: Rollout,
  texts: readonly NamedText[],
  settingsFor: (uri: string) => ConvertSettings,
  platform: Platform,
): ReadonlySet<string> {
  const [first] = converted.outcomes;
  if (!first) return new Set();
  const references = referencesTo(replaced(texts, rewritten), converted, settingsFor(first.uri), { platform });
  const read = filesWithReaders({ references });
  const held = converted.files.filter(({ uri, together = [uri] }) => together.some((each) => read.has(each)));
  return new Set(held.map(({ uri }) => uri));
}

interface RolloutWriting {
  readonly rollout: Rollout;
  readonly texts: RolloutTexts;
  readonly held: ReadonlySet<string>;
  readonly lastText: (uri: string) => string | undefined;
}

export async function writeRollout(
  { rollout, texts, held, lastText }: RolloutWriting,
  { isSure }: { readonly isSure: boolean },
  terminal: Terminal,
): Promise<WriteOutcome> {
  if (held.size > 0) {
    const what =
      held.size === 1
        ? 'the conversion of a file, because a reader loses its'
        : `the conversion of ${grouped(held.size)} files, because readers lose their`;
    terminal.err(`Skipped ${what} objects. Change the reader first, or use --ignore-readers.\n`);
  }
  const replacements = [...rollout.after.keys()].flatMap((uri) => {
    const source = texts.get(uri);
    const text = lastText(uri);
    if (!source || text === undefined || source.text === text) return [];
    const { input, bom } = source;
    const { path = '', name, root } = input;
    return { path, name, root, before: bom + source.text, after: bom + text };
  });
  const isLinked = rollout.converted.files.some(({ together }) => together !== undefined);
  return writeReplacements(replacements, { isSure, whyTogether: isLinked ? linkedFiles : undefined }, terminal);
}

/** Throws a UsageError for a directory with files, and for changes of files that no patch reaches from here. */
export function writeSteps(
  folder: string,
  writing: PlanWriting,
  { texts, terminal }: { readonly texts: RolloutTexts; readonly terminal: Terminal },
): void {
  const { rollout, nameOf } = writing;
  const pathOf = (uri: string): string => {
    const path = slashed(relative(terminal.cwd, texts.get(uri)?.input.path ?? nameOf(uri)));
    if (path.startsWith('../') || isAbsolute(path))
      throw new UsageError(
        `--steps writes patches for the current directory, and ${quote(nameOf(uri))} is outside of it. Run the command in a directory above both.`,
      );
    return path;
  };
  const patches = rollout.stages.flatMap(({ step, changes }) => {
    const diffs = changes.map(({ uri, before, after }) => {
      const bom = texts.get(uri)?.bom ?? '';
      return unifiedDiff(pathOf(uri), bom + before, bom + after);
    });
    return diffs.length > 0 ? [{ name: patchName(step), text: diffs.join('') }] : [];
  });
  const path = resolve(terminal.cwd, folder);
  const problem = emptyFolderProblem(path);
  if (problem !== undefined) throw new UsageError(`--steps ${quote(folder)} ${problem}. Name another directory.`);
  writeWhole(resolve(path, 'plan.md'), planMarkdown(writing));
  for (const { name, text } of patches) writeWhole(resolve(path, name), text);
  terminal.out(planText(writing));
  terminal.err(`Wrote plan.md and ${counted(patches.length, 'patch file')} to ${folder}.\n`);
}
