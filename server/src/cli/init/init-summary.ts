/** What `endpoints init` says: what it found, and what to do next. */
import { counted, withoutControls } from '../../text/quote.ts';
import { countOf, noticesIn, resourcesIn } from '../../reports/report.ts';
import { pattern, versionText } from './initial-settings.ts';
import type { Inspection } from './inspection.ts';

interface Written {
  /** As it is shown. */
  readonly written: string;
  /** The directory, as it was named. */
  readonly folder: string;
  /** The settings file that has held so far. */
  readonly above: string | undefined;
  readonly format: string;
}

export function initSummary(inspection: Inspection, { written, folder, above, format }: Written): string {
  const blocks = [
    [`Wrote ${written}.`],
    [foundText(inspection), versionText(inspection)],
    above === undefined ? [] : [`So far ${above} has held here. To keep what it says, add it: extends: ${above}`],
    leftOutLines(inspection, format),
    nextLines(inspection, folder),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(withoutControls).join('\n'))
    .join('\n\n')}\n`;
}

function foundText({ report }: Inspection): string {
  const looked = `Looked into ${counted(report.fileCount, 'file')}`;
  const count = resourcesIn(report);
  if (count === 0) return `${looked}, without any Endpoints or EndpointSlice.`;
  const errors = countOf(report, 'error');
  const warnings = countOf(report, 'warning');
  const remarks = noticesIn(report).length - errors - warnings;
  const found = [counted(errors, 'error'), counted(warnings, 'warning'), counted(remarks, 'remark')].join(', ');
  const holding = report.files.filter(({ resourceCount }) => resourceCount > 0).length;
  return `${looked}: ${holding} ${holding === 1 ? 'has' : 'have'} ${counted(count, 'resource')}, with ${found}.`;
}

function leftOutLines({ leftOut }: Inspection, format: string): readonly string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(({ folder, errors, files }) => {
    return `  ${pattern(folder)}  ${counted(errors, 'error')} in ${counted(files, 'file')}`;
  });
  const how = format === 'yaml' ? 'remove the # before "exclude"' : 'list it under "exclude"';
  return [`If this is not meant to be right, ${how}:`, ...lines];
}

/** The settings hold where a command runs. */
function nextLines({ report }: Inspection, folder: string): readonly string[] {
  const rows = [
    ...(noticesIn(report).length > 0 ? [['endpoints check', 'shows what was found']] : []),
    ...(countOf(report, 'error') > 0
      ? [
          ['endpoints check --write-baseline', 'accepts what is there for now; with "baseline" in the settings,'],
          ['', 'endpoints check then fails on new findings only: for a pipeline'],
        ]
      : [['endpoints check --max-warnings 0', 'fails on errors and warnings: for a pipeline']]),
    ['endpoints config FILE', 'shows what holds for a file'],
  ];
  const lines = rows.map(([command = '', does = '']) => `  ${command.padEnd(34)}${does}`);
  return [folder === '.' ? 'Next:' : `Next, in ${folder}:`, ...lines];
}
