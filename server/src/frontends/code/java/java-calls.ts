/** Calls in Java that are read: builders of the SDK, lists, maps, streams and outputs. */
import type { Program } from '../adapter.ts';
import { fieldNames as fields } from '../../../contract/field-names.ts';
import type { Expression, ListItem, ObjectPart } from '../expression.ts';
import { holdsArray, withoutBrackets } from './java-arrays.ts';
import { staticMethod, typePath } from './java-names.ts';
import { javaText } from './java-text.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

export function javaArguments(call: SyntaxNode): readonly SyntaxNode[] {
  const list = fieldOf(call, 'arguments');
  return list ? namedParts(list) : [];
}

/** No object has as many fields. */
const mostLinks = 500;

interface Chain {
  /** `X.builder(…)`. */
  readonly start: SyntaxNode;
  /** The calls behind it, in the order of the text. */
  readonly links: readonly SyntaxNode[];
}

/** The chain of a builder of Pulumi that the call ends; undefined for any other call. */
function chainOf(call: SyntaxNode, program: Program): Chain | undefined {
  const links: SyntaxNode[] = [];
  let at = call;
  while (links.length <= mostLinks) {
    const [object, name] = [fieldOf(at, 'object'), fieldOf(at, 'name')];
    if (!object || !name) return undefined;
    if (object.type !== 'method_invocation') {
      if (nodeText(name, program.text) !== 'builder') return undefined;
      const path = typePath(object, program);
      const isPulumi = path !== undefined && (path.startsWith('com.pulumi.') || /^[A-Z]\w*$/.test(path));
      return isPulumi ? { start: at, links: links.toReversed() } : undefined;
    }
    links.push(at);
    at = object;
  }
  return undefined;
}

export function isBuilder(call: SyntaxNode, program: Program): boolean {
  return chainOf(call, program) !== undefined;
}

export function callExpression(node: SyntaxNode, program: Program): Expression {
  const name = fieldOf(node, 'name');
  const given = javaArguments(node);
  const method = name ? nodeText(name, program.text) : '';
  return (
    (method === 'build' && given.length === 0 ? builtObject(node, program) : undefined) ??
    collection(node, given, program) ??
    mapped(node, method, program) ??
    output(node, method, program) ?? { node, kind: 'unknown' }
  );
}

/** `X.builder(defaults).name(value).build()`. */
function builtObject(node: SyntaxNode, program: Program): Expression | undefined {
  const chain = chainOf(node, program);
  if (!chain) return undefined;
  const defaults = javaArguments(chain.start).map((spread): ObjectPart => ({ spread }));
  const links = chain.links.slice(0, -1).flatMap((link): ObjectPart[] => {
    const [key, list] = [fieldOf(link, 'name'), fieldOf(link, 'arguments')];
    if (!key || !list) return [];
    const given = namedParts(list);
    const value = given.length === 1 && given[0] ? given[0] : list;
    return [{ key, name: nodeText(key, program.text), value, isField: true }];
  });
  return { node, kind: 'object', parts: [...defaults, ...links] };
}

function collection(node: SyntaxNode, given: readonly SyntaxNode[], program: Program): Expression | undefined {
  switch (staticMethod(node, program)) {
    case 'List.of':
    case 'Arrays.asList':
    case 'Stream.of':
      return { node, kind: 'list', items: itemsOf(given, program) };
    case 'Map.of':
      return given.length % 2 === 0 ? { node, kind: 'object', parts: pairs(given) } : undefined;
    case 'Map.ofEntries':
      return { node, kind: 'object', parts: given.flatMap((each) => entryOf(each, program)) };
    default:
      return undefined;
  }
}

/** An array as the only argument is the items. */
function itemsOf(given: readonly SyntaxNode[], program: Program): readonly ListItem[] {
  const [only] = given;
  return only && given.length === 1 && holdsArray(only, program) ? [{ spread: only }] : given;
}

function pairs(given: readonly SyntaxNode[]): readonly ObjectPart[] {
  return given.flatMap((key, i): ObjectPart[] => {
    const value = i % 2 === 0 ? given[i + 1] : undefined;
    return value ? [{ key, name: key, value, isField: false }] : [];
  });
}

function entryOf(node: SyntaxNode, program: Program): readonly ObjectPart[] {
  const inner = withoutBrackets(node);
  const given = javaArguments(inner);
  const isEntry = inner.type === 'method_invocation' && staticMethod(inner, program) === 'Map.entry';
  return isEntry && given.length === 2 ? pairs(given) : [{ spread: node }];
}

/** The stream that `stream.toList()` or `stream.collect(Collectors.toList())` collects, or the list of `list.stream()`; undefined for any other call. */
export function streamOf(node: SyntaxNode, program: Program): SyntaxNode | undefined {
  const object = fieldOf(node, 'object');
  const method = methodOf(node, program);
  const [only, ...more] = javaArguments(node);
  if (method === 'stream' && !only) return object;
  if (object?.type !== 'method_invocation' || more.length > 0) return undefined;
  if (method === 'toList' && !only) return object;
  const isCollected = method === 'collect' && only?.type === 'method_invocation';
  return isCollected && staticMethod(only, program) === 'Collectors.toList' ? object : undefined;
}

/** `list.stream().map(x -> …)`. */
function mapped(node: SyntaxNode, method: string, program: Program): Expression | undefined {
  const over = fieldOf(node, 'object');
  const lambda = over?.type === 'method_invocation' && method === 'map' ? lambdaIn(node, program) : undefined;
  return over && lambda && { node, kind: 'mapped', over, ...lambda };
}

function methodOf(node: SyntaxNode, { text }: Program): string | undefined {
  const name = node.type === 'method_invocation' ? fieldOf(node, 'name') : undefined;
  return name && nodeText(name, text);
}

interface Lambda {
  readonly scope: SyntaxNode;
  readonly name: string;
  readonly body: SyntaxNode;
}

/** The only argument, if it is a function of one parameter whose body is an expression. */
function lambdaIn(call: SyntaxNode, { text }: Program): Lambda | undefined {
  const [scope, ...more] = javaArguments(call);
  if (scope?.type !== 'lambda_expression' || more.length > 0) return undefined;
  const [list, body] = [fieldOf(scope, 'parameters'), fieldOf(scope, 'body')];
  const several = !list || list.type === 'identifier' ? [] : namedParts(list);
  const [only] = several;
  const name = several.length === 0 ? list : only?.type === 'formal_parameter' ? fieldOf(only, 'name') : only;
  if (name?.type !== 'identifier' || several.length > 1 || !body || body.type === 'block') return undefined;
  return { scope, name: nodeText(name, text), body };
}

/** Outputs of resources: getters, what is applied to them, and texts that are made of them. */
function output(node: SyntaxNode, method: string, program: Program): Expression | undefined {
  const of = fieldOf(node, 'object');
  if (!of) return undefined;
  const given = javaArguments(node);
  if (method === 'applyValue' || method === 'apply') {
    const lambda = lambdaIn(node, program);
    return lambda && { node, kind: 'applied', over: of, ...lambda };
  }
  if (method === 'format' && staticMethod(node, program) === 'Output.format') return formatted(node, given, program);
  // What may be missing: only that of a getter is always the same.
  const isOptional = method === 'orElse' || (given.length === 0 && /^(?:orElseThrow|get)$/.test(method));
  if (isOptional && of.type === 'method_invocation') return { node, kind: 'template', parts: [of], isOutput: true };
  const isGetter = given.length === 0 && (method === 'id' || method === 'urn' || fields.all.has(method));
  return isGetter ? { node, kind: 'member', of, name: method, isCall: true } : undefined;
}

/** `Output.format("%s-db", name)`: a text without other directives than `%s`. */
function formatted(node: SyntaxNode, given: readonly SyntaxNode[], { text }: Program): Expression | undefined {
  const [format, ...values] = given;
  const pattern = format?.type === 'string_literal' ? javaText(nodeText(format, text)) : undefined;
  const pieces = pattern?.split('%s') ?? [];
  if (pattern === undefined || pieces.length !== values.length + 1 || pieces.some((piece) => piece.includes('%')))
    return undefined;
  const all = pieces.flatMap((piece, i): (string | SyntaxNode)[] => {
    const value = values[i];
    return value ? [piece, value] : [piece];
  });
  return { node, kind: 'template', parts: all, isOutput: true };
}
