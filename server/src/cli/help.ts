/** The texts of --help, made of what the commands say of themselves. */
import { wrapped } from '../text/wrap.ts';
import { helpOption } from './commands/command.ts';
import type { Command, CommandOption } from './commands/command.ts';
import { commands, examples, exitCodeLines, purpose } from './commands/commands.ts';

/** No line is longer. */
const widest = 100;
/** Where the second column starts. */
const gutter = 32;

/** What `endpoints --help` prints. */
export function overview(): string {
  const calls = commands.map(({ name, operands, summary }) => row(`endpoints ${name} ${operands}`.trimEnd(), summary));
  const more = [row('endpoints COMMAND --help', 'the options of a command'), '  endpoints --version'];
  const width = Math.max(...examples.map(([line, does]) => (does === undefined ? 0 : line.length)));
  const lines = examples.map(([line, does]) => `  ${does === undefined ? line : `${line.padEnd(width)}   ${does}`}`);
  return blocks([
    [`endpoints: ${purpose}`],
    ['Usage', ...calls],
    more,
    ['Examples', ...lines],
    ['Exit codes', ...exitCodeLines.flatMap(codeRow)],
  ]);
}

/** What `endpoints COMMAND --help` prints; of another program, what that prints. */
export function helpOf(command: Command, call = `endpoints ${command.name}`): string {
  const { usage, about, options, notes = [], exitCodes = [] } = command;
  const ways = usage.map((way, i) => `${i === 0 ? 'Usage:' : '      '} ${call} ${way}`.trimEnd());
  return blocks([
    ways,
    ...about.map((paragraph) => wrapped(paragraph, widest)),
    ...optionBlocks(Object.entries({ ...options, help: helpOption })),
    ...notes.map((paragraph) => wrapped(paragraph, widest)),
    ['Exit codes', ...exitCodes.flatMap(codeRow)],
    ['Examples', ...command.examples.map((line) => `  ${line}`)],
  ]);
}

/** `--format text|json`, `--yes, -y`. */
function spelled(name: string, { short, value }: CommandOption): string {
  const names = `--${name}${short === undefined ? '' : `, -${short}`}`;
  return value === undefined ? names : `${names} ${value}`;
}

/** One for each heading. */
function optionBlocks(
  options: readonly (readonly [name: string, option: CommandOption])[],
): readonly (readonly string[])[] {
  const found: string[][] = [];
  for (const [name, option] of options) {
    if (option.heading !== undefined || found.length === 0) found.push([option.heading ?? 'Options']);
    found.at(-1)?.push(row(spelled(name, option), option.does));
  }
  return found;
}

function codeRow([codes, when]: readonly [string, string]): string {
  return `  ${codes} ${when}`;
}

/** Two columns; where the first is too long for its own, the second starts on the next line. */
function row(first: string, second: string): string {
  const [head = '', ...rest] = wrapped(second, widest - gutter).map((line) => `${' '.repeat(gutter)}${line}`);
  const isShort = first.length + 4 <= gutter;
  const top = isShort ? [`  ${first}`.padEnd(gutter) + head.slice(gutter)] : [`  ${first}`, head];
  return [...top, ...rest].join('\n');
}

/** A block of a heading alone is left out. */
function blocks(all: readonly (readonly string[])[]): string {
  return `${all
    .filter((lines) => lines.length > 1 || !isHeading(lines[0]))
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function isHeading(line: string | undefined): boolean {
  return line === 'Exit codes' || line === 'Examples';
}
