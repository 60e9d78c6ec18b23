/** Moves the Endpoints of files to EndpointSlices, or back, and says of each what became of it. */
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { checkFile, throwBug } from '../lint/check-file.ts';
import type { CheckSettings } from '../lint/check-documents.ts';
import { defaultSeverity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import type { Resource, SourceFile } from '../tree/document.ts';
import { convertToEndpoints } from './back/back.ts';
import { batchesOf } from './batches.ts';
import type { Conditions } from './carry-out.ts';
import { slicer } from './forward/convert-forward.ts';
import { sourceKind, type Converted, type ConvertSettings } from './outcome.ts';
import { readResource, type ObjectReading } from './reading.ts';
import { unreadOutcomes } from './unread-outcomes.ts';

export interface ConvertSource {
  readonly uri: string;
  /** Looked at for its name only. */
  readonly path: string;
  readonly file: SourceFile;
}

/**
 * Everything that changes, with what becomes of each resource that is wanted; where all are, also of what cannot be read as
 * one. The workspace knows of the sources, too.
 */
export function convertFiles(
  sources: Iterable<ConvertSource>,
  workspace: Workspace,
  settings: ConvertSettings,
  isWanted?: IsWanted,
): Converted {
  const steps = convertInSteps(sources, workspace, settings, isWanted);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

type IsWanted = (uri: string, resource: Resource) => boolean;

/** The same in steps, between which others can have their turn: one for each source. */
export function* convertInSteps(
  sources: Iterable<ConvertSource>,
  workspace: Workspace,
  settings: ConvertSettings,
  isWanted?: IsWanted,
): Generator<undefined, Converted, undefined> {
  const conditions = { workspace, settings, checks: checksFor(settings.minor) };
  const slice = slicer(conditions);
  const all = [...sources];
  const done: Converted[] = [];
  for (const batch of settings.to === 'endpoints' ? batchesOf(all, workspace) : all.map((source) => [source])) {
    const readings: (readonly ObjectReading[])[] = [];
    for (const source of batch) {
      // A file of thousands is read when it is its turn, and no longer there after it.
      const { uri, path, file } = source;
      readings.push(readingsOf({ uri, path, file }, conditions, isWanted));
      if (!isWanted) done.push({ files: [], outcomes: unreadOutcomes({ uri, file }, settings) });
      yield;
    }
    if (settings.to === 'endpointslice') done.push(...readings.map(slice));
    else done.push(convertToEndpoints(readings, conditions));
  }
  return mergeConverted(done, all);
}

/** All together, in the order of the sources and, within them, of places. */
export function mergeConverted(done: readonly Converted[], sources: readonly Pick<ConvertSource, 'uri'>[]): Converted {
  const order = new Map(sources.map(({ uri }, i) => [uri, i]));
  const at = ({ uri }: { readonly uri: string }): number => order.get(uri) ?? 0;
  return {
    files: done.flatMap(({ files }) => files).sort((a, b) => at(a) - at(b)),
    outcomes: done.flatMap(({ outcomes }) => outcomes).sort((a, b) => at(a) - at(b) || a.span.start - b.span.start),
  };
}

const errorRules = rules.filter((rule) => defaultSeverity(rule) === 'error');

const known = new Map<number, CheckSettings>();

/** The rules that find errors, as they are by default: what somebody turned off is refused by the server all the same. */
function checksFor(minor: number): CheckSettings {
  let checks = known.get(minor);
  if (!checks) {
    known.set(minor, (checks = { rules: errorRules, minor, severities: new Map(), onBug: throwBug }));
  }
  return checks;
}

function readingsOf(
  { uri, path, file }: ConvertSource,
  { workspace, settings, checks }: Conditions,
  isWanted: IsWanted = () => true,
): readonly ObjectReading[] {
  const kind = sourceKind(settings);
  const entries = workspace.entriesIn(uri);
  let first = 0;
  const meant = file.parts.flatMap(({ document, start }) => {
    const own = document.resources.flatMap((resource, i) => {
      const isMeant = resource.type === kind || resource.type === `${kind}Patch`;
      if (!isMeant || !isWanted(uri, resource)) return [];
      return [{ uri, path, file, document, start, resource, entry: entries[first + i] }];
    });
    first += document.resources.length + document.neighbours.length;
    return own;
  });
  if (meant.length === 0) return [];
  const findings = checkFile(file, checks, workspace.around(uri));
  return meant.map((each) => readResource(each, findings));
}
