/** Writes the settings file of `endpoints init`. Settings that would change the findings are comments. */
import { oldestMinor } from '../../contract/version.ts';
import { counted } from '../../text/quote.ts';
import { jsonText } from '../terminal.ts';
import type { Inspection } from './inspection.ts';

/** A longer list of proposals is not useful. */
const mostProposals = 3;

/** `schema` is the path from the settings file to the JSON Schema, if it exists. */
export function settingsYaml(inspection: Inspection, schema: string | undefined): string {
  const { minor } = inspection;
  const blocks = [
    [
      ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
      '# Settings of endpoints for the command line and editors. "endpoints config --all" lists all of them.',
    ],
    [`# ${versionText(inspection)}`, `kubernetesVersion: '1.${minor}'`],
    [
      '# Severity of a rule: off, hint, info, warning or error. "endpoints rules" lists the rules.',
      ...severities(inspection),
    ],
    ['# Files to exclude from directories, in the syntax of .gitignore.', ...exclusions(inspection)],
    [
      '# Settings for some files; later entries override earlier ones.',
      '# overrides:',
      '#   - files: legacy/',
      `#     kubernetesVersion: '1.${Math.max(minor - 3, oldestMinor)}'`,
    ],
    [
      '# Accepted findings, so that only new ones fail the check: "endpoints check --write-baseline".',
      '# baseline: endpoints-baseline.json',
    ],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

export function initialSettingsJson({ minor }: Inspection, schema: string | undefined): string {
  return jsonText({ ...(schema === undefined ? {} : { $schema: schema }), kubernetesVersion: `1.${minor}` });
}

export function versionText({ minor, chart }: Inspection): string {
  return chart === undefined
    ? 'Kubernetes version of the API server: the newest known one. Use the version of your clusters.'
    : `Kubernetes version of the API server: ${safe(chart)} supports 1.${minor} and later.`;
}

function severities({ remarks }: Inspection): readonly string[] {
  const shown = remarks.slice(0, mostProposals);
  if (shown.length === 0) return ['# severity:', '#   unnamed-port: error'];
  return ['# severity:', ...shown.map(([code, count]) => `#   ${code}: off # ${counted(count, 'time')} here`)];
}

function exclusions({ leftOut }: Inspection): readonly string[] {
  if (leftOut.length === 0) return ['# exclude:', '#   - fixtures/'];
  return [
    '# exclude:',
    ...leftOut.map(({ folder, errors, files }) => {
      const where = `${counted(errors, 'error')} in ${counted(files, 'file')}`;
      return `#   - ${JSON.stringify(pattern(folder))} # ${where}`;
    }),
  ];
}

/** An anchored pattern that matches the folder literally. */
export function pattern(folder: string): string {
  return `/${safe(folder).replace(/[\\*?[\]!#]/g, '\\$&')}`;
}

/** A line break in a name would end the comment. */
function safe(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]/gu, '?');
}
