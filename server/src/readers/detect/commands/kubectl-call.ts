/** Reads the arguments of kubectl: the verb, the resources with their names, and the options that matter. */
import type { ShellWord } from './shell-syntax.ts';

/** A word, or its part, that names Endpoints as a resource. */
export interface EndpointsWord {
  readonly word: ShellWord;
  /** Where the name of the resource starts and ends in the text of the word. */
  readonly from: number;
  readonly to: number;
  /** Behind `endpoints/`. */
  readonly name: string | undefined;
}

export interface KubectlCall {
  readonly verb: string;
  /** Undefined for a request to a path, and for objects in files. */
  readonly endpoints: EndpointsWord | undefined;
  /** The words of names behind the resource. */
  readonly names: readonly ShellWord[];
  /** True where the command also names other resources. */
  readonly hasOthers: boolean;
  /** As it is written. */
  readonly namespace: string | undefined;
  readonly isEverywhere: boolean;
  readonly output: string | undefined;
  readonly selector: string | undefined;
  readonly fieldSelector: string | undefined;
  /** The word of `--raw`. */
  readonly path: ShellWord | undefined;
  /** The files of `-f`. */
  readonly files: readonly string[];
  /** Options that change what is printed, so that a person has to see the result. */
  readonly hasSpecialOutput: boolean;
}

const valued = new Set(
  (
    'namespace output selector context kubeconfig cluster user server token as as-group as-uid field-selector sort-by ' +
    'label-columns template timeout for filename kustomize patch type patch-file request-timeout cache-dir ' +
    'certificate-authority client-certificate client-key chunk-size raw v profile profile-output tls-server-name ' +
    'field-manager resource-version subresource overrides grace-period username password log-file vmodule config'
  ).split(' '),
);

const shortNames: Readonly<Record<string, string | undefined>> = {
  n: 'namespace',
  o: 'output',
  l: 'selector',
  s: 'server',
  L: 'label-columns',
  f: 'filename',
  k: 'kustomize',
  p: 'patch',
  v: 'v',
  c: 'container',
};

interface SplitWords {
  readonly positions: readonly ShellWord[];
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly path: ShellWord | undefined;
}

/** Undefined for a command that is not about Endpoints. `words` are those behind kubectl. */
export function kubectlCall(words: readonly ShellWord[]): KubectlCall | undefined {
  const { positions, options, path } = split(words);
  // Variables with options may come before the verb.
  const start = positions.findIndex(({ text }) => !/^(?:\$|\{\{|%)/.test(text));
  const [verb, ...rest] = start === -1 ? [] : positions.slice(start);
  if (!verb || !/^(?:get|describe|patch|apply|edit|delete|annotate|label|create|replace|wait)$/.test(verb.text))
    return undefined;
  const isSubcommand = verb.text === 'apply' && /^(?:edit|view|set)-last-applied$/.test(rest[0]?.text ?? '');
  const objects = isSubcommand ? rest.slice(1) : rest;
  const files = options.get('filename') ?? [];
  const named = namedObjects(verb.text, objects);
  if (!named && path === undefined && files.length === 0) return undefined;
  const one = (name: string): string | undefined => options.get(name)?.at(-1);
  return {
    verb: verb.text,
    endpoints: named?.endpoints,
    names: named?.names ?? [],
    hasOthers: named?.hasOthers ?? false,
    namespace: one('namespace'),
    isEverywhere: options.has('all-namespaces'),
    output: one('output') ?? (options.has('template') ? 'template' : undefined),
    selector: one('selector'),
    fieldSelector: one('field-selector'),
    path,
    files,
    hasSpecialOutput: ['no-headers', 'sort-by', 'subresource', 'output-watch-events', 'watch-only'].some((name) =>
      options.has(name),
    ),
  };
}

function split(words: readonly ShellWord[]): SplitWords {
  const positions: ShellWord[] = [];
  const options = new Map<string, string[]>();
  let path: ShellWord | undefined;
  const add = (name: string, value: string, word: ShellWord | undefined): void => {
    const values = options.get(name);
    if (values) values.push(value);
    else options.set(name, [value]);
    if (name === 'raw') path = word;
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (!word || word.text === '--') break;
    const [, name = '', equals, value = ''] = /^--([a-z][\w-]*)(=?)(.*)$/s.exec(word.text) ?? [];
    if (name !== '') {
      if (equals === '=') add(name, value, word);
      else if (valued.has(name)) add(name, words[++i]?.text ?? '', words[i]);
      else add(name, '', word);
    } else if (/^-[a-zA-Z]/.test(word.text)) {
      const next = words[i + 1];
      if (shortOption(word.text, next?.text, (option, own) => add(option, own, word))) i++;
    } else positions.push(word);
  }
  return { positions, options, path };
}

/** Options such as `-A`, `-Aw`, `-n core`, `-n=core`, `-ojson`. Returns true where the next word is the value. */
function shortOption(text: string, next: string | undefined, add: (name: string, value: string) => void): boolean {
  for (let i = 1; i < text.length; i++) {
    const letter = text[i] ?? '';
    const name = shortNames[letter];
    if (name === undefined) {
      add(letter === 'A' ? 'all-namespaces' : letter, '');
      continue;
    }
    const rest = text.slice(i + 1).replace(/^=/, '');
    add(name, rest === '' ? (next ?? '') : rest);
    return rest === '';
  }
  return false;
}

interface NamedObjects {
  readonly endpoints: EndpointsWord;
  readonly names: readonly ShellWord[];
  readonly hasOthers: boolean;
}

const resource = /^(?:endpoints?|ep)(?:\.v1\.?|\.)?$/i;

function namedObjects(verb: string, objects: readonly ShellWord[]): NamedObjects | undefined {
  const [first, ...others] = objects;
  if (!first || verb === 'create' || verb === 'replace') return undefined;
  const isName = ({ text }: ShellWord): boolean =>
    !/^[\w./-]+=|^[\w./-]+-$/.test(text) || !/^(?:label|annotate)$/.test(verb);
  if (first.text.includes('/')) {
    const all = objects.filter(({ text }) => /^[a-z][\w.-]*\//i.test(text) && !text.includes('='));
    const found = all.flatMap((word) => slashed(word) ?? []);
    const [endpoints] = found;
    return endpoints && { endpoints, names: [], hasOthers: all.length > 1 };
  }
  let from = 0;
  const types = first.text.split(',');
  for (const type of types) {
    const to = from + type.length;
    if (resource.test(type))
      return {
        endpoints: { word: first, from, to, name: undefined },
        names: others.filter(isName),
        hasOthers: types.length > 1,
      };
    from = to + 1;
  }
  return undefined;
}

/** `endpoints/NAME`. */
function slashed(word: ShellWord): EndpointsWord | undefined {
  const slash = word.text.indexOf('/');
  const type = word.text.slice(0, slash);
  return resource.test(type) ? { word, from: 0, to: slash, name: word.text.slice(slash + 1) } : undefined;
}
