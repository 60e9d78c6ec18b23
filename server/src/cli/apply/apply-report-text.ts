/** Prints a forecast as text: the applies, the object with its owners, the conflicts and a summary. */
import pc from 'picocolors';
import { plainJson } from '../../analysis/apply/json-value.ts';
import type { Forecast } from '../../analysis/apply/forecast.ts';
import { applyListing } from '../../analysis/apply/apply-listing.ts';
import { roleOf } from '../../analysis/apply/apply-words.ts';
import { ownerText } from '../../analysis/apply/owners.ts';
import { annotated } from '../../edits/annotated.ts';
import { counted, listed, withoutControls } from '../../text/quote.ts';
import { pathText } from '../../tree/path.ts';
import type { FieldConflict } from './conflicts.ts';
import type { ForecastResource } from './forecast-resource.ts';
import { groupTitle } from './apply-plan.ts';
import { placeText, type Places } from '../object-places.ts';

type Colors = ReturnType<typeof pc.createColors>;

export function applyReportText(resources: readonly ForecastResource[], places: Places, isColored: boolean): string {
  const colors = pc.createColors(isColored);
  const blocks = resources.map((each) => resourceText(each, places, colors));
  return [...blocks, summaryText(resources, colors)].join('\n');
}

function resourceText({ group, forecast, conflicts }: ForecastResource, places: Places, colors: Colors): string {
  const { head, object, notes } = applyListing(forecast, groupTitle(group), (entry) => placeText(places.of(entry)));
  const [title = '', ...lines] = head.map(withoutControls);
  const yaml = object && annotated(plainJson(object), (path) => notes.get(pathText(path)));
  const parts = [
    `${colors.bold(title)}\n${lines.map((line) => `${headLine(line, colors)}\n`).join('')}`,
    ...(yaml === undefined ? [] : [painted(yaml, colors)]),
    ...(conflicts.length > 0 ? [conflicts.map((each) => conflictText(each, colors)).join('')] : []),
  ];
  return parts.join('\n');
}

function headLine(line: string, colors: Colors): string {
  return / (fails with a conflict|is re(fused|jected)): /.test(line) ? colors.red(line) : line;
}

/** Dims the comments, except for conflicts. */
function painted(yaml: string, colors: Colors): string {
  return yaml.replace(/(?<= {2})# .*$/gm, (remark) =>
    remark.includes('CONFLICT') ? colors.red(remark) : colors.dim(remark),
  );
}

function conflictText(
  { path, by, with: owner, between: [here, there], isAlways }: FieldConflict,
  colors: Colors,
): string {
  const when = isAlways ? '' : ', in some orders';
  const places = [
    `  ${placeText(here)}  ${withoutControls(`${roleOf(by)} sets it as field manager ${by.manager}`)}\n`,
    `  ${placeText(there)}  ${withoutControls(ownerText(owner))} owns it\n`,
  ];
  return `${colors.red('conflict')}  ${colors.bold(withoutControls(path))}${when}\n${places.join('')}`;
}

function summaryText(resources: readonly ForecastResource[], colors: Colors): string {
  const conflicts = resources.reduce((sum, each) => sum + each.conflicts.length, 0);
  const rejected = resources.reduce((sum, each) => sum + each.refusals, 0);
  const failures = [
    ...(conflicts > 0 ? [counted(conflicts, 'conflict')] : []),
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
  ];
  const forced = resources.reduce((sum, { forecast }) => sum + forcedAppliesIn(forecast), 0);
  const start = counted(resources.length, 'resource');
  const result = failures.length === 0 ? colors.green('no conflicts') : colors.bold(colors.red(listed(failures)));
  const end = forced > 0 ? `; ${forced === 1 ? '1 apply takes' : `${forced} applies take`} fields by force` : '';
  return `${start}, ${result}${end}.\n`;
}

function forcedAppliesIn({ runs }: Forecast): number {
  const forced = runs.flatMap(({ applies }) =>
    applies.flatMap(({ participant, outcome }) =>
      outcome.kind === 'result' && outcome.lost.length > 0 && participant.applied.force === 'yes' ? [participant] : [],
    ),
  );
  return new Set(forced).size;
}
