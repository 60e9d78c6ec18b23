/** Writes the settings file of `endpoints init`. Settings that would change the findings are comments. */
import { inOrder, newestMinor, versionName } from '../../contract/version.ts';
import { groupBy } from '../../text/group.ts';
import { counted } from '../../text/quote.ts';
import { jsonText } from '../terminal.ts';
import type { ChartVersions, Inspection } from './inspection.ts';

/** A longer list of proposals is not useful. */
const mostProposals = 3;

/** `schema` is the path from the settings file to the JSON Schema, if it exists. */
export function settingsYaml(inspection: Inspection, schema: string | undefined): string {
  const blocks = [
    [
      ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
      '# Settings of endpoints for the command line and editors. "endpoints config --all" lists all of them.',
    ],
    [`# ${versionText}`, `kubernetesVersion: '${versionName(newestMinor)}'`],
    [
      '# Severity of a rule: off, hint, info, warning or error. "endpoints rules" lists the rules.',
      ...severities(inspection),
    ],
    ['# Files to exclude from directories, in the syntax of .gitignore.', ...exclusions(inspection)],
    ['# Settings for some files; later entries override earlier ones.', ...overrides(inspection)],
    [
      '# Accepted findings, so that only new ones fail the check: "endpoints check --write-baseline".',
      '# baseline: endpoints-baseline.json',
    ],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

export function initialSettingsJson(schema: string | undefined): string {
  return jsonText({
    ...(schema === undefined ? {} : { $schema: schema }),
    kubernetesVersion: versionName(newestMinor),
  });
}

export const versionText = `Kubernetes version of the API server: ${versionName(newestMinor)} by default. Use the version of your clusters, or a list of versions.`;

/** The charts with the same versions share an entry. */
function overrides({ charts }: Inspection): readonly string[] {
  if (charts.length === 0)
    return ['# overrides:', '#   - files: legacy/', `#     kubernetesVersion: '${versionName(newestMinor - 3)}'`];
  const groups = groupBy(charts, ({ oldest, newest }) => inOrder([oldest, newest]).map(versionName).join("', '"));
  return [
    '# overrides:',
    ...[...groups].flatMap(([versions, own]) => [
      `#   - files: [${own.map(({ folder }) => JSON.stringify(chartPattern(folder))).join(', ')}]`,
      `#     kubernetesVersion: ['${versions}']`,
    ]),
  ];
}

/** Such as `1.27 and later`. */
export function supportText({ oldest, newest }: ChartVersions): string {
  if (newest === newestMinor) return `${versionName(oldest)} and later`;
  return oldest === newest ? versionName(oldest) : `${versionName(oldest)} to ${versionName(newest)}`;
}

export function chartPattern(folder: string): string {
  return folder === '' ? '*' : pattern(folder);
}

function severities({ remarks }: Inspection): readonly string[] {
  const shown = remarks.slice(0, mostProposals);
  if (shown.length === 0) return ['# severity:', '#   unnamed-port: error'];
  return ['# severity:', ...shown.map(([code, count]) => `#   ${code}: off # in ${counted(count, 'file')}`)];
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
