/** The types of a command and its options. `--help`, the man page and shell completion are generated from these tables. */

/** An option, in the shape that Node's `parseArgs` takes, with its documentation. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
  readonly default?: string | boolean | string[];
  /** The placeholder of the value in a help text, such as `FILE`; with `|` in it, the list of all valid values. */
  readonly value?: string;
  readonly does: string;
  /** What shell completion proposes, where the placeholder does not say it. */
  readonly words?: readonly string[];
  /** Left out of `--help`; `--help --all` and the man page show it. Rare options follow the usual ones. */
  readonly isRare?: true;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

export interface Command {
  readonly name: string;
  /** What follows the name in the list of commands, such as `[PATH…]`. */
  readonly operands: string;
  readonly summary: string;
  /** Left out of `endpoints --help`; `endpoints --help --all` shows it. */
  readonly isRare?: true;
  /** What follows the name on the command line, one line for each form. */
  readonly usage: readonly string[];
  /** Paragraphs. `--help` shows the first one, `--help --all` all of them. */
  readonly about: readonly string[];
  readonly options: CommandOptions;
  /** Paragraphs after the options, in `--help --all` only. */
  readonly notes?: readonly string[];
  readonly exitCodes?: readonly (readonly [codes: string, when: string])[];
  readonly examples: readonly string[];
}

export const helpOption: CommandOption = { type: 'boolean', does: 'show this help; with --all, every option' };

export const rareHeading = 'More options';

export const versionOption = {
  type: 'string',
  value: '1.N',
  does: 'API server, from 1.20 (default: settings or newest)',
} as const satisfies CommandOption;

/** For a command that checks for all of several versions, which are separated by commas. */
export const versionsOption = {
  ...versionOption,
  does: 'API servers, from 1.20 (default: settings or newest)',
} as const satisfies CommandOption;

export const configOption = {
  type: 'string',
  value: 'FILE',
  does: 'settings file (default endpoints.config.yaml here or in a parent directory)',
  isRare: true,
} as const satisfies CommandOption;

export const maxFileSizeOption = {
  type: 'string',
  value: 'SIZE',
  does: 'read files up to this size, such as 64MiB (default 32MiB)',
  isRare: true,
} as const satisfies CommandOption;

export const buildOption = {
  type: 'string',
  value: 'ROOT',
  does: 'read what the kustomization at ROOT builds',
} as const satisfies CommandOption;

export const formatOption = {
  type: 'string',
  short: 'f',
  value: 'text|json',
  default: 'text',
  does: 'output format (default text)',
} as const satisfies CommandOption;
