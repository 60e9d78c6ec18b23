/** The texts of `--help` and `--help --all`, generated from the tables in `commands`. */
import { wrapped } from '../text/wrap.ts';
import { helpOption, rareHeading, type Command, type CommandOption } from './commands/command.ts';
import type * as program from './commands/commands.ts';

/** A terminal has 24 lines; the last one is the prompt. */
const screen = { lines: 23, columns: 80 };
/** The longest line of `--help --all`. */
const widest = 100;
/** The second column starts here at the latest. */
const widestGutter = 32;

type Block = readonly string[];

/**
 * What `endpoints --help` prints; with `isAll`, what `endpoints --help --all` prints. The table of all commands is
 * passed, because the language server prints its own help without it.
 */
export function overview({ commands, examples, exitCodeLines, purpose }: typeof program, isAll = false): string {
  const columns = isAll ? widest : screen.columns;
  const calls = commands
    .filter(({ isRare }) => isAll || isRare !== true)
    .map(({ name, operands, summary }) => [`${name} ${operands}`.trimEnd(), summary]);
  const width = Math.max(...examples.map(([line, does]) => (does === undefined ? 0 : line.length)));
  const lines = examples.map(([line, does]) => (does === undefined ? line : `${line.padEnd(width)}  ${does}`));
  const blocks = [
    [`endpoints: ${purpose}`],
    ['Usage: endpoints COMMAND [options]', '       endpoints --version'],
    ['Commands', ...rows(calls, columns)],
    wrapped('"endpoints COMMAND --help" shows the options of a command; with --all, everything.', columns),
  ];
  return isAll
    ? textOf([...blocks, exampleBlock(lines), exitCodeBlock(exitCodeLines)])
    : textOf(withExamples(blocks, lines));
}

/** What `endpoints COMMAND --help` prints, or `PROGRAM --help` of another program; all of it if `isAll` is true. */
export function helpOf(command: Command, call = `endpoints ${command.name}`, isAll = false): string {
  const { usage, about, options, notes = [], exitCodes = [] } = command;
  const columns = isAll ? widest : screen.columns;
  const usual = optionRows(options, ({ isRare }) => isRare !== true);
  const rare = isAll ? optionRows(options, ({ isRare }) => isRare === true) : [];
  const all = rows([...usual, ['--help', helpOption.does], ...rare], columns);
  const blocks = [
    usage.map((way, i) => `${i === 0 ? 'Usage:' : '      '} ${call} ${way}`.trimEnd()),
    ...about.slice(0, isAll ? undefined : 1).map((paragraph) => wrapped(paragraph, columns)),
    ['Options', ...all.slice(0, usual.length + 1)],
    ...(rare.length > 0 ? [[rareHeading, ...all.slice(usual.length + 1)]] : []),
    ...(isAll ? notes : []).map((paragraph) => wrapped(paragraph, columns)),
    exitCodeBlock(exitCodes),
  ];
  return textOf(isAll ? [...blocks, exampleBlock(command.examples)] : withExamples(blocks, command.examples));
}

function optionRows(
  options: Command['options'],
  isShown: (option: CommandOption) => boolean,
): readonly (readonly [spelling: string, does: string])[] {
  return Object.entries<CommandOption>(options).flatMap(([name, option]) =>
    isShown(option) ? [[spellingOf(name, option), option.does] as const] : [],
  );
}

/** `--format text|json`, `--yes, -y`. */
function spellingOf(name: string, { short, value }: CommandOption): string {
  const names = `--${name}${short === undefined ? '' : `, -${short}`}`;
  return value === undefined ? names : `${names} ${value}`;
}

function exitCodeBlock(codes: readonly (readonly [codes: string, when: string])[]): Block {
  return ['Exit codes', ...codes.map(([code, when]) => `  ${code} ${when}`)];
}

function exampleBlock(lines: readonly string[]): Block {
  return ['Examples', ...lines.map((line) => `  ${line}`)];
}

/** With as many examples as fit on the screen. */
function withExamples(blocks: readonly Block[], lines: readonly string[]): readonly Block[] {
  const used = textOf(blocks).split('\n').length - 1;
  const room = screen.lines - used - 2;
  return room > 0 ? [...blocks, exampleBlock(lines.slice(0, room))] : blocks;
}

/** Two columns, one member for each row. A first text that is too long for its column has the second one on the next line. */
function rows(all: readonly (readonly string[])[], columns: number): readonly string[] {
  const gutter = Math.min(widestGutter, Math.max(...all.map(([first = '']) => first.length)) + 4);
  return all.map(([first = '', second = '']) => {
    const [head = '', ...rest] = wrapped(second, columns - gutter).map((line) => `${' '.repeat(gutter)}${line}`);
    const isShort = first.length + 4 <= gutter;
    const top = isShort ? [`  ${first}`.padEnd(gutter) + head.slice(gutter)] : [`  ${first}`, head];
    return [...top, ...rest].join('\n');
  });
}

function textOf(blocks: readonly Block[]): string {
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
