/** Finds the scripts and commands in YAML and JSON: pipelines, tasks, containers, package scripts. */
import { isCollection, stringOf, valueOf, type Mapping, type Value } from '../../../tree/value.ts';
import { siteOf, type Estate } from '../../estate.ts';
import { textAt } from '../../foreign-objects.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../../searched-text.ts';
import { argumentCommand, type CommandSource } from './command-source.ts';
import { withWordBefore } from './program-calls.ts';
import { commandName, shellTextIndex } from './command-names.ts';
import { scalarScript, type ScriptText } from './script-text.ts';
import { shellCommands } from './shell-commands.ts';
import { argumentWord, type ResultUse } from './shell-syntax.ts';
import type { FileVariables } from './shell-variables.ts';

/** Texts of these names are scripts, and so are those in lists of these names. */
const scriptNames = new Set(
  (
    'run script before_script after_script commands cmds cmd sh bash pwsh powershell shell inline inlineScript entry ' +
    'runcmd bootcmd command before_install install before_deploy after_success after_failure postCreateCommand ' +
    'postStartCommand onCreateCommand updateContentCommand initializeCommand postAttachCommand ansible.builtin.shell ' +
    'ansible.builtin.command ansible.builtin.raw ansible.legacy.shell ansible.legacy.command'
  ).split(' '),
);

const explaining = 'description explanation answer question hint purpose title example expected expected_output'.split(
  ' ',
);

export function treeCommands(text: SearchedText, estate: Estate, variables: FileVariables): readonly CommandSource[] {
  return text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap((placed) => {
      addVariables(placed, variables);
      return sourcesAt(placed, { text, tree, estate });
    }),
  );
}

interface TreeSearch {
  readonly text: SearchedText;
  readonly tree: SearchedTree;
  readonly estate: Estate;
}

function sourcesAt(placed: PlacedEntry, search: TreeSearch): readonly CommandSource[] {
  const { entry, owner } = placed;
  const { name, value } = entry;
  if (value.kind !== 'opaque' && value.isAlias) return [];
  if (name === 'args' && valueOf(owner, 'command') && valueOf(owner, 'command')?.kind !== 'mapping') return [];
  if ((name === 'command' || name === 'args' || name === 'argv' || name === 'entrypoint') && isArguments(owner, value))
    return argumentSources(placed, search);
  if (name === 'test' && value.kind === 'sequence') return argumentSources(placed, search);
  // A step of GitHub that starts kubectl.
  if (name === 'args' && isText(value) && placed.around.some((each) => /kubectl/.test(textAt(each, 'uses') ?? '')))
    return scriptSource(value, placed, search, 'kubectl');
  if (isScriptName(placed, search.text) && !isListOfLists(value))
    return scriptsOf(value).flatMap((each, i, all) => {
      const isFollowed = name === 'cmd' || i < all.length - 1;
      return scriptSource(each, placed, search).map((source) => ({ ...source, isFollowed }));
    });
  if (value.kind === 'sequence') return value.items.flatMap((item) => listedCommand(item, placed, search));
  if (!isText(value)) return [];
  const isFile =
    /\.(?:sh|bash)$/.test(name) ||
    /^[|>'"\s\d+-]*#!\S*(?:sh\b|env (?:ba|da|z|k)?sh\b)/.test(sourceOf(value, search.tree).slice(0, 80));
  return isFile ? scriptSource(value, placed, search) : [];
}

function isListOfLists(value: Value): boolean {
  return value.kind === 'sequence' && value.items.some((item) => item.kind === 'sequence');
}

/** A command as a list in a list, as cloud-init has them. */
function listedCommand(item: Value, placed: PlacedEntry, search: TreeSearch): readonly CommandSource[] {
  const words = item.kind === 'sequence' ? item.items.map((each) => scriptAt(each, search.tree)) : [];
  const isStarted = words.slice(0, 3).some(({ text }) => /(?:^|\/)(?:kubectl|oc)$/.test(text));
  if (!isStarted || !words.some(({ text }) => /endpoint|\bep\b/i.test(text))) return [];
  const commands = [argumentCommand(words, usesAt(placed, search.text))];
  return [{ ...contextOf(placed, search), isList: true, commands }];
}

function isScriptName({ entry: { name, value }, path, owner }: PlacedEntry, text: SearchedText): boolean {
  const above = path.at(-1);
  if (text.language === 'json' && (above === 'scripts' || above === 'tasks') && isText(value)) return true;
  // Argo Workflows and chainsaw.
  if (name === 'source' || name === 'content') return above === 'script';
  if (name === 'raw') return valueOf(owner, 'name') !== undefined && isText(value);
  // An anchor of GitLab, which jobs use as their script.
  if (name.startsWith('.') && path.length === 0) return value.kind === 'sequence' && text.name.includes('gitlab');
  if (name === 'test') return above === 'healthcheck';
  if (name === 'status' || name === 'preconditions') return isTaskfile(text) && path.length === 2;
  // A command that is explained, in a catalogue or a lesson.
  const isExplained =
    /^(?:command|cmd|run)$/.test(name) && explaining.some((each) => valueOf(owner, each) !== undefined);
  return scriptNames.has(name) && !(isExplained && !isTaskfile(text));
}

/** True where the value is a list of arguments, or the name of a command with such a list. */
function isArguments(owner: Mapping, value: Value): boolean {
  if (value.kind === 'sequence') return true;
  return isText(value) && valueOf(owner, 'args')?.kind === 'sequence';
}

function isText(value: Value): boolean {
  return value.kind === 'opaque' || typeof stringOf(value) === 'string';
}

/** The texts of a value: itself, or the items of a list. */
function scriptsOf(value: Value): readonly Value[] {
  if (isText(value)) return [value];
  return value.kind === 'sequence'
    ? value.items.flatMap((item) => (item.kind === 'mapping' ? [] : scriptsOf(item)))
    : [];
}

function sourceOf({ span }: Value, { text }: SearchedTree): string {
  return text.slice(span.start, span.end);
}

function scriptAt(value: Value, tree: SearchedTree): ScriptText {
  const { start } = value.span;
  const fileOffset = (offset: number): number =>
    tree.isExact ? tree.place({ start: start + offset, end: start + offset }).start : tree.place(value.span).start;
  return scalarScript({ text: sourceOf(value, tree), fileOffset });
}

function scriptSource(
  value: Value,
  placed: PlacedEntry,
  search: TreeSearch,
  command?: string,
): readonly CommandSource[] {
  const own = scriptAt(value, search.tree);
  const script = command === undefined ? own : withWordBefore(command, own);
  if (!/endpoint|\bep\b|\bproject\b|=/i.test(script.text)) return [];
  return [{ ...contextOf(placed, search), commands: shellCommands(script, usesAt(placed, search.text)) }];
}

/** A container, a probe, a task of VS Code or of Ansible. */
function argumentSources(placed: PlacedEntry, search: TreeSearch): readonly CommandSource[] {
  const { entry, owner } = placed;
  const args = entry.name === 'command' ? valueOf(owner, 'args') : undefined;
  const values = [...itemsOf(entry.value), ...(args ? itemsOf(args) : [])];
  const all = values.map((value) => scriptAt(value, search.tree));
  const start = /^CMD(?:-SHELL)?$/.test(all[0]?.text ?? '') ? 1 : 0;
  const words = all.slice(start);
  const [first] = words;
  if (!first || !words.some(({ text }) => /endpoint|\bep\b/i.test(text))) return [];
  const context = contextOf(placed, search);
  const uses = usesAt(placed, search.text);
  const at = shellTextIndex(words.map(argumentWord));
  const script = words[at];
  if (script) return [{ ...context, commands: shellCommands(script, uses) }];
  const isTexts = /^\s*\S+\s+\S/.test(first.text) || (entry.name === 'args' && words.length === 1);
  if (isTexts) return words.map((each) => ({ ...context, commands: shellCommands(each, uses) }));
  const commands = [argumentCommand(commandWords(words, placed), uses)];
  return [{ ...context, isList: true, commands }];
}

/** Puts kubectl in front of the arguments of an image that starts it. */
function commandWords(words: readonly ScriptText[], { entry, owner }: PlacedEntry): readonly ScriptText[] {
  const [first] = words;
  const isKubectl = /(?:^|[/-])kubectl\b|\/oc\b|origin-cli|ose-cli/.test(textAt(owner, 'image') ?? '');
  const entrypoint = valueOf(owner, 'entrypoint');
  const named = entrypoint && isText(entrypoint) ? commandName(stringOf(entrypoint) ?? '') : '';
  const isOpen =
    entry.name === 'args' || (entry.name === 'command' && !valueOf(owner, 'imagePullPolicy') && named !== '');
  if (!first || !isOpen || (!isKubectl && named !== 'kubectl') || commandName(first.text) === 'kubectl') return words;
  return [{ text: 'kubectl', fileOffset: first.fileOffset }, ...words];
}

function itemsOf(value: Value): readonly Value[] {
  if (value.kind === 'sequence') return value.items.filter((item) => !isCollection(item));
  return isText(value) ? [value] : [];
}

const workloads = /^(?:Pod|Job|CronJob|Deployment|StatefulSet|DaemonSet|ReplicaSet|Workflow|CronWorkflow|TaskRun)$/;

function contextOf(placed: PlacedEntry, { text, tree, estate }: TreeSearch): Omit<CommandSource, 'commands'> {
  const object = placed.around.find((each) => workloads.test(textAt(each, 'kind') ?? ''));
  return {
    audience: isForPeople(placed, text) && tree.isExact ? 'people' : 'machine',
    namespace: object ? siteOf(text.uri, object, estate.metadata).namespace : undefined,
    stopsAtFailure: true,
    title: titleOf(placed, text),
  };
}

function isTaskfile({ name }: SearchedText): boolean {
  return /^taskfile(?:\.dist)?\.ya?ml$/i.test(name);
}

/** Targets that people start: Taskfile, package scripts, tasks of VS Code. */
function isForPeople({ entry, path }: PlacedEntry, text: SearchedText): boolean {
  if (isTaskfile(text)) return entry.name === 'cmds' || entry.name === 'cmd';
  if (text.name === 'package.json') return path.at(-1) === 'scripts';
  return text.name === 'tasks.json' && path[0] === 'tasks';
}

function usesAt({ entry: { name }, around, path }: PlacedEntry, text: SearchedText): readonly ResultUse[] {
  const isRead =
    (isTaskfile(text) && (/^(?:status|preconditions|sh)$/.test(name) || path.includes('preconditions'))) ||
    around
      .slice(0, 2)
      .some((each) => ['register', 'until', 'failed_when'].some((use) => valueOf(each, use) !== undefined));
  return isRead ? ['output'] : [];
}

/** What runs the command: the script, the task, the job, the step, or the object. */
function titleOf({ entry, around, path }: PlacedEntry, text: SearchedText): string | undefined {
  const titled = (kind: string, name: string | undefined): string | undefined =>
    name === undefined ? undefined : `${kind} "${name}"`;
  if (text.name === 'package.json') return titled('script', entry.name);
  if (isTaskfile(text)) return titled('task', path[1]);
  if (text.name === 'tasks.json') return titled('task', around.flatMap((each) => textAt(each, 'label') ?? [])[0]);
  const step = around.slice(0, 2).flatMap((each) => textAt(each, 'name') ?? [])[0];
  if (step !== undefined) return `"${step}"`;
  const object = around.flatMap(
    (each) => titled(textAt(each, 'kind') ?? '', textAt(each, 'metadata', 'name')) ?? [],
  )[0];
  if (object !== undefined) return object;
  return titled('job', path[0] === 'jobs' ? path[1] : text.name.includes('gitlab') ? path[0] : undefined);
}

/** `env: {NS: core}`, `variables:`, `vars:`, and the environment of a container. */
function addVariables({ entry: { name, value } }: PlacedEntry, variables: FileVariables): void {
  if (!/^(?:env|variables|vars|environment)$/.test(name)) return;
  if (value.kind === 'mapping') {
    for (const each of value.entries) add(each.name, stringOf(each.value));
  } else if (value.kind === 'sequence') {
    for (const item of value.items) {
      const key = textAt(item, 'name');
      const pair = /^(\w+)=(.*)$/.exec(stringOf(item) ?? '');
      if (key !== undefined) add(key, textAt(item, 'value'));
      else if (pair?.[1] !== undefined) add(pair[1], pair[2]);
    }
  }
  function add(key: string, own: string | undefined): void {
    if (own === undefined) variables.hide(key);
    else variables.add(key, own);
  }
}

/** The address of a request of Ansible. */
export function treeAddresses(text: SearchedText): readonly ScriptText[] {
  if (!text.text.includes('/api/v1/')) return [];
  return text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap(({ entry: { name, value }, path }) =>
      name === 'url' && isText(value) && /(?:^|\.)uri$/.test(path.at(-1) ?? '') ? [scriptAt(value, tree)] : [],
    ),
  );
}
