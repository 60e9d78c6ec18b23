/** `endpoints convert --readers`: changes the readers with the objects, and plans what a person has to do, in steps. */
import type { ConvertSettings } from '../../convert/outcome.ts';
import { planRollout } from '../../convert/rollout/rollout.ts';
import { keptEndpoints } from '../../convert/required-endpoints.ts';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import type { ReadObject } from '../../readers/reader.ts';
import { isGenerated, type NamedText } from '../../readers/searched-text.ts';
import { writtenObjects } from '../../readers/written-objects.ts';
import { findReaders } from '../../readers/find-readers.ts';
import { linkStat, realPath, uriOfPath } from '../../disk/paths.ts';
import type { Settings } from '../../config/config.ts';
import type { PerFile } from '../../config/per-file.ts';
import { diffText } from '../diff-text.ts';
import { unsearchedNotes } from '../readers/search-readers.ts';
import { textsInSight, type SightSearch } from '../readers/texts-in-sight.ts';
import type { Sources } from '../sources.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { exitCodes } from '../usage.ts';
import type { ConvertOptions } from './convert-options.ts';
import { convertWith } from './conversion-run.ts';
import { planMarkdown, planText, type PlanWriting } from './rollout-plan.ts';
import { heldBack, writeRollout, writeSteps, type RolloutTexts } from './write-rollout.ts';

export interface RolloutRun {
  readonly sources: Sources;
  readonly search: SightSearch;
  readonly settings: PerFile<Settings>;
  readonly settingsFor: (uri: string) => ConvertSettings;
  readonly problems: readonly string[];
}

export async function runRollout(run: RolloutRun, options: ConvertOptions, terminal: Terminal): Promise<number> {
  const { sources, search, settings, settingsFor } = run;
  const sight = textsInSight(search, sources.files);
  const texts: RolloutTexts = new Map([...sources.files, ...sight.texts]);
  const all = [...texts.values()].map(({ uri, text }) => ({ uri, text }));
  const { platform } = settings.all;
  const objects = writtenObjects(sources.workspace.all(), all);
  const { readers, unread } = findReaders(all, { objects, platform });
  const keptOf = keptEndpoints(readers);
  const rollout = planRollout({
    texts: all,
    options: { objects, platform },
    readers,
    convert: (mode, changed) =>
      convertWith(sources, (uri) => ({ ...settingsFor(uri), mode }), { cwd: terminal.cwd, changed, keptOf }),
    isChangeable: changeableIn(new Set([...sources.all().map(({ uri }) => uri), ...sight.named]), texts),
  });
  const nameOf = (uri: string): string => texts.get(uri)?.input.name ?? uri;
  const unreadable = sight.problems.filter((each) => !run.problems.includes(each));
  const problems = [...run.problems, ...unreadable];
  printMessages([...unsearchedNotes(sight.generated, unread, nameOf), ...unreadable], terminal);
  const ownText = (uri: string): string => texts.get(uri)?.text ?? '';
  const isWriting = options.output === 'write';
  const held = isWriting && !options.ignoresReaders ? heldBack(rollout, all, settingsFor, platform) : new Set<string>();
  const lastText = (uri: string): string | undefined =>
    held.has(uri) ? rollout.rewritten.get(uri) : rollout.after.get(uri);
  const writing: PlanWriting = {
    rollout,
    nameOf,
    textOf: (uri) => rollout.rewritten.get(uri) ?? ownText(uri),
    shownText: (uri) => (isWriting ? lastText(uri) : undefined) ?? ownText(uri),
    builtOf: builtObjects(all, objects),
    steps: options.steps,
  };
  let isWritten = true;
  if (options.output === 'report') terminal.out(options.format === 'text' ? planText(writing) : planMarkdown(writing));
  else if (options.steps !== undefined) writeSteps(options.steps, writing, { texts, terminal });
  else {
    const changes = [...rollout.after].flatMap(([uri, after]) => {
      const source = texts.get(uri);
      if (!source || source.text === after) return [];
      return [{ name: source.input.name, before: source.bom + source.text, after: source.bom + after }];
    });
    terminal.out(diffText(changes, terminal.isColored));
    terminal.err(planText(writing));
    if (isWriting) {
      const written = await writeRollout({ rollout, texts, held, lastText }, options, terminal);
      isWritten = written.isWritten;
      problems.push(...written.problems);
    } else if (changes.length > 0)
      terminal.err('Use --write to write these changes, or --steps DIR for a patch for each step.\n');
  }
  if (problems.length > 0) return exitCodes.usage;
  const hasWork =
    rollout.outcomes.some(({ what }) => what === 'person') || rollout.stages.some(({ tasks }) => tasks.length > 0);
  if (!isWritten || hasWork || held.size > 0) return exitCodes.findings;
  // A part that was not read may have readers.
  return unread.length > 0 ? exitCodes.usage : exitCodes.clean;
}

/** What kustomizations build has other names and namespaces than the files that they name. */
function builtObjects(texts: readonly NamedText[], objects: readonly ReadObject[]): PlanWriting['builtOf'] {
  const named = texts.flatMap(({ uri, text }) =>
    surroundingKind(uri) === 'kustomization'
      ? [...text.matchAll(/[^\s'",[\]{}]+\.(?:ya?ml|json)\b/g)].flatMap(([name]) =>
          URL.canParse(name, uri) ? new URL(name, uri).href : [],
        )
      : [],
  );
  const built = new Set(named);
  return (uri) => (built.has(uri) ? objects.filter((each) => each.uri === uri) : undefined);
}

/**
 * Only files that the command line names change, and a file once, even if a link leads to it. What another program writes
 * changes at its source.
 */
function changeableIn(named: ReadonlySet<string>, texts: RolloutTexts): (uri: string) => boolean {
  return (uri) => {
    const { input, text = '' } = texts.get(uri) ?? {};
    const path = input?.path;
    if (path === undefined || !named.has(uri) || isGenerated(text)) return false;
    return linkStat(path)?.isSymbolicLink() !== true || !named.has(uriOfPath(realPath(path)));
  };
}
