/** Finds commands that read, write or wait for Endpoints: in scripts, pipelines, images, containers and programs. */
import { uniqueBy } from '../../text/group.ts';
import type { Span } from '../../text/span.ts';
import type { Estate } from '../estate.ts';
import type { FoundReader } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';
import { apiPaths, isApiAddress, type ApiPath } from './commands/api-path.ts';
import { commandFix, isOnlyShown, usedFunctions } from './commands/command-fix.ts';
import { commandLines, kubectlAliases, type CommandLine } from './commands/command-lines.ts';
import { commandMessage, pathMessage, type CommandFacts } from './commands/command-messages.ts';
import { isPlainName, targetReach } from './commands/command-reach.ts';
import type { CommandSource } from './commands/command-source.ts';
import { dockerSources, noteSources, recipeSources, shellSources } from './commands/file-commands.ts';
import { programPaths, programSources } from './commands/program-commands.ts';
import { scriptObjects } from './commands/script-objects.ts';
import { robotSources } from './commands/robot-commands.ts';
import type { ScriptText } from './commands/script-text.ts';
import { wordContent, type ShellCommand } from './commands/shell-syntax.ts';
import { FileVariables, resolveText } from './commands/shell-variables.ts';
import { treeAddresses, treeCommands } from './commands/yaml-commands.ts';

/** The resource as an argument or in a path: no variable, and no key. */
const resourceWord = /(?<![-\w]|\$\{?)(?:endpoints?|ep)\b(?![-=:}])/i;

export function commandReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!resourceWord.test(text.text)) return [];
  const variables = new FileVariables();
  const sources = commandSources(text, estate, variables);
  for (const { commands } of sources) variables.addFrom(commands);
  const search: CommandSearch = { text, estate, variables };
  const aliases = kubectlAliases(text.text);
  const found = [
    ...sources.flatMap((source) => {
      const lines = commandLines(source.commands, { resolve: variables.resolve, aliases });
      return lines.length === 0 ? [] : sourceReaders(source, lines, search);
    }),
    ...programPaths(text).map(({ path, content }) => pathReader(path, content, search)),
    ...treeAddresses(text).flatMap((content) =>
      apiPaths(content.text, isApiAddress).map((path) => pathReader(path, content, search)),
    ),
  ];
  return uniqueBy(found, ({ span, kind }) => `${kind} ${span.start}`);
}

interface CommandSearch {
  readonly text: SearchedText;
  readonly estate: Estate;
  readonly variables: FileVariables;
}

function commandSources(text: SearchedText, estate: Estate, variables: FileVariables): readonly CommandSource[] {
  const { language } = text;
  if (language === 'yaml' || language === 'json') return treeCommands(text, estate, variables);
  if (language === 'make' || /justfile$|\.just$/i.test(text.name)) return recipeSources(text, variables);
  if (language === 'shell') return shellSources(text);
  if (language === 'docker') return dockerSources(text, variables);
  if (language === 'robot') return robotSources(text);
  return language === 'notes' ? noteSources(text) : programSources(text, variables);
}

function sourceReaders(
  source: CommandSource,
  lines: readonly CommandLine[],
  search: CommandSearch,
): readonly FoundReader[] {
  const functions = usedFunctions(source.commands);
  const own = new Set(source.commands);
  return [
    ...lines.flatMap((line) => [
      ...callReaders(line, { source, own, functions, search }),
      ...lineRequests(line, search),
    ]),
    ...writtenObjects(source.commands, lines, search),
  ];
}

function callReaders(
  line: CommandLine,
  {
    source,
    own,
    functions,
    search: { text, estate, variables },
  }: {
    readonly source: CommandSource;
    readonly own: ReadonlySet<ShellCommand>;
    readonly functions: ReadonlySet<string>;
    readonly search: CommandSearch;
  },
): readonly FoundReader[] {
  const { call } = line;
  if (!call?.endpoints || call.path) return [];
  const { endpoints, verb } = call;
  // A sentence of the notes, not a command.
  if (text.language === 'notes' && call.names.length > 1) return [];
  const selected = /^metadata\.name==?([^,]+)$/.exec(call.fieldSelector ?? '')?.[1];
  const written = [endpoints.name, ...call.names.map((name) => name.text), selected].filter(
    (name) => name !== undefined,
  );
  const resolved = written.map((name) => plainText(name, variables));
  const namespace = call.namespace ?? line.chosenNamespace ?? source.namespace;
  const reach = targetReach(estate, text.uri, {
    names: resolved,
    namespace: namespace === undefined ? undefined : plainText(namespace, variables),
    isEverywhere: call.isEverywhere,
    selector: call.selector,
  });
  const isRead = verb === 'get' || verb === 'describe';
  const fixSearch = {
    text,
    source,
    usedFunctions: functions,
    isLast: !source.isFollowed && (source.commands.at(-1) === line.command || !own.has(line.command)),
  };
  const isShown = isRead && isOnlyShown(line, fixSearch);
  const fix = isShown ? commandFix(call, fixSearch) : undefined;
  const isOutput = line.uses.has('output') || (call.output !== undefined && call.output !== 'wide');
  const facts: CommandFacts = {
    kind: isRead ? 'kubectl-read' : verb === 'wait' ? 'kubectl-wait' : 'kubectl-write',
    verb,
    shown: line.shown,
    name: written.length === 1 ? written[0] : undefined,
    use: fix ? 'shown' : isOutput ? 'output' : 'status',
    title: source.title,
    reach,
  };
  const { word, from, to } = endpoints;
  const offset = /^["']/.test(word.raw) ? 1 : 0;
  return [
    {
      ...reach,
      ...(text.language === 'notes' && { certainty: 'likely' as const }),
      span: spanIn(word.script, word.start + offset + from, word.start + offset + to),
      kind: facts.kind,
      change: fix ? 'rewrite' : 'person',
      message: commandMessage(facts),
      fix,
    },
  ];
}

function spanIn({ fileOffset }: ScriptText, start: number, end: number): Span {
  const first = fileOffset(start);
  return { start: first, end: Math.max(first, fileOffset(end - 1) + 1) };
}

function plainText(text: string, { resolve }: FileVariables): string | undefined {
  const resolved = resolveText(text, resolve);
  return resolved !== undefined && isPlainName(resolved) ? resolved : undefined;
}

function lineRequests({ call, paths }: CommandLine, search: CommandSearch): readonly FoundReader[] {
  const { text, variables } = search;
  return paths.flatMap((word) => {
    const content = wordContent(word);
    const isKubernetes = (before: string): boolean =>
      call?.path !== undefined || isApiAddress(before) || isApiAddress(resolveText(before, variables.resolve) ?? '');
    // An address in a variable counts where a client is in the same file.
    if (/^\w+=/.test(word.raw) && !/\b(?:curl|wget|https?)\s|--raw/.test(text.text)) return [];
    return apiPaths(content.text, isKubernetes).map((path) => pathReader(path, content, search));
  });
}

function pathReader(path: ApiPath, content: ScriptText, { text, estate, variables }: CommandSearch): FoundReader {
  const reach = targetReach(estate, text.uri, {
    names: path.name === undefined ? [] : [plainText(path.name, variables)],
    namespace: path.namespace === undefined ? undefined : plainText(path.namespace, variables),
    isEverywhere: path.namespace === undefined,
  });
  return {
    ...reach,
    span: spanIn(content, path.start, path.end),
    kind: 'api-path',
    change: 'person',
    message: pathMessage(path.path, path.name, reach),
  };
}

/** The Endpoints in here-documents and texts that kubectl applies. */
function writtenObjects(
  commands: readonly ShellCommand[],
  lines: readonly CommandLine[],
  { text, estate, variables }: CommandSearch,
): readonly FoundReader[] {
  const writers = lines.filter(
    ({ call }) => call && call.files.length > 0 && /^(?:apply|create|replace)$/.test(call.verb),
  );
  if (writers.length === 0) return [];
  return commands.flatMap((command) => {
    const words = command.words.filter(({ text: word }) => /\bkind\b/.test(word)).map(wordContent);
    const objects = [...command.documents, ...words].flatMap((script) =>
      scriptObjects(script).map((object) => ({ script, object })),
    );
    const writer = objects.length > 0 ? writers.find((each) => isWriterOf(each, command)) : undefined;
    if (!writer?.call) return [];
    const { call } = writer;
    return objects.map(({ script, object: { start, end, name, namespace } }): FoundReader => {
      const place = call.namespace ?? namespace ?? writer.chosenNamespace;
      const reach = targetReach(estate, text.uri, {
        names: [name === undefined ? undefined : plainText(name, variables)],
        namespace: place === undefined ? undefined : plainText(place, variables),
        isEverywhere: false,
      });
      const facts = { verb: call.verb, shown: writer.shown, name, use: 'status', title: undefined, reach } as const;
      const message = commandMessage({ ...facts, kind: 'kubectl-write' });
      return { ...reach, span: spanIn(script, start, end), kind: 'kubectl-write', change: 'person', message };
    });
  });
}

/** True where kubectl gets the text: from its input, through a pipe, or in a file that it reads. */
function isWriterOf({ command: writer, call }: CommandLine, command: ShellCommand): boolean {
  let next: ShellCommand | undefined = command;
  for (let i = 0; next && i < 5; i++) {
    if (next === writer) return true;
    next = next.next;
  }
  return command.files.some((file) => call?.files.includes(file));
}
