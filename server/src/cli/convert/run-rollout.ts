/** `endpoints convert --readers`: changes the readers with the objects, and plans what a person has to do, in steps. */
import { resolve } from 'node:path';
import type { ConvertSettings } from '../../convert/outcome.ts';
import { planRollout, type Rollout } from '../../convert/rollout/rollout.ts';
import { keptEndpoints } from '../../convert/required-endpoints.ts';
import { writtenObjects } from '../../readers/written-objects.ts';
import { findReaders } from '../../readers/find-readers.ts';
import { counted, quote } from '../../text/quote.ts';
import { unifiedDiff } from '../../text/unified-diff.ts';
import { emptyFolderProblem, replaceFile, writeWhole } from '../../disk/write-file.ts';
import type { Settings } from '../../config/config.ts';
import type { PerFile } from '../../config/per-file.ts';
import { diffText } from '../diff-text.ts';
import type { Input } from '../inputs/inputs.ts';
import { textsInSight, type SightSearch } from '../readers/texts-in-sight.ts';
import type { SearchedInput } from '../readers/search-readers.ts';
import type { Sources } from '../sources.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../usage.ts';
import type { ConvertOptions } from './convert-options.ts';
import { convertWith } from './conversion-run.ts';
import { patchName, planMarkdown, planText, type PlanWriting } from './rollout-plan.ts';

export interface RolloutRun {
  readonly sources: Sources;
  readonly search: SightSearch;
  readonly settings: PerFile<Settings>;
  readonly settingsFor: (uri: string) => ConvertSettings;
  readonly problems: readonly string[];
}

export async function runRollout(run: RolloutRun, options: ConvertOptions, terminal: Terminal): Promise<number> {
  const { sources, search, settings, settingsFor, problems } = run;
  const others = textsInSight(search, sources.files);
  const texts = new Map<string, { uri: string; text: string; input: Input; bom: string }>([
    ...sources.files,
    ...others,
  ]);
  const all = [...texts.values()].map(({ uri, text }) => ({ uri, text }));
  const { platform } = settings.all;
  const objects = writtenObjects(sources.workspace.all(), all);
  const { readers, unread } = findReaders(all, { objects, platform });
  const keptOf = keptEndpoints(readers);
  const rollout = planRollout({
    texts: all,
    options: { objects, platform },
    convert: (mode, changed) =>
      convertWith(sources, (uri) => ({ ...settingsFor(uri), mode }), { cwd: terminal.cwd, changed, keptOf }),
  });
  const nameOf = (uri: string): string => texts.get(uri)?.input.name ?? uri;
  printMessages(
    unread.map((uri) => `${nameOf(uri)} has parts that cannot be read as YAML, so readers in them are not found.`),
    terminal,
  );
  const textOf = (uri: string): string => rollout.after.get(uri) ?? texts.get(uri)?.text ?? '';
  const writing: PlanWriting = { rollout, nameOf, textOf, steps: options.steps };
  if (options.output === 'report') terminal.out(options.format === 'text' ? planText(writing) : planMarkdown(writing));
  else if (options.steps !== undefined) writeSteps(options.steps, writing, terminal);
  else {
    const after = writtenTexts(rollout, options);
    const changes = [...after].flatMap(([uri, text]) => {
      const source = texts.get(uri);
      if (!source || source.text === text) return [];
      return [{ name: source.input.name, before: source.bom + source.text, after: source.bom + text }];
    });
    terminal.out(diffText(changes, terminal.isColored));
    terminal.err(planText(writing));
    const left = after === rollout.after ? 0 : rollout.read.size;
    if (left > 0)
      terminal.err(
        `Skipped the objects in ${counted(left, 'file')}, because readers lose them. Change these readers first, or use --ignore-readers.\n`,
      );
    if (options.output === 'write') await writeAll(after, texts, { options, terminal, changes: changes.length });
    else if (changes.length > 0)
      terminal.err('Use --write to write these changes, or --steps DIR for a patch for each step.\n');
  }
  if (problems.length > 0) return exitCodes.usage;
  const hasWork =
    rollout.outcomes.some(({ what }) => what === 'person') || rollout.stages.some(({ tasks }) => tasks.length > 0);
  return hasWork ? exitCodes.findings : exitCodes.clean;
}

/** A reader that loses its object fails silently, so the object stays as it is; the other readers change. */
function writtenTexts({ after, afterReaders, read }: Rollout, { ignoresReaders }: ConvertOptions): Rollout['after'] {
  if (ignoresReaders || read.size === 0) return after;
  return new Map([
    ...[...after].filter(([uri]) => !read.has(uri)),
    ...[...afterReaders].filter(([uri]) => read.has(uri)),
  ]);
}

async function writeAll(
  after: Rollout['after'],
  texts: ReadonlyMap<string, SearchedInput>,
  {
    options,
    terminal,
    changes,
  }: { readonly options: ConvertOptions; readonly terminal: Terminal; readonly changes: number },
): Promise<void> {
  if (changes === 0) return;
  const files = counted(changes, 'file');
  if (!options.isSure && terminal.ask) {
    const answer = await terminal.ask(`Write ${files}? [y/N] `);
    if (!/^\s*y(?:es)?\s*$/i.test(answer)) {
      terminal.err('Nothing was written.\n');
      return;
    }
  }
  const found = [...after].flatMap(([uri, text]) => {
    const source = texts.get(uri);
    if (!source || source.text === text) return [];
    const { input, bom } = source;
    const { path = '', name, root } = input;
    return replaceFile({ path, name, root, before: bom + source.text, after: bom + text }) ?? [];
  });
  printMessages(found, terminal);
  terminal.err(found.length === 0 ? `Wrote ${files}.\n` : `Wrote ${changes - found.length} of ${files}.\n`);
}

/** Throws a UsageError for a directory with files. */
function writeSteps(folder: string, writing: PlanWriting, terminal: Terminal): void {
  const path = resolve(terminal.cwd, folder);
  const problem = emptyFolderProblem(path);
  if (problem !== undefined)
    throw new UsageError(`--steps ${quote(folder)} ${problem}. Name a directory that does not exist yet.`);
  const { rollout, nameOf } = writing;
  writeWhole(resolve(path, 'plan.md'), planMarkdown(writing));
  const patches = rollout.stages.flatMap((stage) => {
    const diff = stage.changes.map(({ uri, before, after }) => unifiedDiff(nameOf(uri), before, after)).join('');
    if (diff === '') return [];
    writeWhole(resolve(path, patchName(stage.step)), diff);
    return [patchName(stage.step)];
  });
  terminal.out(planText(writing));
  terminal.err(`Wrote plan.md and ${counted(patches.length, 'patch file')} to ${folder}.\n`);
}
