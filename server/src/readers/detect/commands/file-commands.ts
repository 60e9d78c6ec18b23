/**
 * Finds the scripts in files that are no trees: shell scripts, units of systemd, makefiles and justfiles, Dockerfiles, notes
 * of charts.
 */
import type { Span } from '../../../text/span.ts';
import type { SearchedText } from '../../searched-text.ts';
import { argumentCommand, type CommandSource } from './command-source.ts';
import { Decoder, scriptPart, scriptSlice, withoutEscapes, masked, type ScriptText } from './script-text.ts';
import { shellCommands } from './shell-commands.ts';
import type { FileVariables } from './shell-variables.ts';

export function shellSources({ text, name }: SearchedText): readonly CommandSource[] {
  const stopsAtFailure = failing.test(text);
  const isWindows = /\.(?:ps1|psm1|bat|cmd)$/i.test(name);
  const isOther = isWindows || /\.(?:bats|fish)$/i.test(name);
  const own = scriptSlice(text, 0, text.length);
  if (isUnit.test(name)) return [{ commands: shellCommands(masked(own, withoutUnitKeys(text))), audience: 'machine' }];
  const script = isWindows ? masked(own, withoutWindowsMarks(text, /\.(?:bat|cmd)$/i.test(name))) : own;
  return [{ commands: shellCommands(script), audience: isOther ? 'machine' : 'people', stopsAtFailure }];
}

/** The options that end a script at a command that fails, and traps for such a command. */
const failing =
  /^[ \t]*set[ \t](?:[^\n;#]*[ \t])?-(?:\w*e|o[ \t]+errexit)|^#![^\n]*\s-\w*e|^[ \t]*trap[ \t][^\n]*\bERR\b/m;

const isUnit = /\.(?:service|timer|socket)$/i;

/** Leaves the commands of a unit of systemd. */
function withoutUnitKeys(text: string): string {
  return text.replace(/^(?:[ \t]*Exec\w+=[-@+!:]*|[^\n]*)/gm, (found) =>
    found.trimStart().startsWith('Exec') ? ' '.repeat(found.length) : found.replace(/[^\n]/g, ' '),
  );
}

/** Blanks comments, and the marks at the ends of lines that continue. */
function withoutWindowsMarks(text: string, isBatch: boolean): string {
  const blank = (found: string): string => found.replace(/[^\n]/g, ' ');
  if (isBatch)
    return text
      .replace(/^[ \t]*(?:@?rem\b|::)[^\n]*/gim, blank)
      .replace(/\^\r?\n|^[ \t]*@/gm, (found) => ' '.repeat(found.length));
  return text
    .replace(/<#[^#]*#>/g, blank)
    .replace(/`\r?\n/g, (found) => ' '.repeat(found.length))
    .replaceAll('`', ' ');
}

/** The recipes of a makefile or a justfile, one source for each target. */
export function recipeSources({ text, language }: SearchedText, variables: FileVariables): readonly CommandSource[] {
  const sources: CommandSource[] = [];
  let target = '';
  let lines: Span | undefined;
  const close = (): void => {
    if (lines) sources.push(recipeSource(text, lines, target));
    lines = undefined;
  };
  let start = 0;
  let isContinued = false;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const isRecipe = language === 'make' ? line.startsWith('\t') : /^[ \t]+\S/.test(line);
    const isMore = isContinued && lines !== undefined;
    isContinued = line.trimEnd().endsWith('\\');
    if (isRecipe || isMore) lines = { start: lines?.start ?? start, end };
    else {
      const [, variable, value] = /^(?:export[ \t]+)?([\w.-]+)[ \t]*(?:[:?]{0,3}=)[ \t]*([^#\n]*)/.exec(line) ?? [];
      const header = /^([^\s#:=][^#:=\n]*):(?!=)/.exec(line)?.[1];
      if (variable !== undefined) variables.add(variable, (value ?? '').trim().replace(/^(["'])(.*)\1$/, '$2'));
      if (header !== undefined) {
        close();
        target = header.trim();
      }
      const inline = header === undefined ? undefined : /;[ \t]*\S/.exec(line);
      if (inline) lines = { start: start + inline.index + 1, end };
      else if (line.includes('$(shell')) {
        const script = makeScript(scriptSlice(text, start, end));
        sources.push({ commands: shellCommands(script, ['output']), audience: 'machine' });
      }
    }
    start = end + 1;
  }
  close();
  return sources;
}

function recipeSource(text: string, { start, end }: Span, target: string): CommandSource {
  return {
    commands: shellCommands(makeScript(scriptSlice(text, start, end))),
    audience: 'people',
    stopsAtFailure: true,
    title: `target "${target}"`,
  };
}

/** Decodes `$$`, `$(NAME)` and `$(shell …)`, and drops the marks at the start of lines. */
function makeScript(source: ScriptText): ScriptText {
  const text = source.text
    .replace(/(?<!\\\r?\n)^([ \t]*)([@+-]+)/gm, (_, space: string, marks: string) => space + ' '.repeat(marks.length))
    .replace(/(^|[^$])\$\((\w+)\)/g, (_, before: string, name: string) => `${before}\${${name}}`)
    .replace(/(^|[^$])\$\(shell\b/g, (_, before: string) => `${before}$(     `);
  const decoder = new Decoder();
  for (let i = 0; i < text.length; i++) {
    decoder.add(text[i] ?? '', i);
    if (text[i] === '$' && text[i + 1] === '$') i++;
  }
  return decoder.of(source);
}

const instruction = /^[ \t]*(?:ONBUILD[ \t]+)?(RUN|CMD|ENTRYPOINT|HEALTHCHECK|SHELL|ENV|ARG)[ \t]+([\s\S]*)$/i;

export function dockerSources({ text }: SearchedText, variables: FileVariables): readonly CommandSource[] {
  const sources: CommandSource[] = [];
  let entrypoint: readonly ScriptText[] = [];
  for (const { start, end } of instructionsIn(text)) {
    const [all = '', name = '', rest = ''] = instruction.exec(text.slice(start, end)) ?? [];
    const kind = name.toUpperCase();
    if (kind === 'ENV' || kind === 'ARG') {
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)[= ]"?([^\s"]+)"?/g)) variables.add(key, value);
      continue;
    }
    if (kind === '') continue;
    const [options = ''] = /^(?:--[^\s\\]+[\s\\]+)*(?:CMD[\s\\]+)?/i.exec(rest) ?? [];
    const body = scriptSlice(text, start + all.length - rest.length + options.length, end);
    const list = jsonWords(body);
    if (kind === 'ENTRYPOINT') entrypoint = list ?? [];
    const commands = list
      ? [argumentCommand(kind === 'CMD' ? [...entrypoint, ...list] : list)]
      : shellCommands(masked(body, withoutComments(body.text)));
    sources.push({ commands, audience: 'machine', isList: list !== undefined, title: kind });
  }
  return sources;
}

/** Instructions with the lines that continue them, and with their here-documents. */
function instructionsIn(text: string): readonly Span[] {
  const found: Span[] = [];
  let [start, at] = [0, 0];
  let [isOpen, document] = [false, ''];
  for (const line of text.split('\n')) {
    const end = at + line.length;
    const isComment = /^[ \t]*#/.test(line);
    if (!isOpen && document === '') start = at;
    if (document !== '') document = line.trim() === document ? '' : document;
    else if (!isComment) {
      isOpen = /\\[ \t\r]*$/.test(line);
      document = /<<-?["']?(\w+)/.exec(line)?.[1] ?? '';
    }
    if (!isOpen && document === '' && !(isComment && start === at)) found.push({ start, end });
    at = end + 1;
  }
  return found;
}

/** A comment between lines that continue is no part of the command. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*#[^\n]*\n/gm, (found) => `${' '.repeat(Math.max(0, found.length - 2))}\\\n`);
}

/** The strings of a JSON list; undefined for another form. */
function jsonWords(source: ScriptText): readonly ScriptText[] | undefined {
  const { text } = source;
  if (!/^\s*\[/.test(text)) return undefined;
  return [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(({ index, 1: content = '' }) =>
    withoutEscapes(scriptPart(source, index + 1, index + 1 + content.length)),
  );
}

const noteStart =
  /^[ \t]*(?:[-*][ \t]+|\d+[.)][ \t]+)?(?:[$>][ \t]+)?(?=(?:sudo |watch )?(?:kubectl|oc) |(?:export )?\w+=["']?\$\(|(?:while|until) ! ?kubectl )/;

/** The commands in the notes of a chart: lines that start with one, and commands in backticks. */
export function noteSources({ text }: SearchedText): readonly CommandSource[] {
  const sources: CommandSource[] = [];
  const add = (start: number, end: number): void => {
    sources.push({ commands: shellCommands(scriptSlice(text, start, end)), audience: 'people' });
  };
  let [start, open] = [0, -1];
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const isContinued = /\\[ \t\r]*$/.test(line);
    const prefix = open === -1 ? noteStart.exec(line)?.[0] : undefined;
    if (prefix !== undefined) open = start + prefix.length;
    if (open === -1) {
      for (const { index, 0: all } of line.matchAll(/`(?:kubectl|oc) [^`]*`/g))
        add(start + index + 1, start + index + all.length - 1);
    } else if (!isContinued) {
      add(open, end);
      open = -1;
    }
    start = end + 1;
  }
  return sources;
}
