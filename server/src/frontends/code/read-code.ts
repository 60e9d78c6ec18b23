/** Reads a program as one document: each call of a constructor of ours becomes a resource, as a block of Pulumi YAML does. */
import type { CodeLanguage, Document, Resource } from '../../tree/document.ts';
import { emptyMapping, isNull, stringOf, valueOf, type Entry, type Mapping, type Value } from '../../tree/value.ts';
import { memo } from '../../text/memo.ts';
import { programIgnores } from '../documents/ignore-comments.ts';
import { findInProgram } from '../resources/pulumi-resources.ts';
import { neighboursInProgram } from '../resources/neighbour-resources.ts';
import type { Adapter, Construction, Naming, Program } from './adapter.ts';
import { otherUsesOf } from './constant-uses.ts';
import { optionsIn, propertiesIn } from './contract-names.ts';
import { csharp } from './csharp/csharp.ts';
import { Evaluator } from './evaluate.ts';
import { go } from './go/go.ts';
import { guarded, isTransforming } from './guarded.ts';
import { java } from './java/java.ts';
import { exposed } from './known-values.ts';
import { bareProgram, codeOf, languageNames, mayConstruct, type CodeReader } from './languages.ts';
import { programOf } from './program.ts';
import { python } from './python/python.ts';
import { referencesOf } from './references.ts';
import type { CodeParser, SyntaxNode } from './syntax.ts';
import { typescript } from './typescript/typescript.ts';
import { variablesOf } from './variables.ts';

const adapters: Partial<Record<CodeLanguage, Adapter>> = {
  typescript,
  javascript: typescript,
  python,
  go,
  csharp,
  java,
};

export function readerFor(parse: CodeParser): CodeReader {
  const read = (path: string, text: string): Document => {
    const language = codeOf(path)?.language;
    const adapter = language && adapters[language];
    if (!adapter || !mayConstruct(language, text)) return bareProgram(text, language);
    const tree = adapter.parse ? adapter.parse(text, parse) : parse(text);
    if (!tree) return { ...bareProgram(text, language), unreadLanguage: languageNames[language] };
    const program = programOf(text, tree, adapter);
    const declared = declaredIn(adapter, program);
    // Nodes are many: they are not kept, but made again where an edit asks for them.
    sources.set(declared.root, () => {
      const lasting: CodeParser = (each) => parse(each, 'lasting');
      const again = adapter.parse ? adapter.parse(text, lasting) : lasting(text);
      return again && { adapter, ...constructed(adapter, programOf(text, again, adapter)) };
    });
    return { ...bareProgram(text, language), ...declared };
  };
  return Object.assign(read, { otherUses });
}

const otherUses: CodeReader['otherUses'] = (document, literal) => {
  const syntax = programSyntax(document);
  return syntax && document.root ? otherUsesOf(literal, [document.root], syntax) : [];
};

/** A program as its reader saw it, with the calls of constructors of the SDK. */
export interface ProgramSyntax {
  readonly adapter: Adapter;
  readonly program: Program;
  readonly constructions: readonly Constructed[];
}

const sources = new WeakMap<Value, () => ProgramSyntax | undefined>();

/** Parses a program again; undefined for a document that is no program, or that has no constructor call. */
export const programSyntax = memo(({ root }: Document): ProgramSyntax | undefined => root && sources.get(root)?.());

function constructed(adapter: Adapter, program: Program): Omit<ProgramSyntax, 'adapter'> {
  for (const call of program.survey.calls) {
    const token = tokenOf(call, adapter, program);
    if (token !== undefined) program.constructed.set(call, token);
  }
  const constructions = [...program.constructed].map(([call, token]): Constructed => {
    return { ...adapter.construction(call, program), call, token };
  });
  return { program, constructions };
}

function declaredIn(adapter: Adapter, program: Program): Partial<Document> & { readonly root: Value } {
  const { text, survey } = program;
  const { constructions } = constructed(adapter, program);
  const keys = keysOf(constructions, program, adapter);
  const evaluator = new Evaluator(program, adapter, (call) => keys.get(call));
  const blocks = new Map<SyntaxNode, Mapping>();
  const isTransformed = isTransforming(program);
  const entries = constructions.map((made) => {
    const block = blockOf(made, { naming: adapter.naming, program, evaluator, isTransformed });
    blocks.set(made.call, block);
    return entry(keys.get(made.call) ?? '', made.head, block);
  });
  const whole = { start: 0, end: text.length };
  const root = mapping(whole, [entry('resources', { start: 0, end: 0 }, mapping(whole, entries))]);
  const calls = new Map([...blocks].map(([call, block]) => [block, call]));
  const asCall = (resource: Resource): Resource => {
    const call = resource.envelope && calls.get(resource.envelope);
    return call ? resourceOf(resource, call, !isTransformed && adapter.isCertain(call, program)) : resource;
  };
  const found = findInProgram(root);
  const resources = found.resources.map(asCall);
  const neighbours = neighboursInProgram(root).map(asCall);
  return {
    root,
    resources,
    neighbours,
    misnamed: found.misnamed.filter(({ what }) => what === 'list'),
    ignores: programIgnores(text, survey.comments, root, resources, neighbours),
    references: referencesOf(blocks, keys, { adapter, program }),
    variables: variablesOf(keys, { adapter, program }),
  };
}

export interface Constructed extends Construction {
  readonly call: SyntaxNode;
  /** The type token of the class. */
  readonly token: string;
}

/** The type token of the class that a call constructs; undefined for any other call. */
function tokenOf(call: SyntaxNode, adapter: Adapter, program: Program): string | undefined {
  const callee = adapter.calleeOf(call, program);
  const path = callee && program.pathOf(callee);
  const name = path === undefined ? undefined : adapter.classOf(path);
  if (name === undefined) return undefined;
  if (name === 'Provider') return provider;
  return `kubernetes:${name.replace(/^(?=discovery\/|networking\/|storage\/)(\w+)/, '$1.k8s.io')}`;
}

/** What expressions call each resource: its name, and where that is not known or repeated, its number behind `#`. */
function keysOf(
  constructions: readonly Constructed[],
  program: Program,
  adapter: Adapter,
): ReadonlyMap<SyntaxNode, string> {
  const evaluator = new Evaluator(program, adapter, () => undefined);
  const keys = new Map<SyntaxNode, string>();
  const taken = new Set<string>();
  for (const { call, name } of constructions) {
    const value = name && evaluator.valueOf(name);
    const text = value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
    const key = text === '' || taken.has(text) ? `${text}#${taken.size}` : text;
    taken.add(key);
    keys.set(call, key);
  }
  return keys;
}

interface CallContext {
  readonly naming: Naming;
  readonly program: Program;
  readonly evaluator: Evaluator;
  readonly isTransformed: boolean;
}

const provider = 'pulumi:providers:kubernetes';

/** The block that Pulumi YAML would have for the call. */
function blockOf(
  { call, token, head, ...made }: Constructed,
  { naming, program, evaluator, isTransformed }: CallContext,
): Mapping {
  const at = { start: head.start, end: head.end };
  const typeText = program.text.slice(at.start, at.end);
  const entries = [entry('type', at, { kind: 'scalar', span: at, value: token, text: typeText, isAlias: true })];
  const add = (key: string, value: Value | undefined): void => {
    if (value && !isNull(value)) entries.push(entry(key, value.span, guarded(value, isTransformed)));
  };
  add('name', made.name && evaluator.valueOf(made.name));
  const read = made.properties && evaluator.evaluate(made.properties);
  // Where the text is being typed, the rest of the call may be missing.
  const properties = read && program.survey.broken.has(call) ? exposed(read) : read;
  // The settings of a provider are named like options.
  add('properties', properties && (token === provider ? optionsIn : propertiesIn)(properties, naming));
  const options = made.options && evaluator.evaluate(made.options);
  add('options', options && optionsIn(options, naming));
  return mapping({ start: call.start, end: call.end }, entries);
}

function mapping(span: Mapping['span'], entries: readonly Entry[]): Mapping {
  return { ...emptyMapping(span, false), entries };
}

/** A made entry, which is written nowhere. */
function entry(name: string, { start, end }: Entry['key'], value: Value): Entry {
  return { name, keyText: '', key: { start, end }, value, isMerged: true, isOpaqueKey: false };
}

/** The span is the call; the name is the logical one. */
function resourceOf(resource: Resource, { start, end }: SyntaxNode, isCertain: boolean): Resource {
  return {
    ...resource,
    span: { start, end },
    name: stringOf(resource.envelope && valueOf(resource.envelope, 'name')),
    ...(resource.name !== undefined && { key: resource.name }),
    ...(!isCertain && { isUncertain: true }),
  };
}
