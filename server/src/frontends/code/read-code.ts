/** Reads a program as one document: each call of a constructor of ours becomes a resource, as a block of Pulumi YAML does. */
import { bareDocument, type Document, type Resource } from '../../tree/document.ts';
import { emptyMapping, isNull, type Entry, type Mapping, type Value } from '../../tree/value.ts';
import { findInProgram } from '../resources/pulumi-resources.ts';
import { neighboursInProgram } from '../resources/neighbour-resources.ts';
import type { Adapter, Construction, Program } from './adapter.ts';
import { optionsIn, propertiesIn } from './contract-names.ts';
import { Evaluator } from './evaluate.ts';
import { codeOf, mayConstruct, type CodeReader, type CodeLanguage } from './languages.ts';
import { programOf } from './program.ts';
import { python } from './python.ts';
import type { CodeParser, SyntaxNode } from './syntax.ts';
import { typescript } from './typescript.ts';

const adapters: Partial<Record<CodeLanguage, Adapter>> = { typescript, javascript: typescript, python };

export function readerFor(parse: CodeParser): CodeReader {
  return (path, text) => {
    const language = codeOf(path)?.language;
    const adapter = language && adapters[language];
    if (!adapter || !mayConstruct(language, text)) return bareDocument(text, 'code', 'pulumi');
    return documentOf(text, adapter, programOf(text, parse(text), adapter));
  };
}

function documentOf(text: string, adapter: Adapter, program: Program): Document {
  for (const call of program.survey.calls) {
    const token = tokenOf(call, adapter, program);
    if (token !== undefined) program.constructed.set(call, token);
  }
  const keys = keysOf(program, adapter);
  const evaluator = new Evaluator(program, adapter, (call) => keys.get(call));
  const entries = [...program.constructed].map(([call, token]) =>
    entryOf(call, { token, key: keys.get(call) ?? '', adapter, program, evaluator }),
  );
  const whole = { start: 0, end: text.length };
  const root = mapping(whole, [entry('resources', { start: 0, end: 0 }, mapping(whole, entries))]);
  const { resources } = findInProgram(root);
  return {
    ...bareDocument(text, 'code', 'pulumi'),
    root,
    resources: resources.map(asCall),
    neighbours: neighboursInProgram(root).map(asCall),
  };
}

/** The type token of the class that a call constructs; undefined for any other call. */
function tokenOf(call: SyntaxNode, adapter: Adapter, program: Program): string | undefined {
  const callee = adapter.calleeOf(call);
  const path = callee && program.pathOf(callee);
  const name = path === undefined ? undefined : adapter.classOf(path);
  if (name === undefined) return undefined;
  if (name === 'Provider') return 'pulumi:providers:kubernetes';
  return `kubernetes:${name.replace(/^(?=discovery\/|networking\/|storage\/)(\w+)/, '$1.k8s.io')}`;
}

/** What expressions call each resource: its name, or where that is not known or repeated, its place. */
function keysOf(program: Program, adapter: Adapter): ReadonlyMap<SyntaxNode, string> {
  const evaluator = new Evaluator(program, adapter, () => undefined);
  const keys = new Map<SyntaxNode, string>();
  const taken = new Set<string>();
  for (const call of program.constructed.keys()) {
    const { name } = adapter.construction(call, program);
    const value = name && evaluator.valueOf(name);
    const text = value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
    const key = text === '' || taken.has(text) ? `#${call.start}` : text;
    taken.add(key);
    keys.set(call, key);
  }
  return keys;
}

interface CallContext {
  readonly token: string;
  readonly key: string;
  readonly adapter: Adapter;
  readonly program: Program;
  readonly evaluator: Evaluator;
}

/** The block that Pulumi YAML would have for the call. */
function entryOf(call: SyntaxNode, { token, key, adapter, program, evaluator }: CallContext): Entry {
  const made: Construction = adapter.construction(call, program);
  const { head } = made;
  const at = { start: head.start, end: head.end };
  const typeText = program.text.slice(at.start, at.end);
  const entries = [entry('type', at, { kind: 'scalar', span: at, value: token, text: typeText, isAlias: true })];
  const name = made.name && evaluator.valueOf(made.name);
  if (name) entries.push(entry('name', name.span, name));
  const properties = made.properties && evaluator.evaluate(made.properties);
  if (properties && !isNull(properties))
    entries.push(entry('properties', properties.span, propertiesIn(properties, adapter.naming)));
  const options = made.options && evaluator.evaluate(made.options);
  if (options && !isNull(options)) entries.push(entry('options', options.span, optionsIn(options, adapter.naming)));
  return entry(key, at, mapping({ start: call.start, end: call.end }, entries));
}

function mapping(span: Mapping['span'], entries: readonly Entry[]): Mapping {
  return { ...emptyMapping(span, false), entries };
}

/** A made entry, which is written nowhere. */
function entry(name: string, key: Entry['key'], value: Value): Entry {
  return { name, keyText: '', key, value, isMerged: true, isOpaqueKey: false };
}

/** The span is the call; the name is the logical one. */
function asCall(resource: Resource): Resource {
  const { envelope } = resource;
  const name = envelope?.entries.find((each) => each.name === 'name')?.value;
  return {
    ...resource,
    span: envelope?.span ?? resource.span,
    name: name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : undefined,
  };
}
