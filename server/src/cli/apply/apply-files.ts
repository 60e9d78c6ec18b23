/** `endpoints apply`: forecasts the result of server-side apply for the resources in files, their owners and their conflicts. */
import { controllerConfig } from '../../analysis/apply/gathering.ts';
import { forecastOf, type Forecast } from '../../analysis/apply/forecast.ts';
import { memberOf } from '../../analysis/apply/json-value.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { conflictsIn, uncertaintyIn } from './conflicts.ts';
import type { ForecastResource } from './forecast-resource.ts';
import { groupsIn, type ApplyNotes } from './groups.ts';
import { applyJson } from './apply-report-json.ts';
import { applyPlanOf, type ApplyPlan } from './apply-plan.ts';
import { readApplyOptions, type ApplyFilesOptions } from './apply-options.ts';
import { Places } from '../object-places.ts';
import { applyReportText } from './apply-report-text.ts';
import { namedInputs } from '../build/named-inputs.ts';
import { readSettings } from '../config-file.ts';
import { findInputs, notesOn } from '../inputs/inputs.ts';
import { performRequest } from './perform-request.ts';
import { checkLive, liveEntries, type MinorOf } from './live-file.ts';
import { counted } from '../../text/quote.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { replaySteps } from './steps.ts';
import { Sources } from '../sources.ts';
import { exitCodes } from '../usage.ts';

export async function runApply(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readApplyOptions(args);
  return options.kind === 'steps' ? replaySteps(options, terminal) : await applyFiles(options, terminal);
}

/** Prints a forecast only if it is certain for every object. */
async function applyFiles(options: ApplyFilesOptions, terminal: Terminal): Promise<number> {
  const { cwd } = terminal;
  const { largest } = options;
  const settings = readSettings(options, terminal);
  const messages: ApplyNotes = { problems: [], notes: [] };
  const { problems } = messages;
  const named = await namedInputs(options, cwd, { exclude: settings.all.exclude, largest });
  messages.notes.push(...notesOn(named));
  const printed = options.liveFile === undefined ? undefined : findInputs([options.liveFile], cwd, { largest });
  const liveInputs = printed?.files ?? [];
  problems.push(...named.problems, ...(printed?.problems ?? []));
  // A file that --live names is not applied, even if FILES include it.
  const applied = named.files.filter(({ path, built }) => built ?? liveInputs.every((each) => each.path !== path));
  const { grammars } = terminal;
  const files = await Sources.reading(applied, problems, { grammars });
  const live = new Sources(liveInputs, problems);
  const places = new Places([files, live]);
  const minorOf = (entry: IndexedObject | undefined): number => settings.of(entry?.uri ?? '').minor;
  const resources = problems.length > 0 ? [] : forecastAll({ files, live, places }, { ...options, minorOf }, messages);
  printMessages([...messages.notes, ...problems], terminal);
  if (problems.length > 0) return exitCodes.usage;
  if (options.format === 'json') terminal.out(applyJson(resources, places));
  else terminal.out(resources.length > 0 ? applyReportText(resources, places, terminal.isColored) : nothingText(files));
  const isFailing = resources.some(({ conflicts, refusals }) => conflicts.length + refusals > 0);
  return isFailing ? exitCodes.findings : exitCodes.clean;
}

function forecastAll(
  { files, live, places }: { readonly files: Sources; readonly live: Sources; readonly places: Places },
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
    const uncertainty = uncertaintyIn(forecast, places);
    if (uncertainty !== undefined) messages.problems.push(uncertainty);
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
  const refused = runs.flatMap(({ applies }) =>
    applies.flatMap(({ participant, outcome }) => (outcome.kind === 'rejected' ? [participant] : [])),
  );
  return new Set(refused).size;
}

function nothingText(files: Sources): string {
  const count = files.all().length;
  return `No Endpoints or EndpointSlices found in ${counted(count, 'file')}; nothing to apply.\n`;
}
