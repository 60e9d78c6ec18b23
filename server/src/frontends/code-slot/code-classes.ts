/** Resolves the names of classes in a program by its imports, from its tokens alone. */
import type { CodeLanguage } from '../../tree/document.ts';
import type { Adapter } from '../code/adapter.ts';
import { csharp } from '../code/csharp/csharp.ts';
import { go } from '../code/go/go.ts';
import { goModule } from '../code/go/go-names.ts';
import { java } from '../code/java/java.ts';
import { python } from '../code/python/python.ts';
import { modulePath } from '../code/typescript/typescript-survey.ts';
import { typescript } from '../code/typescript/typescript.ts';
import { pathBefore } from './code-levels.ts';
import type { CodeToken } from './code-tokens.ts';

const adapters: Readonly<Record<CodeLanguage, Adapter>> = {
  typescript,
  javascript: typescript,
  python,
  go,
  csharp,
  java,
};

/** What completion knows of each class of the SDK: the contract type of its resources. */
const types: Readonly<Record<string, string | undefined>> = {
  'core/v1:Endpoints': 'Endpoints',
  'core/v1:EndpointsPatch': 'EndpointsPatch',
  'core/v1:Service': 'Service',
  'core/v1:ServicePatch': 'Service',
  'discovery/v1:EndpointSlice': 'EndpointSlice',
  'discovery/v1:EndpointSlicePatch': 'EndpointSlicePatch',
};

/** No import is longer, in tokens. */
const longestImport = 400;

/** The names that a program gives to modules and classes. */
export class CodeNames {
  readonly language: CodeLanguage;
  /** By the name in the program: the path of the module or class. */
  readonly modules = new Map<string, string>();
  /** Modules of which every name is imported. */
  readonly wildcards: string[] = [];
  /** Names of texts, such as the keys of labels. Undefined for one that is not always the same. */
  readonly constants = new Map<string, string | undefined>();
  /** Classes and functions of the program itself. */
  readonly #own = new Set<string>();

  constructor(language: CodeLanguage, tokens: readonly CodeToken[]) {
    this.language = language;
    const collect = { typescript: script, javascript: script, python: pythonImport, go: goImport }[
      language as 'typescript'
    ] as Collect | undefined;
    for (const [at, { kind, value }] of tokens.entries()) {
      if (kind !== 'word') continue;
      if (/^(?:class|interface|record|struct|def|func|function)$/.test(value))
        this.#own.add(tokens[at + 1]?.value ?? '');
      const [sign, text] = [tokens[at + 1]?.value, tokens[at + 2]];
      if ((sign === '=' || sign === ':=') && text?.kind === 'text')
        this.constants.set(value, this.constants.has(value) ? undefined : text.value);
      (collect ?? dotted)(value, at, tokens, this);
    }
  }

  /** With dots; undefined for a name that no import gives. */
  pathOf(path: readonly string[]): string | undefined {
    const [first = '', ...rest] = path;
    const module = this.modules.get(first);
    return module === undefined ? undefined : [module, ...rest].join('.');
  }

  /** The contract type of the resource that a class or function with the path makes; undefined for any other. */
  typeOf(path: readonly string[]): string | undefined {
    if (path.length === 0) return undefined;
    const classOf = (name: string): string | undefined => adapters[this.language].classOf(name);
    const known = this.pathOf(path) ?? (this.language === 'csharp' || this.language === 'java' ? path.join('.') : '');
    const found = types[classOf(known) ?? ''];
    if (found !== undefined || path.length > 1 || this.#own.has(path[0] ?? '')) return found;
    return this.wildcards.map((module) => types[classOf(`${module}.${path[0]}`) ?? '']).find((each) => each);
  }
}

type Collect = (value: string, at: number, tokens: readonly CodeToken[], names: CodeNames) => void;

/** `import`, `require` and constants that only shorten a path. */
const script: Collect = (value, at, tokens, names) => {
  if (value === 'import') return scriptImport(at, tokens, names);
  if (!/^(?:const|let|var)$/.test(value)) return;
  const length = tokens.slice(at, at + longestImport).findIndex((token) => token.value === '=' || token.value === ';');
  const end = at + length;
  const source = length < 0 ? undefined : sourceAt(tokens, end + 1, names);
  if (source === undefined) return;
  const first = tokens[at + 1];
  if (first?.kind === 'word') names.modules.set(first.value, source);
  else if (first?.value === '{') takeNames(tokens.slice(at + 2, end), source, names, ':');
};

function scriptImport(at: number, tokens: readonly CodeToken[], names: CodeNames): void {
  const length = tokens.slice(at, at + longestImport).findIndex(({ kind }) => kind === 'text');
  const module = tokens[at + length];
  if (length < 2 || !module) return;
  const path = modulePath(module.value);
  const parts = tokens.slice(at + 1, at + length);
  const brace = parts.findIndex((part) => part.value === '{');
  const [first] = parts;
  const all = parts.findIndex((part) => part.value === '*');
  if (first?.kind === 'word' && first.value !== 'type') names.modules.set(first.value, path);
  if (all >= 0) names.modules.set(parts[all + 2]?.value ?? '', path);
  if (brace >= 0) takeNames(parts.slice(brace + 1), path, names, 'as');
}

/** `{ a, b as c }` and `{ a, b: c }`. */
function takeNames(parts: readonly CodeToken[], module: string, names: CodeNames, renames: string): void {
  for (const [i, { kind, value }] of parts.entries()) {
    const before = parts[i - 1]?.value;
    if (kind !== 'word' || before === renames || value === renames || value === 'type') continue;
    const own = parts[i + 1]?.value === renames ? parts[i + 2]?.value : value;
    names.modules.set(own ?? value, value === 'default' ? module : `${module}.${value}`);
  }
}

/** The path that stands at the index: of names that are known, or of `require("…")`. */
function sourceAt(tokens: readonly CodeToken[], at: number, names: CodeNames): string | undefined {
  const isRequired = tokens[at]?.value === 'require' && tokens[at + 2]?.kind === 'text';
  const start = isRequired ? at + 4 : at + 1;
  let end = start;
  while (tokens[end]?.value === '.' && tokens[end + 1]?.kind === 'word') end += 2;
  // A call makes something else.
  if (tokens[end]?.value === '(') return undefined;
  const rest = tokens.slice(start, end).filter(({ kind }) => kind === 'word');
  const steps = rest.map(({ value }) => value);
  if (isRequired) return [modulePath(tokens[at + 2]?.value ?? ''), ...steps].join('.');
  const first = tokens[at];
  return first?.kind === 'word' ? names.pathOf([first.value, ...steps]) : undefined;
}

const pythonImport: Collect = (value, at, tokens, names) => {
  if (tokens[at + 1]?.value === '=' && tokens[at - 1]?.value !== '.') {
    const source = sourceAt(tokens, at + 2, names);
    if (source !== undefined) names.modules.set(value, source);
  }
  if (value !== 'import') return;
  const from = pathBefore(tokens.slice(Math.max(0, at - 40), at));
  const isFrom = from.length > 0 && tokens[at - from.length * 2]?.value === 'from';
  if (tokens[at + 1]?.value === '*') return void (isFrom && names.wildcards.push(from.join('.')));
  let next = tokens[at + 1]?.value === '(' ? at + 2 : at + 1;
  for (const end = at + longestImport; next < end;) {
    const steps: string[] = [];
    for (; tokens[next]?.kind === 'word'; next += 2) {
      steps.push(tokens[next]?.value ?? '');
      if (tokens[next + 1]?.value !== '.') break;
    }
    if (steps.length === 0) return;
    const isRenamed = tokens[next + 1]?.value === 'as';
    if (isRenamed) next += 2;
    const path = isFrom || isRenamed ? [...(isFrom ? from : []), ...steps].join('.') : (steps[0] ?? '');
    names.modules.set(isRenamed ? (tokens[next]?.value ?? '') : (steps[0] ?? ''), path);
    if (tokens[next + 1]?.value !== ',') return;
    next += 2;
  }
};

/** One import or a list of them, each with an alias or without. */
const goImport: Collect = (value, at, tokens, names) => {
  if (value !== 'import') return;
  const isList = tokens[at + 1]?.value === '(';
  let alias = '';
  for (const token of tokens.slice(at + (isList ? 2 : 1), at + longestImport)) {
    if (token.value === ')' && token.kind === 'mark') return;
    if (token.kind === 'text') {
      const { module, name } = goModule(token.value);
      if (alias === '.') names.wildcards.push(module);
      else names.modules.set(alias || name, module);
      alias = '';
      if (!isList) return;
    } else alias = token.value;
  }
};

/** `using` of C# and `import` of Java. */
const dotted: Collect = (value, at, tokens, names) => {
  if (value !== 'using' && value !== 'import') return;
  const isStatic = tokens[at + 1]?.value === 'static';
  const start = at + (isStatic ? 2 : 1);
  const length = tokens.slice(start, start + longestImport).findIndex((token) => token.value === ';');
  const parts = tokens.slice(start, start + length);
  if (length < 1 || isStatic) return;
  const isAll = parts.at(-1)?.value === '*';
  const path = pathBefore(isAll ? parts.slice(0, -2) : parts);
  if (parts[1]?.value === '=') names.modules.set(parts[0]?.value ?? '', path.join('.'));
  else if (names.language === 'csharp' || isAll) names.wildcards.push(path.join('.'));
  else names.modules.set(path.at(-1) ?? '', path.join('.'));
};
