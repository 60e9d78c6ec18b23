/** `endpoints apply FILES…`: what applying the files would make of their resources, who then owns what, and what conflicts. */
import { controllerConfig } from '../../analysis/apply/gathering.ts';
import { forecastOf } from '../../analysis/apply/forecast.ts';
import type { Forecast } from '../../analysis/apply/forecast.ts';
import { memberOf } from '../../analysis/apply/json-value.ts';
import type { Exclusion } from '../../config/config.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { conflictsIn, doubtIn } from './conflicts.ts';
import type { ForecastResource } from './forecast-resource.ts';
import { groupsIn } from './groups.ts';
import type { ApplyNotes } from './groups.ts';
import { applyJson } from './apply-report-json.ts';
import { lineupOf } from './lineup.ts';
import type { Lineup } from './lineup.ts';
import type { ApplyFilesOptions } from './apply-options.ts';
import { Places } from '../object-places.ts';
import { applyReportText } from './apply-report-text.ts';
import { readSettings } from '../config-file.ts';
import { findInputs } from '../inputs/inputs.ts';
import { judgeWith } from './judge.ts';
import { judgeLive, liveEntries } from './live-file.ts';
import type { MinorOf } from './live-file.ts';
import { counted, withoutControls } from '../../text/quote.ts';
import type { Terminal } from '../main.ts';
import { Sources } from '../sources.ts';
import { exitCodes } from '../usage.ts';

/** Runs the command and returns the exit code. Where anything is not certain, nothing is answered. */
export async function applyFiles(options: ApplyFilesOptions, terminal: Terminal): Promise<number> {
  const settings = readSettings(options, terminal.cwd);
  const said: ApplyNotes = { problems: [], notes: [] };
  const { files, live } = await readTexts({ ...options, exclude: settings.all.exclude }, terminal.cwd, said);
  const places = new Places([files, live]);
  const minorOf = (entry: IndexedObject | undefined): number => settings.of(entry?.uri ?? '').minor;
  const resources = said.problems.length > 0 ? [] : forecastAll({ files, live, places }, { ...options, minorOf }, said);
  for (const sentence of [...said.notes, ...said.problems]) terminal.err(`endpoints: ${withoutControls(sentence)}\n`);
  if (said.problems.length > 0) return exitCodes.usage;
  if (options.format === 'json') terminal.out(applyJson(resources, places));
  else terminal.out(resources.length > 0 ? applyReportText(resources, places, terminal.isColored) : nothingText(files));
  const isFailing = resources.some(({ conflicts, refusals }) => conflicts.length + refusals > 0);
  return isFailing ? exitCodes.findings : exitCodes.clean;
}

interface Texts {
  readonly files: Sources;
  readonly live: Sources;
}

/** A file that is named as live state is nothing to apply. */
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
  said: ApplyNotes,
): readonly ForecastResource[] {
  const printed = liveEntries(live, options.liveFile ?? '', said);
  const groups = groupsIn(files, printed, places, said);
  judgeLive(groups, printed, options.minorOf, places, said);
  if (said.problems.length > 0) return [];
  return groups.flatMap((group) => {
    // What is about one object goes to one server.
    const minor = options.minorOf(group.entries[0]);
    const lineup = lineupOf(group, places, { ...options, minor }, said);
    const forecast = lineup && forecastOfLineup(lineup, minor);
    if (!forecast) return [];
    const doubt = doubtIn(forecast, places);
    if (doubt !== undefined) said.problems.push(doubt);
    return [{ group, forecast, conflicts: conflictsIn(forecast, places), refusals: refusalsIn(forecast) }];
  });
}

function forecastOfLineup({ gathering, isBefore }: Lineup, minor: number): Forecast | undefined {
  const { base } = gathering;
  const config = base?.kind === 'controller' ? controllerConfig(base.service.facts.name.text, minor) : undefined;
  return forecastOf(gathering, minor, { isBefore, perform: judgeWith(memberOf(config, 'subsets')) });
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
