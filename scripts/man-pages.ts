/** Generates the man pages of both programs from the same tables as --help. */
import {
  helpOption,
  rareHeading,
  type Command,
  type CommandOption,
  type CommandOptions,
} from '../server/src/cli/commands/command.ts';
import { commands, examples, exitCodeLines, purpose } from '../server/src/cli/commands/commands.ts';
import { serverCommand } from '../server/src/cli/commands/language-server.ts';

export function manPages(version: string): readonly (readonly [file: string, text: string])[] {
  return [
    ['endpoints.1', programPage(version)],
    ['endpoints-language-server.1', serverPage(version)],
  ];
}

function programPage(version: string): string {
  const versionLine: CommandOption = { type: 'boolean', does: 'show the version' };
  return lines([
    ...head('endpoints', purpose, version),
    '.SH SYNOPSIS',
    ...synopsis(
      'endpoints',
      commands.map(({ name, operands }) => `${name} ${operands}`),
    ),
    '.SH DESCRIPTION',
    ...paragraph(
      `The program ${purpose}: offline, before anything is applied. The commands and their options are described below.`,
    ),
    '.SH COMMANDS',
    ...commands.flatMap(commandPart),
    '.SH OPTIONS',
    ...optionPart({
      help: { ...helpOption, does: 'show the usual options; with --all, every option' },
      version: versionLine,
    }),
    '.SH ENVIRONMENT',
    ...term('.B NO_COLOR', 'If set, disables colors.'),
    ...term('.B FORCE_COLOR', 'If set to anything but 0 or false, enables colors even without a terminal.'),
    ...term('.B CI', 'If set, hides the progress bar.'),
    '.SH FILES',
    ...term('.I endpoints.config.yaml', 'Settings, in the working directory or one of its parents.'),
    ...term('.I endpoints\\-baseline.json', 'The default file of --write-baseline.'),
    '.SH EXIT STATUS',
    ...exitCodeLines.flatMap(([codes, when]) => term(`.B ${roff(codes)}`, when)),
    '.SH EXAMPLES',
    ...examples.flatMap(([line, does]) => example(line, does)),
    '.SH SEE ALSO',
    '.BR endpoints\\-language\\-server (1)',
  ]);
}

function serverPage(version: string): string {
  const { name, summary, usage, about, options, exitCodes = [], examples: calls } = serverCommand;
  return lines([
    ...head(name, summary, version),
    '.SH SYNOPSIS',
    ...synopsis(name, usage),
    '.SH DESCRIPTION',
    ...about.flatMap(paragraph),
    '.SH OPTIONS',
    ...optionPart({ ...options, help: helpOption }),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([codes, when]) => term(`.B ${roff(codes)}`, when)),
    '.SH EXAMPLES',
    ...calls.flatMap((line) => example(line)),
    '.SH SEE ALSO',
    '.BR endpoints (1)',
  ]);
}

/** No date: it would differ from build to build. */
function head(name: string, summary: string, version: string): readonly string[] {
  return [
    `.TH ${roff(name.toUpperCase())} 1 "" "endpoints ${roff(version)}" "User Commands"`,
    '.SH NAME',
    `${roff(name)} \\- ${roff(summary)}`,
  ];
}

function commandPart(command: Command): readonly string[] {
  const { name, operands, usage, about, options, notes = [], exitCodes = [], examples: calls } = command;
  return [
    `.SS ${roff(`endpoints ${name} ${operands}`.trimEnd())}`,
    ...synopsis(
      'endpoints',
      usage.map((way) => `${name} ${way}`),
    ),
    ...about.flatMap(paragraph),
    ...optionPart(options),
    ...notes.flatMap(paragraph),
    ...(exitCodes.length > 0 ? paragraph('Exit status:') : []),
    ...exitCodes.flatMap(([codes, when]) => term(`.B ${roff(codes)}`, when)),
    ...calls.flatMap((line) => example(line)),
  ];
}

function optionPart(options: CommandOptions): readonly string[] {
  const entries = Object.entries<CommandOption>(options);
  const firstRare = entries.find(([, { isRare }]) => isRare === true)?.[0];
  return entries.flatMap(([name, { short, value, does }]) => {
    const spelled = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((each) => `\\fB${roff(each)}\\fR`);
    const shown = `${spelled.join(', ')}${value === undefined ? '' : ` \\fI${roff(value)}\\fR`}`;
    return [...(name === firstRare ? paragraph(`${rareHeading}:`) : []), ...term(shown, does)];
  });
}

function synopsis(program: string, ways: readonly string[]): readonly string[] {
  return ways.flatMap((way, i) => [i === 0 ? '.PP' : '.br', `\\fB${roff(program)}\\fR ${roff(way.trimEnd())}`]);
}

function paragraph(text: string): readonly string[] {
  return ['.PP', roff(text)];
}

/** `shown` is roff already. */
function term(shown: string, text: string): readonly string[] {
  return ['.TP', shown, roff(text)];
}

function example(line: string, does?: string): readonly string[] {
  return [...(does === undefined ? ['.PP'] : paragraph(`${does}:`)), '.RS 4', '.nf', roff(line), '.fi', '.RE'];
}

/** A text as roff prints it: no character is a request, a hyphen that breaks, or a quotation mark of another kind. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll('"', '\\(dq')
    .replace(/[^\x20-\x7e]/gu, (unit) => `\\[u${unit.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^\./, '\\&.');
}

/** A heading begins a paragraph of its own. */
function lines(all: readonly string[]): string {
  const isNeeded = (line: string, i: number): boolean => line !== '.PP' || !/^\.S[HS] /.test(all[i - 1] ?? '');
  return `${all.filter(isNeeded).join('\n')}\n`;
}
