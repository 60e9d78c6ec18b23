/** `endpoints apply`: forecasts the result of server-side apply for the resources in files, their owners and their conflicts. */
import { controllerConfig } from '../../analysis/apply/gathering.ts';
import { forecastOf } from '../../analysis/apply/forecast.ts';
import type { Forecast } from '../../analysis/apply/forecast.ts';
import { memberOf } from '../../analysis/apply/json-value.ts';
import type { Exclusion } from '../../config/config.ts';
import type { IndexedObject } from '../../analysis/workspace/resource-index.ts';
import { conflictsIn, doubtIn } from './conflicts.ts';
import type { FieldConflict } from './conflicts.ts';
import { groupsIn } from './groups.ts';
import type { ApplyGroup, ApplyNotes } from './groups.ts';
import { applyJson } from './apply-report-json.ts';
import { applyPlanOf } from './apply-plan.ts';
import type { ApplyPlan } from './apply-plan.ts';
import { readApplyOptions } from './apply-options.ts';
import type { ApplyFilesOptions } from './apply-options.ts';
import { Places } from '../object-places.ts';
import { applyReportText } from './apply-report-text.ts';
import { readSettings } from '../config-file.ts';
import { findInputs } from '../inputs/inputs.ts';
import { performRequest } from './perform-request.ts';
import { checkLive, liveEntries } from './live-file.ts';
import type { MinorOf } from './live-file.ts';
import { counted } from '../../text/quote.ts';
import { printMessages } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { replaySteps } from './steps.ts';
import { Sources } from '../sources.ts';
import { exitCodes } from '../usage.ts';

/** The forecast for one object. */
export interface ForecastResource {
  readonly group: ApplyGroup;
  readonly forecast: Forecast;
  readonly conflicts: readonly FieldConflict[];
  /** The number of applies that the API server rejects in some order. */
  readonly refusals: number;
}

export async function runApply(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readApplyOptions(args);
  return options.kind === 'steps' ? replaySteps(options, terminal) : await applyFiles(options, terminal);
}

/** Prints a forecast only if it is certain for every object. */
async function applyFiles(options: ApplyFilesOptions, terminal: Terminal): Promise<number> {
  const settings = readSettings(options, terminal.cwd);
  const messages: ApplyNotes = { problems: [], notes: [] };
  const { files, live } = await readTexts({ ...options, exclude: settings.all.exclude }, terminal.cwd, messages);
  const places = new Places([files, live]);
  const minorOf = (entry: IndexedObject | undefined): number => settings.of(entry?.uri ?? '').minor;
  const resources =
    messages.problems.length > 0 ? [] : forecastAll({ files, live, places }, { ...options, minorOf }, messages);
  printMessages([...messages.notes, ...messages.problems], terminal);
  if (messages.problems.length > 0) return exitCodes.usage;
  if (options.format === 'json') terminal.out(applyJson(resources, places));
  else terminal.out(resources.length > 0 ? applyReportText(resources, places, terminal.isColored) : nothingText(files));
  const isFailing = resources.some(({ conflicts, refusals }) => conflicts.length + refusals > 0);
  return isFailing ? exitCodes.findings : exitCodes.clean;
}

interface Texts {
  readonly files: Sources;
  readonly live: Sources;
}

/** A file that --live names is not applied, even if FILES include it. */
async function readTexts(
  { paths, liveFile, exclude }: ApplyFilesOptions & { readonly exclude: readonly Exclusion[] },
  cwd: string,
  { problems }: ApplyNotes,
): Promise<Texts> {
  const named = await findInputs(paths, cwd, { exclude });
  const live = liveFile === undefined ? undefined : await findInputs([liveFile], cwd);
  problems.push(...named.problems, ...(live?.problems ?? []));
  const liveInputs = live?.files ?? [];
  const apart = named.files.filter(({ path }) => liveInputs.every((each) => each.path !== path));
  return { files: new Sources(apart, problems), live: new Sources(liveInputs, problems) };
}

function forecastAll(
  { files, live, places }: Texts & { readonly places: Places },
  options: ApplyFilesOptions & { readonly minorOf: MinorOf },
  messages: ApplyNotes,
): readonly ForecastResource[] {
  const printed = liveEntries(live, options.liveFile ?? '', messages);
  const groups = groupsIn(files, printed, places, messages);
  checkLive(groups, printed, options.minorOf, places, messages);
  if (messages.problems.length > 0) return [];
  return groups.flatMap((group) => {
    // All applies to one object go to the same API server.
    const minor = options.minorOf(group.entries[0]);
    const plan = applyPlanOf(group, places, { ...options, minor }, messages);
    const forecast = plan && forecastOfPlan(plan, minor);
    if (!forecast) return [];
    const doubt = doubtIn(forecast, places);
    if (doubt !== undefined) messages.problems.push(doubt);
    return [{ group, forecast, conflicts: conflictsIn(forecast, places), refusals: refusalsIn(forecast) }];
  });
}

function forecastOfPlan({ gathering, isBefore }: ApplyPlan, minor: number): Forecast | undefined {
  const { base } = gathering;
  const config = base?.kind === 'controller' ? controllerConfig(base.service.facts.name.text, minor) : undefined;
  const placeholder = memberOf(config, 'subsets');
  return forecastOf(gathering, minor, {
    isBefore,
    perform: (live, step) => performRequest(live, step, minor, placeholder),
  });
}

function refusalsIn({ runs }: Forecast): number {
  const refused = runs.flatMap(({ turns }) =>
    turns.flatMap(({ participant, outcome }) => (outcome.kind === 'rejected' ? [participant] : [])),
  );
  return new Set(refused).size;
}

function nothingText(files: Sources): string {
  const count = files.all().length;
  return `No Endpoints or EndpointSlices found in ${counted(count, 'file')}; nothing to apply.\n`;
}
