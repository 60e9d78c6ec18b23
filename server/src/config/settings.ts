/** Every setting as data: the manifest of the extension, the documentation and the schema of the settings file are made of it. */
import { defaultManager, sliceControllers } from '../contract/endpoint-slice.ts';
import { newestMinor, oldestMinor } from '../contract/version.ts';
import type { Severity } from '../lint/rule.ts';

export const severityLevels: readonly (Severity | 'off')[] = ['off', 'hint', 'info', 'warning', 'error'];

/** What an editor shows together; in this order. */
export const settingGroups = {
  checks: 'Checks',
  commandLine: 'Command line',
  files: 'Settings files',
  workspace: 'Files of the workspace',
  writing: 'Writing',
  reading: 'Reading',
  hints: 'Hints between the lines',
} as const;

export type SettingGroup = keyof typeof settingGroups;

/** In KiB. Nobody writes more by hand, and whatever is larger would keep an open file waiting. */
export const defaultMaxFileSize = 1024;

/** A pattern as in .gitignore: no longer than anybody writes by hand, and none that starts with "./" or "../", which matches no file. */
export const patternSchema = { type: 'string', maxLength: 256, pattern: '^(?!!?\\.\\.?/)' };

interface SwitchFacts {
  readonly group: SettingGroup;
  readonly isOn: boolean;
  /** Markdown. */
  readonly doc: string;
}

const table = {
  diagnostics: { group: 'checks', isOn: true, doc: 'Reports what the rules find.' },
  completion: { group: 'writing', isOn: true, doc: 'Proposes keys, values and whole resources.' },
  codeActions: { group: 'writing', isOn: true, doc: 'Offers fixes, ignores and refactorings.' },
  format: { group: 'writing', isOn: false, doc: 'Formats files that hold Endpoints, through Prettier.' },
  hover: { group: 'reading', isOn: true, doc: 'Explains the key or the value under the mouse.' },
  symbols: {
    group: 'reading',
    isOn: true,
    doc: 'Lists resources, subsets, addresses and ports in the outline, and finds them in all files.',
  },
  folding: { group: 'reading', isOn: true, doc: 'Says what can be folded.' },
  selection: { group: 'reading', isOn: true, doc: 'Widens the selection along the structure of the text.' },
  highlights: { group: 'reading', isOn: true, doc: 'Marks other uses of the address or the name at the cursor.' },
  navigation: {
    group: 'reading',
    isOn: true,
    doc: 'Leads from names, aliases and expressions to what they mean and back, and renames them.',
  },
  apply: {
    group: 'reading',
    isOn: true,
    doc: 'Shows what server-side apply makes of a resource and who owns its fields: in a document of its own, to which a lens and an action lead, and in hovers.',
  },
  semanticTokens: { group: 'reading', isOn: true, doc: 'Colors what the contract knows.' },
  links: { group: 'reading', isOn: true, doc: 'Makes web addresses in annotations and comments links.' },
  codeLens: {
    group: 'hints',
    isOn: true,
    doc: 'Counts the endpoints of each resource in a line above it, and names what belongs to it.',
  },
  'inlayHints.protocol': { group: 'hints', isOn: true, doc: 'Shows `TCP` beside a port that names no protocol.' },
  'inlayHints.namespace': {
    group: 'hints',
    isOn: true,
    doc: 'Shows the namespace `default` where a manifest names none.',
  },
  'inlayHints.portName': {
    group: 'hints',
    isOn: true,
    doc: 'Shows the service that IANA has registered for a port number.',
  },
  'inlayHints.number': {
    group: 'hints',
    isOn: true,
    doc: 'Shows what a number is read as that looks otherwise, such as `0120`.',
  },
} satisfies { readonly [name: string]: SwitchFacts };

/** What is on or off; a dot leads into a group of the file. */
export type Switch = keyof typeof table;

export const switches: Readonly<Record<Switch, SwitchFacts>> = table;

export const switchNames = Object.keys(table) as readonly Switch[];

export interface Setting {
  readonly key: SettingKey;
  readonly group: SettingGroup;
  /** Markdown. */
  readonly doc: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** True for what may be different for some files. */
  readonly isPerFile?: true;
  /** True for what an editor has no setting for. */
  readonly isInFilesOnly?: true;
}

export type SettingKey =
  | 'kubernetesVersion'
  | 'severity'
  | 'exclude'
  | 'maxFileSize'
  | 'convert.managedBy'
  | 'maxWarnings'
  | 'baseline'
  | 'extends'
  | 'overrides'
  | Switch;

const path = { type: 'string', pattern: '^(?![A-Za-z][A-Za-z0-9+.-]+:).*\\.([yY][aA]?[mM][lL]|[jJ][sS][oO][nN])$' };

export const settings: readonly Setting[] = [
  {
    key: 'kubernetesVersion',
    group: 'checks',
    doc: `The Kubernetes version whose API server decides, from \`1.${oldestMinor}\`. Versions after \`1.${newestMinor}\` count as \`1.${newestMinor}\`.`,
    schema: {
      type: 'string',
      default: `1.${newestMinor}`,
      pattern: '^v?1\\.([2-9]\\d|[1-9]\\d\\d)(\\.\\d+)?([-+].*)?$',
    },
    isPerFile: true,
  },
  {
    key: 'severity',
    group: 'checks',
    doc: 'The level of each rule, by its code: `off`, `hint`, `info`, `warning` or `error`.',
    schema: { type: 'object', default: {}, additionalProperties: { type: 'string', enum: severityLevels } },
    isPerFile: true,
  },
  {
    key: 'exclude',
    group: 'workspace',
    doc: 'Files and folders that are left out, in addition to what `.gitignore` names; written as there. What the command line names itself is read all the same.',
    schema: {
      type: 'array',
      default: [],
      items: patternSchema,
      examples: [['fixtures/', '**/testdata/']],
    },
  },
  {
    key: 'maxFileSize',
    group: 'workspace',
    doc: 'The language server does not read files larger than so many KiB, unless they are open.',
    schema: { type: 'integer', default: defaultMaxFileSize, minimum: 1 },
  },
  {
    key: 'convert.managedBy',
    group: 'writing',
    doc: 'Who looks after the slices that Endpoints are converted to: the value of their label `endpointslice.kubernetes.io/managed-by`.',
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
    doc: 'More warnings than so many let `endpoints check` fail, as with `--max-warnings`.',
    schema: { type: 'integer', minimum: 0 },
    isInFilesOnly: true,
  },
  {
    key: 'baseline',
    group: 'commandLine',
    doc: 'The baseline of `endpoints check`, as with `--baseline`: a path from this file on.',
    schema: { type: 'string', minLength: 1, examples: ['endpoints-baseline.json'] },
    isInFilesOnly: true,
  },
  {
    key: 'extends',
    group: 'files',
    doc: 'Another settings file, or a list of them: paths from this file on. They are read first, and later ones win; this file wins over them all.',
    schema: { oneOf: [path, { type: 'array', items: path }], examples: ['../endpoints.config.yaml'] },
    isInFilesOnly: true,
  },
  {
    key: 'overrides',
    group: 'files',
    doc: 'Settings for some files: a list of which each item names `files`, patterns as in `.gitignore`, and what is different for them. Later ones win.',
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
