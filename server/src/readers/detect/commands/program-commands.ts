/** Finds the commands that programs start, and the paths of the API that they request. */
import type { SearchedText } from '../../searched-text.ts';
import { apiPaths, isApiAddress, type ApiPath } from './api-path.ts';
import { commandName } from './command-names.ts';
import { argumentCommand, type CommandSource } from './command-source.ts';
import { argumentsBehind, callsAround, withWordBefore, type CallsAround } from './program-calls.ts';
import { programStrings, type ProgramString, type ProgramStrings } from './program-strings.ts';
import { scriptSlice, type ScriptText } from './script-text.ts';
import { shellCommands } from './shell-commands.ts';
import type { ShellWord } from './shell-syntax.ts';
import type { FileVariables } from './shell-variables.ts';

/** Calls that start a command. */
const starters =
  /(?:^|[._])(?:exec(?:a|ute|vp?e?|[A-Z_]\w*)?|spawn(?:[A-Z_]\w*)?|system|[pP]open\w*|[rR]un(?:[A-Z_]\w*)?|check_output|check_call|call|getoutput|getstatusoutput|shell(?:[A-Z_]\w*)?|sh|bash|bat|pwsh|powershell|[cC]ommand(?:[A-Z_]\w*)?|[cC]md(?:[A-Z_]\w*)?|local|sudo|Start|ProcessBuilder|ProcessStartInfo|Exec(?:[A-Z_]\w*)?|Output|\w*[kK]ube_?[cC]tl\w*|oc)$/;

/** Calls that make a text, whose result another call gets. */
const formatters = /(?:^|\.)(?:Sprintf|format|Format|split|Split|Fields|join|dedent|trim|strip|quote)$/;

const printers =
  /print|log|echo|err|warn|info|debug|fatal|panic|fail|assert|expect|describe|raise|exception|throw|help|usage|skip|write|banner|message|exit|(?:^|\.)(?:it|test|step|By|Handle\w*|route\w*|mock\w*|nock|stub\w*)$/i;

/** Names of fields, arguments and attributes that hold a command. */
const commandKey =
  /\b(?:command|commands|cmd|cmds|args|create|update|delete|script|shell|inline|program|run|user_data)["']?\s*[:=]\s*[a-zA-Z@$]{0,2}$/;

const commandVariable =
  /(?:\b|_|[a-z](?=[A-Z]))(?:cmd|command|script|argv)(?:s|\d|_?(?:str|string|line|list|args|text))?(?:\s*:\s*[\w[\]<>.]+)?\s*:?=\s*[a-zA-Z@$]{0,2}$/i;

const processWords = /subprocess|\bos\.system|[pP]open|exec|spawn|Process|\bsh\b|shell|Command\(/;

const verbs = /^(?:get|describe|patch|apply|edit|delete|annotate|label|create|replace|wait)$/;

export function programSources(text: SearchedText, variables: FileVariables): readonly CommandSource[] {
  const program = programStrings(text.text, text.language);
  if (!program) return [];
  addConstants(program, variables);
  let behind = 0;
  const found = program.strings.flatMap((string, i) => {
    // An argument of kubectl is no command of its own, as in `kubectl exec POD -- kubectl get …`.
    if (string.start < behind) return [];
    const sources = sourceAt(program, string, i, text);
    const last = sources.flatMap(({ commands }) => commands.flatMap(({ words }) => words)).at(-1);
    if (last && sources.some(({ isList }) => isList)) behind = last.script.fileOffset(last.start);
    return sources;
  });
  return text.language === 'hcl' ? [...found, ...hclDocuments(text)] : found;
}

/** The constants of a program, but not the defaults of parameters, which a caller may replace. */
function addConstants({ strings, code }: ProgramStrings, variables: FileVariables): void {
  for (const { start, end, content } of strings) {
    if (content.text.length >= 100 || /^\s*[,)]/.test(code.slice(end, end + 20))) continue;
    const ahead = code.slice(Math.max(0, start - 100), start);
    const line = ahead.slice(ahead.lastIndexOf('\n') + 1);
    const [, name] = /(?:^|[;{])\s*(?:[a-zA-Z]+\s+){0,4}(\w+)(?:\s*:\s*\w+|\s+string)?\s+:?=\s*$/.exec(line) ?? [];
    if (name !== undefined) variables.add(name, content.text);
  }
}

function sourceAt(
  program: ProgramStrings,
  string: ProgramString,
  i: number,
  text: SearchedText,
): readonly CommandSource[] {
  const content = string.content.text.trim();
  const isCommand = /^(?:kubectl|oc)$/.test(commandName(content)) && !/\s/.test(content);
  const isText = /\b(?:kubectl|oc)(?:\.exe)?\s/.test(content) && /endpoint|\bep\b/i.test(content);
  const isVerb =
    verbs.test(content) ||
    (/^(?:-\S+\s+\S+\s+)*(?:get|describe|patch|edit|delete|annotate|label|wait)\s/.test(content) &&
      /endpoint|\bep\b/i.test(content));
  if (!isCommand && !isText && !isVerb) return [];
  const around = callsAround(program.code, string.start);
  const call = around.calls.find((name) => !formatters.test(name)) ?? '';
  if (printers.test(call) && !starters.test(call)) return [];
  if (isText)
    return isStarted(program, i, around, call, text)
      ? [{ commands: shellCommands(string.content, ['status']), audience: 'machine' }]
      : [];
  const isRun = call.endsWith('.Run') && /^\)\s*\.Args\s*\(/.test(program.code.slice(string.end, string.end + 20));
  const isOfKubectl =
    /\bArguments\s*=\s*[$@]{0,2}$/.test(around.before[0] ?? '') &&
    commandName(program.strings[i - 1]?.content.text ?? '') === 'kubectl';
  if (isVerb && !isRun && !isOfKubectl && !/kube_?ctl/i.test(call) && !/(?:^|\.)oc$/.test(call)) return [];
  // `oc.Run("get").Args("endpoints", …)` of the tests of OpenShift.
  const rest = argumentsBehind(program, i, isRun ? program.code.indexOf('(', string.end) + 1 : undefined);
  const own = isVerb ? [withWordBefore('kubectl', string.content), ...rest] : [string.content, ...rest];
  const all = isVerb ? [...own, ...namespaceBefore(program, i)] : own;
  if (all.length === 1 && !isVerb) return [];
  return [
    {
      commands: [{ ...argumentCommand([], ['status']), words: all.flatMap(wordsOf) }],
      audience: 'machine',
      isList: true,
    },
  ];
}

/** `"-n", "core", "get", …`: the namespace in front of the verb, as words behind it. */
function namespaceBefore({ strings, code }: ProgramStrings, i: number): readonly ScriptText[] {
  const [option, value, verb] = [strings[i - 2], strings[i - 1], strings[i]];
  if (!option || !value || !verb || !/^(?:-n|--namespace)$/.test(option.content.text)) return [];
  const isList = [code.slice(option.end, value.start), code.slice(value.end, verb.start)].every((each) =>
    /^\s*,\s*$/.test(each),
  );
  return isList ? [option.content, value.content] : [];
}

/** A text such as `get endpoints`, as one argument, has several words. */
function wordsOf(argument: ScriptText): readonly ShellWord[] {
  if (/^(?:kubectl\s|(?:-\S+\s+\S+\s+)*(?:get|describe|wait|patch|delete)\s)/.test(argument.text)) {
    const words = shellCommands(argument).at(-1)?.words;
    if (words) return words;
  }
  return argumentCommand([argument]).words;
}

function isStarted(
  { strings, code }: ProgramStrings,
  i: number,
  { before }: CallsAround,
  call: string,
  { text, language }: SearchedText,
): boolean {
  const string = strings[i];
  if (!string) return false;
  if (starters.test(call)) return true;
  const ahead = before.map((each) =>
    each.replace(/(?:[\w.]+\.)?(?:Sprintf|format|split|Split|Fields|dedent)\s*\(\s*[a-z]?$/, ''),
  );
  const previous = strings[i - 1];
  const isShellText =
    previous !== undefined &&
    /^-[a-z]*c$/i.test(previous.content.text) &&
    /^[\s,]*(?:[\w.]+\(\s*)?[a-z]?$/.test(code.slice(previous.end, string.start));
  if (isShellText) return true;
  if (language === 'groovy' && /\b(?:sh|bat|powershell|pwsh)\s+(?:[^\n;]*\bscript\s*:\s*)?$/.test(ahead[0] ?? ''))
    return true;
  if (language === 'groovy' && /^\s*\.execute\(/.test(code.slice(string.end, string.end + 20))) return true;
  // A tagged template: $`kubectl …`.
  if (text[string.start] === '`' && /(?:\$|\bexeca?|\bsh)$/.test(ahead[0] ?? '')) return true;
  // A program that starts nothing may show the command as an example.
  if (!/^(?:jsonnet|hcl|groovy)$/.test(language) && !processWords.test(code)) return false;
  return ahead.some((each) => commandKey.test(each) || commandVariable.test(each));
}

const hclDocument = /\b(?:command|program|script|user_data|inline)\s*=\s*<<[-~]?"?(\w+)"?[^\n]*\n/g;

function hclDocuments({ text }: SearchedText): readonly CommandSource[] {
  const sources: CommandSource[] = [];
  let behind = 0;
  for (const { index, 0: header, 1: word = '' } of text.matchAll(hclDocument)) {
    if (index < behind) continue;
    const start = index + header.length;
    const closing = new RegExp(String.raw`^[ \t]*${word}[ \t]*\r?$`, 'gm');
    closing.lastIndex = start;
    const end = closing.exec(text)?.index ?? text.length;
    behind = end;
    sources.push({ commands: shellCommands(scriptSlice(text, start, end)), audience: 'machine' });
  }
  return sources;
}

export interface ProgramPath {
  readonly path: ApiPath;
  readonly content: ScriptText;
}

const clients = /fetch|axios|request|http|urlopen|urllib|\bGet\(|AbsPath|[wW]atch|[rR]est|curl|\bgot\b|url/i;

/** The paths in strings that go to a client of HTTP. */
export function programPaths({ text, language, name }: SearchedText): readonly ProgramPath[] {
  if (!text.includes('/api/v1/') || /[._-](?:test|spec)\.\w+$|^test_/.test(name)) return [];
  const program = programStrings(text, language);
  if (!program || !clients.test(program.code)) return [];
  return program.strings.flatMap(({ start, content: own }, i) => {
    const content = joinedPath(program, i) ?? own;
    const paths = apiPaths(content.text, isApiAddress);
    if (paths.length === 0 || isStatement(program.code, start)) return [];
    const { calls } = callsAround(program.code, start);
    const call = calls.find((each) => !formatters.test(each)) ?? '';
    return printers.test(call) || routes.test(call) ? [] : paths.map((path) => ({ path, content }));
  });
}

/** Calls that answer requests. */
const routes =
  /(?:^|\.)(?:app|router|routes?|server|mux|fastify|api|engine|mock\w*)\.(?:get|post|put|patch|delete|all|use|GET|Get)$/;

/** `"…/api/v1/namespaces/" + namespace + "/endpoints/…"`, at its last string. */
function joinedPath({ strings, code }: ProgramStrings, i: number): ScriptText | undefined {
  const [string, next] = [strings[i], strings[i + 1]];
  if (!string || !next || !string.content.text.endsWith('/namespaces/') || !/^\/endpoints\b/.test(next.content.text))
    return undefined;
  if (!/^\s*\+[\s\w.()]+\+\s*$/.test(code.slice(string.end, next.start))) return undefined;
  const before = `${string.content.text}\${?}`;
  return {
    text: before + next.content.text,
    fileOffset: (offset) => next.content.fileOffset(Math.max(0, offset - before.length)),
  };
}

/** True for a string that is a statement: the description of a Python function. */
function isStatement(code: string, start: number): boolean {
  return /(?:^|[:;{}\w)\]])[ \t]*\r?\n[ \t]*[a-zA-Z]{0,2}$|^\s*$/.test(code.slice(Math.max(0, start - 120), start));
}
