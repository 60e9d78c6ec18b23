/** Decides whether a tool may write the change of a command, and writes it. */
import type { TextEdit } from '../../../text/edit.ts';
import { shortPath } from '../../chart-hints.ts';
import type { ReaderFix } from '../../reader.ts';
import type { SearchedText } from '../../searched-text.ts';
import type { CommandLine } from './command-lines.ts';
import { commandName } from './command-names.ts';
import type { CommandSource } from './command-source.ts';
import type { KubectlCall } from './kubectl-call.ts';
import type { ShellCommand } from './shell-syntax.ts';

/** Files whose commands decide about something, by their names and folders. */
const decidingFiles =
  /(?:^|\/)(?:tests?|e2e|ci|\.ci|\.circleci|\.github|\.gitlab|hooks?|spec|probes?)\/|(?:^|[^a-z])(?:check|health|healthz|healthcheck|probe|gate|wait|verify|test|tests|ready|readiness|liveness|live|smoke|ci|e2e|hook|assert|entrypoint|validate)(?:[^a-z]|$)/i;

/** Targets whose only use is to show something. */
const showingTargets =
  /(?:^|[^a-z])(?:show|status|info|list|ls|ps|describe|debug|inspect|diag|diagnose|dump|print|view|watch|ep|endpoints?|eps?|svc)(?:[^a-z]|$)/i;

export interface FixSearch {
  readonly text: SearchedText;
  readonly source: CommandSource;
  /** The functions whose results are used. */
  readonly usedFunctions: ReadonlySet<string>;
  readonly isLast: boolean;
}

/** The functions of a script that are called where their output or status is used. */
export function usedFunctions(commands: readonly ShellCommand[]): ReadonlySet<string> {
  const used = new Set<string>();
  let size = -1;
  while (used.size > size) {
    size = used.size;
    for (const { words, uses, inFunction } of commands) {
      const [first] = words;
      if (first && (uses.size > 0 || (inFunction !== undefined && used.has(inFunction)))) used.add(first.text);
    }
  }
  return used;
}

/** True where the output is only shown to people. */
export function isOnlyShown({ command, uses, call }: CommandLine, search: FixSearch): boolean {
  const { text, source, isLast } = search;
  if (!call || source.audience !== 'people') return false;
  const isPaged =
    command.next !== undefined &&
    /^(?:less|more|cat)$/.test(commandName(command.next.words[0]?.text ?? '')) &&
    command.next.uses.size === 0;
  const isNamed = call.names.length > 0 || call.endpoints?.name !== undefined;
  // It ends with 0, found or not. Slices have the labels of their Service, as Endpoints do.
  const isPlainList = call.hasOthers && !isNamed;
  const isUsed = (uses.has('status') && !isPlainList) || (uses.has('output') && !isPaged);
  const isUsedFunction = command.inFunction !== undefined && search.usedFunctions.has(command.inFunction);
  if (isUsed || isUsedFunction || command.documents.length > 0) return false;
  if (call.output !== undefined && call.output !== 'wide') return false;
  if (call.hasSpecialOutput || call.fieldSelector !== undefined) return false;
  if (isPlainList) return true;
  if (call.selector !== undefined) return false;
  if (decidingFiles.test(text.language === 'notes' ? '' : shortPath(text.path))) return false;
  const title = source.title ?? '';
  if (decidingFiles.test(title)) return false;
  // The command fails without the object, and then the others do not run.
  return !(isNamed && source.stopsAtFailure && !isLast && !showingTargets.test(title));
}

/** Undefined where the change cannot be written in this form. */
export function commandFix(call: KubectlCall, { text, source }: FixSearch): ReaderFix | undefined {
  const { endpoints, names, hasOthers } = call;
  if (!endpoints) return undefined;
  const { word, from, to, name } = endpoints;
  const [named, ...more] = names;
  const at = word.script.fileOffset(word.start);
  const [quote = ''] = /^["']/.exec(word.raw) ?? [];
  const start = at + quote.length + from;
  // The word must be in the file as it was read.
  const isExact = text.text.slice(start, start + to - from) === word.text.slice(from, to);
  if (!isExact || more.length > 0) return undefined;
  const title = 'Read EndpointSlices instead of Endpoints';
  if (name === undefined && !named)
    return { title, edits: [{ span: { start, end: start + to - from }, text: 'endpointslices' }] };
  if (source.isList || hasOthers) return undefined;
  if (name !== undefined) {
    if (!isOneName(name)) return undefined;
    const behind = word.script.text.slice(word.start + quote.length + to);
    if (!behind.startsWith('/')) return undefined;
    const edit: TextEdit = {
      span: { start: at, end: start + to - from + 1 },
      text: `endpointslices ${selector}${quote}`,
    };
    return { title, edits: [edit] };
  }
  if (!named || !isOneName(named.text)) return undefined;
  const nameStart = named.script.fileOffset(named.start);
  if (text.text[nameStart] !== named.raw[0]) return undefined;
  return {
    title,
    edits: [
      { span: { start, end: start + to - from }, text: 'endpointslices' },
      { span: { start: nameStart, end: nameStart }, text: selector },
    ],
  };
}

const selector = '-l kubernetes.io/service-name=';

/** False for `$@` and others that may stand for no name, or for several. */
function isOneName(text: string): boolean {
  return !/\$[@*]|\$\{[@*]|:?-\}|\$\{\w+:?[-+]|\bCLI_ARGS\b|\s(?![^{]*\}\})/.test(text) && text !== '';
}
