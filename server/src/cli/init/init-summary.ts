/** Prints the result of `endpoints init`: the findings and the next commands. */
import { counted, withoutControls } from '../../text/quote.ts';
import { countOf, noticesIn, readCountOf, resourcesIn } from '../../reports/report.ts';
import { chartPattern, pattern, supportText, versionText } from './initial-settings.ts';
import type { Inspection } from './inspection.ts';

interface Written {
  readonly written: string;
  readonly folder: string;
  /** The settings file that applied before. */
  readonly above: string | undefined;
  readonly format: string;
}

export function initSummary(inspection: Inspection, { written, folder, above, format }: Written): string {
  const blocks = [
    [`Wrote ${written}.`],
    [foundText(inspection), versionText],
    above === undefined ? [] : [`Until now, ${above} applied here. To keep its settings, add: extends: ${above}`],
    chartLines(inspection, format),
    leftOutLines(inspection, format),
    nextLines(inspection, folder),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(withoutControls).join('\n'))
    .join('\n\n')}\n`;
}

function foundText({ report }: Inspection): string {
  const start = `Read ${counted(readCountOf(report), 'file')}`;
  const count = resourcesIn(report);
  if (count === 0) return `${start}: no Endpoints or EndpointSlices.`;
  const errors = countOf(report, 'error');
  const warnings = countOf(report, 'warning');
  const remarks = noticesIn(report).length - errors - warnings;
  const found = [counted(errors, 'error'), counted(warnings, 'warning'), counted(remarks, 'remark')].join(', ');
  const holding = report.files.filter(({ resourceCount }) => resourceCount > 0).length;
  return `${start}: ${holding} ${holding === 1 ? 'has' : 'have'} ${counted(count, 'resource')}, with ${found}.`;
}

function chartLines({ charts }: Inspection, format: string): readonly string[] {
  if (charts.length === 0) return [];
  const lines = charts.map((chart) => `  ${chartPattern(chart.folder)}  ${supportText(chart)}`);
  return [`To check charts for the Kubernetes versions that they support, ${wayTo('overrides', format)}:`, ...lines];
}

function leftOutLines({ leftOut }: Inspection, format: string): readonly string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(({ folder, errors, files }) => {
    return `  ${pattern(folder)}  ${counted(errors, 'error')} in ${counted(files, 'file')}`;
  });
  return [`If these manifests are never applied, ${wayTo('exclude', format)}:`, ...lines];
}

/** JSON has no comments. */
function wayTo(setting: string, format: string): string {
  return format === 'yaml' ? `remove the # before "${setting}"` : `list them under "${setting}"`;
}

function nextLines({ report }: Inspection, folder: string): readonly string[] {
  const rows = [
    ...(noticesIn(report).length > 0 ? [['endpoints check', 'shows the findings']] : []),
    ...(countOf(report, 'error') > 0
      ? [
          ['endpoints check --write-baseline', 'accepts these findings; with "baseline" in the settings,'],
          ['', 'endpoints check then fails only on new findings'],
        ]
      : [['endpoints check --max-warnings 0', 'fails on errors and warnings, for use in a pipeline']]),
    ['endpoints config FILE', 'shows the settings for a file'],
  ];
  const lines = rows.map(([command = '', does = '']) => `  ${command.padEnd(34)}${does}`);
  return [folder === '.' ? 'Next:' : `Next, in ${folder}:`, ...lines];
}
