/** All settings as data, from which the manifest of the extension, the documentation and the JSON Schema are generated. */
import { defaultManager, sliceControllers } from '../contract/endpoint-slice.ts';
import { platformProgramNames, platformPrograms } from '../contract/platform.ts';
import { announcedMinor, newestMinor, oldestMinor, versionName } from '../contract/version.ts';
import type { Severity } from '../lint/rule.ts';

export const severityLevels: readonly (Severity | 'off')[] = ['off', 'hint', 'info', 'warning', 'error'];

/** In the order in which editors show them. */
export const settingGroups = {
  checks: 'Checks',
  commandLine: 'Command line',
  files: 'Settings files',
  workspace: 'Workspace files',
  writing: 'Editing',
  reading: 'Reading and navigation',
  hints: 'Inline hints',
} as const;

export type SettingGroup = keyof typeof settingGroups;

/** In KiB. Hand-written files are smaller, and a larger file would delay the check of open files. */
export const defaultMaxFileSize = 1024;

/** A pattern as in .gitignore. One that starts with "./" or "../" matches no file. */
export const patternSchema = { type: 'string', maxLength: 256, pattern: '^(?!!?\\.\\.?/)' };

interface SwitchFacts {
  readonly group: SettingGroup;
  readonly isOn: boolean;
  /** Markdown. */
  readonly doc: string;
}

const table = {
  diagnostics: { group: 'checks', isOn: true, doc: 'Reports findings.' },
  readers: {
    group: 'checks',
    isOn: true,
    doc: 'Searches all texts of the workspace for readers of hand-written Endpoints, such as monitors, scripts and RBAC rules. Reports those that lose their Endpoints to slices, and shows above Endpoints how many there are.',
  },
  completion: { group: 'writing', isOn: true, doc: 'Suggests keys, values and whole resources.' },
  codeActions: { group: 'writing', isOn: true, doc: 'Offers fixes, ignore comments and refactorings.' },
  format: {
    group: 'writing',
    isOn: true,
    doc: 'Formats files that contain only Endpoints, EndpointSlices and Services, with Prettier.',
  },
  formatMixed: {
    group: 'writing',
    isOn: false,
    doc: 'Also formats files that contain Endpoints or EndpointSlices and other objects.',
  },
  hover: { group: 'reading', isOn: true, doc: 'Explains the key or the value under the pointer.' },
  symbols: {
    group: 'reading',
    isOn: true,
    doc: 'Lists resources, subsets, addresses and ports in the outline, and finds them in all files.',
  },
  folding: { group: 'reading', isOn: true, doc: 'Folds blocks, lists, items and comments.' },
  selection: { group: 'reading', isOn: true, doc: 'Expands the selection along the structure of the text.' },
  highlights: { group: 'reading', isOn: true, doc: 'Highlights other uses of the address or the name at the cursor.' },
  navigation: {
    group: 'reading',
    isOn: true,
    doc: 'Goes from names, aliases and expressions to their definitions and back, and renames them.',
  },
  apply: {
    group: 'reading',
    isOn: true,
    doc: 'Shows the result of server-side apply and the owners of the fields: in hovers, and in a separate document that a code lens and a code action open.',
  },
  semanticTokens: { group: 'reading', isOn: true, doc: 'Colors the keys and values of the contract.' },
  links: { group: 'reading', isOn: true, doc: 'Turns web addresses in annotations and comments into links.' },
  codeLens: {
    group: 'hints',
    isOn: true,
    doc: 'Shows the number of endpoints and the related objects above each resource.',
  },
  'inlayHints.protocol': { group: 'hints', isOn: true, doc: 'Shows `TCP` beside a port without a protocol.' },
  'inlayHints.namespace': {
    group: 'hints',
    isOn: true,
    doc: 'Shows the namespace `default` in a manifest without a namespace.',
  },
  'inlayHints.portName': {
    group: 'hints',
    isOn: true,
    doc: 'Shows the IANA service name of a port number.',
  },
  'inlayHints.backend': {
    group: 'hints',
    isOn: true,
    doc: 'Shows beside a port of a Service the endpoint port behind it, or that it has no backend.',
  },
  'inlayHints.number': {
    group: 'hints',
    isOn: true,
    doc: 'Shows the value of a number that is not read as it looks, such as `0120`.',
  },
} satisfies { readonly [name: string]: SwitchFacts };

/** A setting that is on or off. A dot separates the group in the file from the name. */
export type Switch = keyof typeof table;

export const switches: Readonly<Record<Switch, SwitchFacts>> = table;

export const switchNames = Object.keys(table) as readonly Switch[];

export interface Setting {
  readonly key: SettingKey;
  readonly group: SettingGroup;
  /** Markdown. */
  readonly doc: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** True for a setting that `overrides` can change for some files. */
  readonly isPerFile?: true;
  /** True for a setting that only settings files have, not editors. */
  readonly isInFilesOnly?: true;
}

export type SettingKey =
  | 'kubernetesVersion'
  | 'severity'
  | 'allow.cidrs'
  | 'allow.ports'
  | 'relaxedServiceNames'
  | 'mirroring'
  | 'platform'
  | 'exclude'
  | 'maxFileSize'
  | 'convert.managedBy'
  | 'maxWarnings'
  | 'baseline'
  | 'extends'
  | 'overrides'
  | Switch;

const path = { type: 'string', pattern: '^(?![A-Za-z][A-Za-z0-9+.-]+:).*\\.([yY][aA]?[mM][lL]|[jJ][sS][oO][nN])$' };

/** As `parseVersion` reads it. */
const versionPattern = 'v?1\\.([2-9]\\d|[1-9]\\d\\d)(\\.\\d+)?([-+](?!v?1\\.\\d)[^,]*)?';

export const settings: readonly Setting[] = [
  {
    key: 'kubernetesVersion',
    group: 'checks',
    doc: `The Kubernetes version of the API server, \`1.${oldestMinor}\` to \`1.${announcedMinor}\`, or several versions such as \`1.33, ${versionName(newestMinor)}\`: then each finding names its versions, unless all have it.`,
    schema: {
      type: 'string',
      default: `1.${newestMinor}`,
      pattern: `^${versionPattern}(\\s*,\\s*${versionPattern})*$`,
    },
    isPerFile: true,
  },
  {
    key: 'severity',
    group: 'checks',
    doc: 'The severity of each rule, by its code: `off`, `hint`, `info`, `warning` or `error`. `*` in a code stands for any characters.',
    schema: { type: 'object', default: {}, additionalProperties: { type: 'string', enum: severityLevels } },
    isPerFile: true,
  },
  {
    key: 'allow.cidrs',
    group: 'checks',
    doc: 'The CIDR blocks that may contain endpoint addresses; the rule `outside-allowed-range` reports all others. An empty list allows no address.',
    schema: {
      type: 'array',
      items: { type: 'string', pattern: '^[0-9A-Fa-f.:]{2,45}/\\d{1,3}$' },
      examples: [['10.0.0.0/8', '2001:db8::/32']],
    },
    isPerFile: true,
    isInFilesOnly: true,
  },
  {
    key: 'allow.ports',
    group: 'checks',
    doc: 'The port numbers that endpoints may have, and ranges such as `"5000-6000"`; the rule `outside-allowed-range` reports all others. An empty list allows no port.',
    schema: {
      type: 'array',
      items: {
        oneOf: [
          { type: 'integer', minimum: 1, maximum: 65535 },
          { type: 'string', pattern: '^\\d{1,5}(-\\d{1,5})?$' },
        ],
      },
      examples: [[443, '5000-6000']],
    },
    isPerFile: true,
    isInFilesOnly: true,
  },
  {
    key: 'relaxedServiceNames',
    group: 'checks',
    doc: 'Whether the API server accepts a Service name that starts with a digit (the feature gate RelaxedServiceNameValidation): `on` or `off`. By default, `off` up to Kubernetes 1.35 and unknown since 1.36.',
    schema: { type: 'string', enum: ['on', 'off'] },
    isPerFile: true,
  },
  {
    key: 'mirroring',
    group: 'checks',
    doc: 'Whether the cluster runs the controller that mirrors Endpoints to EndpointSlices (KEP-4974): `on` or `off`. By default `on`. With `off`, hand-written Endpoints get no traffic.',
    schema: { type: 'string', enum: ['on', 'off'] },
    isPerFile: true,
  },
  {
    key: 'platform',
    group: 'checks',
    doc: `The versions of the programs of the cluster, such as \`prometheusOperator: "0.90"\`, where no file shows them. \`endpoints readers\` needs them. The programs are ${platformProgramNames.map((name) => `\`${name}\``).join(', ')}.`,
    schema: {
      type: 'object',
      default: {},
      additionalProperties: false,
      properties: Object.fromEntries(
        platformProgramNames.map((name) => [
          name,
          {
            type: 'string',
            pattern: '^v?\\d{1,5}\\.\\d{1,5}',
            description: `The version of ${platformPrograms[name]}.`,
          },
        ]),
      ),
    },
  },
  {
    key: 'exclude',
    group: 'workspace',
    doc: 'Patterns of files and folders to skip, with the syntax of `.gitignore` and in addition to it. `!vendor/` and `!testdata/` include these folders, which are otherwise left out. Files that the command line names are read anyway.',
    schema: {
      type: 'array',
      default: [],
      items: patternSchema,
      examples: [['fixtures/', '!vendor/']],
    },
  },
  {
    key: 'maxFileSize',
    group: 'workspace',
    doc: 'The largest file that the language server reads, in KiB. It reads open files of any size.',
    schema: { type: 'integer', default: defaultMaxFileSize, minimum: 1 },
  },
  {
    key: 'convert.managedBy',
    group: 'writing',
    doc: 'The manager of converted slices: the value of their label `endpointslice.kubernetes.io/managed-by`.',
    schema: {
      type: 'string',
      default: defaultManager,
      pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$',
      not: { enum: sliceControllers },
    },
    isPerFile: true,
  },
  {
    key: 'maxWarnings',
    group: 'commandLine',
    doc: 'The number of warnings above which `endpoints check` fails, as with `--max-warnings`.',
    schema: { type: 'integer', minimum: 0 },
    isInFilesOnly: true,
  },
  {
    key: 'baseline',
    group: 'commandLine',
    doc: 'The baseline of `endpoints check`, as with `--baseline`: a path relative to this file.',
    schema: { type: 'string', minLength: 1, examples: ['endpoints-baseline.json'] },
    isInFilesOnly: true,
  },
  {
    key: 'extends',
    group: 'files',
    doc: 'One or more settings files to read first: paths relative to this file. Later files override earlier ones, and this file overrides them all.',
    schema: { oneOf: [path, { type: 'array', items: path }], examples: ['../endpoints.config.yaml'] },
    isInFilesOnly: true,
  },
  {
    key: 'overrides',
    group: 'files',
    doc: 'Settings for some files: a list of items with `files` (patterns as in `.gitignore`) and their settings. Later items override earlier ones.',
    schema: { type: 'array' },
    isInFilesOnly: true,
  },
  ...switchNames.map((key) => ({
    key,
    group: switches[key].group,
    doc: switches[key].doc,
    schema: { type: 'boolean', default: switches[key].isOn },
    isPerFile: true as const,
  })),
];
