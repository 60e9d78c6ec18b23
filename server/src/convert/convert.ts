/** Moves the Endpoints of files to EndpointSlices, or back, and says of each what became of it. */
import type { Workspace } from '../analysis/workspace.ts';
import { checkFile } from '../lint/check.ts';
import type { CheckSettings, Finding } from '../lint/check.ts';
import { defaultSeverity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import type { Resource, SourceFile } from '../tree/document.ts';
import { convertToEndpoints } from './back.ts';
import { convertToSlices } from './convert-forward.ts';
import type { Converted, ConvertSettings } from './outcome.ts';
import { readResource } from './reading.ts';
import type { Reading } from './reading.ts';

export interface ConvertSource {
  readonly uri: string;
  /** Looked at for its name only. */
  readonly path: string;
  readonly file: SourceFile;
}

/** Everything that changes, with what becomes of each resource that is wanted. The workspace knows of the sources, too. */
export function convertFiles(
  sources: readonly ConvertSource[],
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

/** The same in steps, between which others can have their turn: two for each source. */
export function* convertInSteps(
  sources: readonly ConvertSource[],
  workspace: Workspace,
  settings: ConvertSettings,
  isWanted: IsWanted = () => true,
): Generator<undefined, Converted, undefined> {
  const checks = checksFor(settings.minor);
  const kind = settings.to === 'endpointslice' ? 'Endpoints' : 'EndpointSlice';
  const readings: (readonly Reading[])[] = [];
  for (const source of sources) {
    const own = readingsOf(
      source,
      (resource) => (resource.type === kind || resource.type === `${kind}Patch`) && isWanted(source.uri, resource),
      () => checkFile(source.file, checks, workspace.around(source.uri)),
    );
    readings.push(own);
    yield;
  }
  const conditions = { workspace, settings, checks };
  if (settings.to === 'endpoints') return convertToEndpoints(readings, conditions);
  return yield* convertToSlices(readings, conditions);
}

const errorRules = rules.filter((rule) => defaultSeverity(rule) === 'error');

const known = new Map<number, CheckSettings>();

/** The rules that find errors, as they are by default: what somebody turned off is refused by the server all the same. */
function checksFor(minor: number): CheckSettings {
  let checks = known.get(minor);
  if (!checks) {
    const onBug = (code: string, cause: unknown): never => {
      throw new Error(`The rule ${code} failed.`, { cause });
    };
    known.set(minor, (checks = { rules: errorRules, minor, severities: new Map(), onBug }));
  }
  return checks;
}

function readingsOf(
  { uri, path, file }: ConvertSource,
  isMeant: (resource: Resource) => boolean,
  check: () => readonly Finding[],
): readonly Reading[] {
  const meant = file.parts.flatMap(({ document, start }) =>
    document.resources.filter(isMeant).map((resource) => ({ uri, path, file, document, start, resource })),
  );
  if (meant.length === 0) return [];
  const findings = check();
  return meant.map((each) => readResource(each, findings));
}
