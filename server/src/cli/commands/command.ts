/** What a command and its options are, as data: `--help`, the man page and the completion of shells are made of it. */

/** An option, in the shape that Node's `parseArgs` takes, with what is to be said of it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
  readonly default?: string | boolean | string[];
  /** What stands for the value in a help text, such as `FILE`; words with `|` between them are all that can be written. */
  readonly value?: string;
  /** What it does, as a help text says it. */
  readonly does: string;
  /** The heading that it and those after it stand under. */
  readonly heading?: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

export interface Command {
  readonly name: string;
  /** What follows the name in the list of commands, such as `[PATH…]`. */
  readonly operands: string;
  /** What it is for, as the list of commands says it. */
  readonly summary: string;
  /** What follows the name where it is called, one for each way. */
  readonly usage: readonly string[];
  /** Paragraphs. */
  readonly about: readonly string[];
  readonly options: CommandOptions;
  /** Paragraphs for behind the options. */
  readonly notes?: readonly string[];
  readonly exitCodes?: readonly (readonly [codes: string, when: string])[];
  /** Lines for a shell. */
  readonly examples: readonly string[];
}

/** The option that each command has. */
export const helpOption: CommandOption = { type: 'boolean', does: 'show this' };

/** The options that several commands have in common. */
export const versionOption = {
  type: 'string',
  value: '1.N',
  does: 'the version whose API server decides, from 1.20; the newest by default',
} as const satisfies CommandOption;

export const configOption = {
  type: 'string',
  value: 'FILE',
  does: 'the settings file; by default endpoints.config.yaml here or above',
} as const satisfies CommandOption;

export const formatOption = {
  type: 'string',
  value: 'text|json',
  default: 'text',
  does: 'how to report; text by default',
} as const satisfies CommandOption;
