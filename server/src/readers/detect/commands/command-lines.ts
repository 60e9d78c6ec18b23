/** Finds the calls of kubectl, and the requests to the API, in the commands of a script. */
import {
  commandName,
  isHttpClient,
  kubectlOptions,
  mayRunArguments,
  readsCommands,
  runsText,
  shellTextIndex,
  transparentCommands,
} from './command-names.ts';
import { kubectlCall, type KubectlCall } from './kubectl-call.ts';
import { scriptPart, type ScriptText } from './script-text.ts';
import { shellCommands } from './shell-commands.ts';
import { argumentWord, wordContent, type ResultUse, type ShellCommand, type ShellWord } from './shell-syntax.ts';
import type { ResolveVariable } from './shell-variables.ts';

/** A command that may concern Endpoints. */
export interface CommandLine {
  readonly command: ShellCommand;
  readonly uses: ReadonlySet<ResultUse>;
  /** Undefined for another client of the API. */
  readonly call: KubectlCall | undefined;
  /** The words that may have a path of the API. */
  readonly paths: readonly ShellWord[];
  /** The text of the words, for messages. */
  readonly shown: string;
  /** The namespace that an earlier command chose. */
  readonly chosenNamespace: string | undefined;
}

export interface LineSearch {
  readonly resolve: ResolveVariable;
  readonly aliases: ReadonlySet<string>;
}

/** Texts in texts are read to this depth. */
const deepest = 4;

export function commandLines(commands: readonly ShellCommand[], search: LineSearch): readonly CommandLine[] {
  const reader = new LineReader(search);
  reader.read(commands, 0);
  return reader.lines;
}

/** The names that stand for kubectl: aliases, and functions that only pass their arguments to it. */
export function kubectlAliases(text: string): ReadonlySet<string> {
  const names = [
    ...text.matchAll(/\balias\s+(\w+)=["']?(?:[\w/]*\/)?(?:kubectl|oc)["']?\s*(?:$|[;#])/gm),
    ...text.matchAll(
      /^[ \t]*(?:function\s+)?(\w+)\s*\(\)\s*\{[^{}\n]{0,80}\n?[^{}\n]{0,80}\b(?:kubectl|oc)\b[^{}\n]{0,120}\$[@*]/gm,
    ),
    ...text.matchAll(/\bSet-Alias\s+(?:-Name\s+)?(\w+)\s+(?:-Value\s+)?kubectl\b/gi),
  ];
  return new Set(names.flatMap(([, name]) => name ?? []));
}

class LineReader {
  readonly lines: CommandLine[] = [];
  readonly #search: LineSearch;
  #namespace: string | undefined;

  constructor(search: LineSearch) {
    this.#search = search;
  }

  read(commands: readonly ShellCommand[], depth: number): void {
    commands.forEach((command, i) => {
      const isChecked = commands[i + 1]?.words.some(({ raw }) => /\$\?|\$LASTEXITCODE/.test(raw)) ?? false;
      this.#command(command, isChecked ? ['status'] : [], depth);
    });
  }

  #command(command: ShellCommand, added: readonly ResultUse[], depth: number): void {
    const { words } = command;
    const start = words.findIndex(({ raw }) => !/^\w+=/.test(raw));
    if (start === -1) {
      if (words.length > 0) this.#assignments(command);
      return;
    }
    const own = words.slice(start);
    this.#noteNamespace(own);
    const nested = this.#nestedTexts(own, command);
    for (const { script, uses } of depth < deepest ? nested : []) {
      this.read(shellCommands(script, [...command.uses, ...added, ...uses]), depth + 1);
    }
    if (nested.length === 0) this.#line(own, command, added);
  }

  #line(words: readonly ShellWord[], command: ShellCommand, added: readonly ResultUse[]): void {
    const { resolve, aliases } = this.#search;
    const uses = new Set([...command.uses, ...added]);
    for (const [i, word] of words.slice(0, longestPrefix).entries()) {
      const options = kubectlOptions(word.text, resolve, aliases);
      if (options) {
        this.#kubectl(words, { at: i, options }, command, uses);
        return;
      }
      const name = commandName(word.text);
      if (isHttpClient(name) && i <= 4) {
        this.#add({ command, uses, call: undefined, paths: words.slice(i + 1), shown: name });
        return;
      }
      if (i === 0 && !mayRunArguments(name)) return;
      if (i === 0 && name === 'xargs') uses.add('output');
      else if (i === 0 && !transparentCommands.has(name)) uses.add('status');
    }
  }

  #kubectl(
    words: readonly ShellWord[],
    { at, options }: { readonly at: number; readonly options: readonly string[] },
    command: ShellCommand,
    uses: ReadonlySet<ResultUse>,
  ): void {
    const rest = words.slice(at + 1);
    // `minikube kubectl -- get endpoints`
    const own = words[at - 1]?.text === 'minikube' && rest[0]?.text === '--' ? rest.slice(1) : rest;
    const plain = options.map((text) => argumentWord({ text, fileOffset: () => 0 }));
    const call = kubectlCall([...plain, ...own]);
    if (!call) return;
    const shown = ['kubectl', ...own.slice(0, 40).map(({ text }) => text)].join(' ');
    this.#add({ command, uses, call, paths: call.path ? [call.path] : [], shown });
  }

  #add(line: Omit<CommandLine, 'chosenNamespace'>): void {
    this.lines.push({ ...line, chosenNamespace: this.#namespace });
  }

  /** A variable that holds a command or an address. */
  #assignments(command: ShellCommand): void {
    for (const word of command.words) {
      const equals = word.text.indexOf('=');
      const value = word.text.slice(equals + 1);
      if (value.includes('/api/v1/'))
        this.#add({ command, uses: command.uses, call: undefined, paths: [word], shown: word.text.slice(0, equals) });
      else if (/^(?:kubectl|oc)\s/.test(value)) {
        const content = wordContent(word);
        this.read(shellCommands(scriptPart(content, content.text.indexOf('=') + 1), ['output']), deepest);
      }
    }
  }

  #noteNamespace(words: readonly ShellWord[]): void {
    const text = words
      .slice(0, 8)
      .map((word) => word.text)
      .join(' ');
    const [, project, current] =
      /^(?:oc project|kubens) ([^\s-]\S*)|^(?:kubectl|oc) config set-context (?:\S+ )*?--namespace[= ](\S+)/.exec(
        text,
      ) ?? [];
    this.#namespace = project ?? current ?? this.#namespace;
  }

  #isKubectl(text: string): boolean {
    return kubectlOptions(text, this.#search.resolve, this.#search.aliases) !== undefined;
  }

  #nestedTexts(
    words: readonly ShellWord[],
    command: ShellCommand,
  ): readonly { readonly script: ScriptText; readonly uses: readonly ResultUse[] }[] {
    const name = commandName(words[0]?.text ?? '');
    if (readsCommands(words) && command.documents.length > 0)
      return command.documents.map((script) => ({ script, uses: ['status'] as const }));
    if (/^(?:cat|tee)$/.test(name) && command.files.length > 0)
      return command.documents.flatMap((script) =>
        /^\s*#!\S*sh\b|^\s*#!.*\bsh\b/.test(script.text) ? [{ script, uses: ['status'] as const }] : [],
      );
    if (name === 'alias')
      return words.slice(1).map((word) => {
        const content = wordContent(word);
        return { script: scriptPart(content, content.text.indexOf('=') + 1), uses: ['output'] };
      });
    if (!mayRunArguments(name)) return [];
    const shell = shellTextIndex(words);
    // What runs inside of a container is another program's.
    if (words.slice(0, shell === -1 ? undefined : shell).some((word) => this.#isKubectl(word.text))) return [];
    const text =
      shell === -1 ? words.find(({ text: each }, i) => i > 0 && isCommandText(each) && runsText(name)) : words[shell];
    if (!text) return [];
    return [{ script: wordContent(text), uses: transparentCommands.has(name) ? [] : ['status'] }];
  }
}

const longestPrefix = 12;

/** A word that is a whole command. */
function isCommandText(text: string): boolean {
  return /(?:^|[\s;&|(!])(?:kubectl|oc)\s+\S/.test(text) || /^\$\{?\w*kubectl\w*\}?\s/i.test(text);
}
