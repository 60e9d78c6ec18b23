/** The possible values of options and operands, derived from their placeholders in the help text. */
import { severityLevels } from '../../config/settings.ts';
import { announcedMinor, newestMinor, oldestMinor, versionName } from '../../contract/version.ts';
import { rules } from '../../rules/rules.ts';
import { helpOption, type Command, type CommandOption } from '../commands/command.ts';
import { reporterNames } from '../../reports/reporters.ts';

/** Words; pairs of words joined by "="; files; or anything, such as a number. */
export type Choices =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'pairs'; readonly words: readonly string[]; readonly seconds: readonly string[] }
  | { readonly kind: 'files' }
  | { readonly kind: 'unknown' };

export interface CompletedOption {
  readonly name: string;
  readonly short: string | undefined;
  readonly does: string;
  readonly isRepeated: boolean;
  /** Undefined for an option without a value. */
  readonly value: { readonly name: string; readonly choices: Choices } | undefined;
}

export function completedOptions({ options }: Command): readonly CompletedOption[] {
  return Object.entries<CommandOption>({ ...options, help: helpOption }).map(([name, option]) => ({
    name,
    short: option.short,
    does: option.does,
    isRepeated: option.multiple === true,
    value: option.type === 'string' ? valueOf(name, option) : undefined,
  }));
}

/** The operands of a command; undefined if it has none. */
export function operandsOf({ operands }: Command): Choices | undefined {
  return operands === '' ? undefined : choicesFor(operands);
}

function valueOf(option: string, { value = '', words }: CommandOption): CompletedOption['value'] {
  const known = words ?? (option === 'format' && !value.includes('|') ? reporterNames : undefined);
  return { name: value, choices: known ? { kind: 'words', words: known } : choicesFor(value) };
}

function choicesFor(name: string): Choices {
  if (name.includes('|')) return { kind: 'words', words: name.split('|') };
  if (name === 'CODE') return { kind: 'words', words: codes() };
  if (name === 'CODE=LEVEL') return { kind: 'pairs', words: codes(), seconds: severityLevels };
  if (name === '1.N') return { kind: 'words', words: versions() };
  return /FILE|PATH|REPORT|DIRECTORY|ROOT/.test(name) ? { kind: 'files' } : { kind: 'unknown' };
}

function codes(): readonly string[] {
  return rules.map(({ code }) => code);
}

/** The newest recorded one first. */
function versions(): readonly string[] {
  const recorded = Array.from({ length: newestMinor - oldestMinor + 1 }, (_, i) => newestMinor - i);
  return [...recorded, announcedMinor].map(versionName);
}
