/** Converts the Endpoints of files to EndpointSlices, or back, and returns the outcome of each resource. */
import { isLive } from '../analysis/binding/live.ts';
import { objectsIn } from '../analysis/workspace/places.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { minorsOf, type Versions } from '../contract/version.ts';
import { checkFile, throwBug } from '../lint/check-file.ts';
import type { CheckSettings } from '../lint/check-documents.ts';
import { rules } from '../rules/rules.ts';
import type { Resource, SourceFile } from '../tree/document.ts';
import { convertToEndpoints } from './back/convert-to-endpoints.ts';
import { batchesOf, rootBatches } from './batches.ts';
import type { Conditions } from './execute-plans.ts';
import { RootBuilds, type ConversionRoots } from './kustomize/roots.ts';
import { sliceConverter } from './forward/convert-to-slices.ts';
import { sourceKind, type Converted, type ConvertSettings } from './outcome.ts';
import { readResource, unconverted, type ObjectReading } from './reading.ts';
import type { FindRequirement } from './required-endpoints.ts';
import { unreadOutcomes } from './unread-outcomes.ts';

export interface ConvertSource {
  readonly uri: string;
  /** Only the file name is used. */
  readonly path: string;
  readonly file: SourceFile;
}

/**
 * Converts the resources that `isWanted` accepts. Without this filter, the outcomes include unreadable resources. The
 * workspace must contain the sources.
 */
export function convertFiles(
  sources: Iterable<ConvertSource>,
  workspace: Workspace,
  settings: ConvertSettings,
  limits: ConversionLimits = {},
): Converted {
  const steps = convertInSteps(sources, workspace, settings, limits);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

type IsWanted = (uri: string, resource: Resource) => boolean;

export interface ConversionLimits {
  /** Without it, everything is converted. */
  readonly isWanted?: IsWanted | undefined;
  /** Without it, nothing is known to need its Endpoints. */
  readonly requirementOf?: FindRequirement;
  /** Without them, no kustomization takes in the sources. */
  readonly roots?: ConversionRoots | undefined;
  /** True if objects that an API server printed stay as they are. */
  readonly leavesDumps?: boolean;
}

/** Like `convertFiles`, but yields after each source, so that other work can run in between. */
export function* convertInSteps(
  sources: Iterable<ConvertSource>,
  workspace: Workspace,
  settings: ConvertSettings,
  { isWanted, requirementOf = () => undefined, roots, leavesDumps = false }: ConversionLimits = {},
): Generator<undefined, Converted, undefined> {
  const conditions = { workspace, settings, checks: checksFor(settings), requirementOf };
  const isForward = settings.to === 'endpointslice';
  const builds = roots && new RootBuilds(roots);
  const slice = sliceConverter(conditions, builds);
  const all = [...sources];
  const done: Converted[] = [];
  for (const batch of isForward ? rootBatches(all, roots) : batchesOf(all, workspace)) {
    const readings: (readonly ObjectReading[])[] = [];
    for (const source of batch) {
      // A file with thousands of resources is read here and released after its step, to limit memory.
      const { uri, path, file } = source;
      const found = readingsOf({ uri, path, file }, conditions, isWanted);
      const dumps = leavesDumps ? dumpsIn(file) : new Set<Resource>();
      readings.push(found.filter(({ resource }) => !dumps.has(resource)));
      const left = found.filter(({ resource }) => dumps.has(resource));
      done.push({ files: [], outcomes: left.map((each) => unconverted(each, 'settled', dumpText)) });
      if (!isWanted) done.push({ files: [], outcomes: unreadOutcomes({ uri, file }, settings) });
      yield;
    }
    if (isForward) done.push(slice(readings.flat()));
    else done.push(convertToEndpoints(readings, conditions, builds));
  }
  return mergeConverted(done, all);
}

function dumpsIn(file: SourceFile): ReadonlySet<Resource> {
  return new Set(objectsIn(file).flatMap(({ resource, binding }) => (isLive(binding) ? [resource] : [])));
}

const dumpText =
  'An API server printed this object: it has "metadata.uid". A dump is not a manifest, so it stays as it is.';

/** Merges the results. Files and outcomes are in the order of the sources and, within them, of places. */
export function mergeConverted(done: readonly Converted[], sources: readonly Pick<ConvertSource, 'uri'>[]): Converted {
  const order = new Map(sources.map(({ uri }, i) => [uri, i]));
  const at = ({ uri }: { readonly uri: string }): number => order.get(uri) ?? 0;
  return {
    files: done.flatMap(({ files }) => files).sort((a, b) => at(a) - at(b)),
    outcomes: done.flatMap(({ outcomes }) => outcomes).sort((a, b) => at(a) - at(b) || a.span.start - b.span.start),
    proven: new Set(done.flatMap(({ proven }) => [...(proven ?? [])])),
  };
}

const errorRules = rules.filter(({ enforcedBy }) => enforcedBy !== 'advice');

const known = new Map<string, CheckSettings>();

/**
 * The rules that a server or the contract enforces, with default settings: the API server rejects such objects even if a
 * rule is off. An object that only loses traffic converts to slices that lose the same.
 */
function checksFor({ minor, minors }: Versions): CheckSettings {
  const key = minorsOf({ minor, minors }).join();
  let checks = known.get(key);
  if (!checks) {
    known.set(key, (checks = { rules: errorRules, minor, minors, severities: new Map(), onBug: throwBug }));
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
  const matching = file.parts.flatMap(({ document, start }) => {
    const own = document.resources.flatMap((resource, i) => {
      const isMatch = resource.type === kind || resource.type === `${kind}Patch`;
      // The references to the converted object name its JSON patches.
      if (!isMatch || resource.isJsonPatch || !isWanted(uri, resource)) return [];
      return [{ uri, path, file, document, start, resource, entry: entries[first + i] }];
    });
    first += document.resources.length + document.neighbours.length;
    return own;
  });
  if (matching.length === 0) return [];
  const findings = checkFile(file, checks, workspace.around(uri));
  return matching.map((each) => readResource(each, findings));
}
