/** The settings file that `endpoints init` writes. What would change what is reported is a comment. */
import { oldestMinor } from '../../contract/version.ts';
import { counted } from '../../text/quote.ts';
import type { Inspection } from './inspection.ts';

/** Above this, a list of proposals is no help. */
const mostProposals = 3;

/** `schema` is the path of the JSON Schema from the file on, where there is one. */
export function settingsYaml(inspection: Inspection, schema: string | undefined): string {
  const { minor } = inspection;
  const blocks = [
    [
      ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
      '# Settings of endpoints, for the command line and for editors. "endpoints config --all" shows all there are.',
    ],
    [`# ${versionText(inspection)}`, `kubernetesVersion: '1.${minor}'`],
    [
      '# The level of a rule: off, hint, info, warning or error. "endpoints rules" lists them.',
      ...severities(inspection),
    ],
    ['# What is left out of directories, written as in .gitignore.', ...exclusions(inspection)],
    [
      '# Other settings for some files; later ones win.',
      '# overrides:',
      '#   - files: legacy/',
      `#     kubernetesVersion: '1.${Math.max(minor - 3, oldestMinor)}'`,
    ],
    [
      '# What is accepted for now, so that only new findings fail: "endpoints check --write-baseline".',
      '# baseline: endpoints-baseline.json',
    ],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

export function initialSettingsJson({ minor }: Inspection, schema: string | undefined): string {
  return `${JSON.stringify({ ...(schema === undefined ? {} : { $schema: schema }), kubernetesVersion: `1.${minor}` }, null, 2)}\n`;
}

/** Where the version comes from. */
export function versionText({ minor, chart }: Inspection): string {
  return chart === undefined
    ? 'The version whose API server decides: the newest that is known. Write that of your clusters.'
    : `The version whose API server decides: ${safe(chart)} takes clusters from 1.${minor} on.`;
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

/** From the folder of the settings file on; what means something in a pattern is taken as it is. */
export function pattern(folder: string): string {
  return `/${safe(folder).replace(/[\\*?[\]!#]/g, '\\$&')}`;
}

/** A name may hold a line break, which would end the comment. */
function safe(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]/gu, '?');
}
