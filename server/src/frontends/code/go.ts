/** What Go writes: syntax to expressions, imports to classes. */
import type { Adapter, Construction, Program } from './adapter.ts';
import type { Expression, ObjectPart } from './expression.ts';
import { compositeOf, textIn } from './go-literals.ts';
import { visitGo } from './go-survey.ts';
import { numberIn } from './numbers.ts';
import type { Survey } from './survey.ts';
import { ancestor, fieldOf, parts, textOf, type SyntaxNode } from './syntax.ts';

export const go: Adapter = {
  naming: {
    property: (name, isField) => (isField ? lowered(name) : name),
    option: (name, isField) => (isField ? (renamedOptions[name] ?? lowered(name)) : name),
    listsSingles: false,
  },
  visit: visitGo,
  expression,
  calleeOf: (call) => fieldOf(call, 'function'),
  construction,
  isCertain,
  unresolved,
  classOf,
  enumValue: (path) =>
    /^kubernetes\/core\/v1\.ServiceSpecType(ClusterIP|ExternalName|LoadBalancer|NodePort)$/.exec(path)?.[1],
};

function lowered(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** Options whose names are not those of Pulumi YAML with a capital. */
const renamedOptions: Readonly<Record<string, string | undefined>> = {
  Timeouts: 'customTimeouts',
  DependsOnInputs: 'dependsOn',
  ProviderMap: 'providers',
  ResourceHooks: 'hooks',
  URN_: 'urn',
};

const options = new RegExp(
  `^pulumi\\.(?:${[
    ...Object.keys(renamedOptions),
    ...[
      'DependsOn',
      'Protect',
      'Provider',
      'Providers',
      'Parent',
      'IgnoreChanges',
      'DeleteBeforeReplace',
      'RetainOnDelete',
    ],
    ...['Import', 'Aliases', 'ReplaceOnChanges', 'AdditionalSecretOutputs', 'DeletedWith', 'HideDiffs', 'ReplaceWith'],
    ...['ReplacementTrigger', 'EnvVarMappings', 'Version', 'PluginDownloadURL', 'Transformations', 'Transforms'],
  ].join('|')})$`,
);

/** Functions and conversions of the SDK that change nothing. */
const wrapping =
  /^pulumi\.(?:(?:String|Int|Bool|Float64|ID|URN)?(?:Ptr|Array|Map|ArrayMap|MapArray)?(?:Input)?|To\w*(?:Array|Map)|ToOutput|Any)$|^kubernetes\/[\w/]+\.(?:\w+(?:Array|Map|Args|Input|Ptr)|ServiceSpecType)$/;
/** Conversions of numbers and texts. */
const conversions = /^(?:string|bool|any|u?int(?:8|16|32|64)?|float(?:32|64))$/;

function classOf(path: string): string | undefined {
  if (path === 'kubernetes.NewProvider') return 'Provider';
  const [, group, name] = /^kubernetes\/(\w[\w.]*\/v\d\w*)\.New([A-Z]\w*)$/.exec(path) ?? [];
  return group !== undefined && name !== undefined && !/Args$/.test(name) ? `${group}:${name}` : undefined;
}

/** A name of a package that is imported with a dot: the SDK's names say which. */
function unresolved(name: string, { wildcards }: Survey): string | undefined {
  const home = /^NewEndpointSlice/.test(name)
    ? 'kubernetes/discovery/'
    : /^NewProvider$/.test(name)
      ? 'kubernetes'
      : /^New|^ServiceSpecType/.test(name)
        ? 'kubernetes/core/'
        : 'pulumi';
  const module = wildcards.find((each) => (home.endsWith('/') ? each.startsWith(home) : each === home));
  return module === undefined ? undefined : `${module}.${name}`;
}

function expression(written: SyntaxNode, program: Program): Expression {
  const node = unwrapped(written, program);
  const { text } = program;
  switch (node.type) {
    case 'interpreted_string_literal':
    case 'raw_string_literal':
      return literal(node, textIn(node, text));
    case 'int_literal':
    case 'float_literal':
      return literal(node, numberIn(textOf(node, text), true));
    case 'true':
    case 'false':
      return { node, kind: 'literal', value: node.type === 'true' };
    case 'nil':
      return { node, kind: 'absent' };
    case 'identifier':
    case 'type_identifier':
    case 'package_identifier':
      return { node, kind: 'name', name: textOf(node, text) };
    case 'unary_expression':
      return signed(node, text);
    case 'binary_expression':
      return sum(node);
    case 'selector_expression':
      return member(node, fieldOf(node, 'field'), text);
    case 'index_expression':
      return member(node, fieldOf(node, 'index'), text);
    case 'composite_literal': {
      const body = fieldOf(node, 'body');
      return body ? compositeOf(node, body, program) : { node, kind: 'unknown' };
    }
    case 'literal_value':
      return compositeOf(node, node, program);
    case 'call_expression':
      return call(node, program);
    default:
      return { node, kind: 'unknown' };
  }
}

function literal(node: SyntaxNode, value: string | bigint | number | undefined): Expression {
  return value === undefined ? { node, kind: 'unknown' } : { node, kind: 'literal', value };
}

/** Without the wrappers that change nothing. */
function unwrapped(written: SyntaxNode, program: Program): SyntaxNode {
  let node = written;
  for (let inner = wrapped(node, program); inner; inner = wrapped(node, program)) node = inner;
  return node;
}

function wrapped(node: SyntaxNode, program: Program): SyntaxNode | undefined {
  switch (node.type) {
    case 'parenthesized_expression':
      return parts(node)[0];
    case 'unary_expression': {
      const sign = fieldOf(node, 'operator')?.type;
      return sign === '&' || sign === '*' ? fieldOf(node, 'operand') : undefined;
    }
    case 'type_assertion_expression':
      return fieldOf(node, 'operand');
    case 'type_conversion_expression': {
      const type = fieldOf(node, 'type');
      return type && /\b(?:byte|rune)\b/.test(textOf(type, program.text)) ? undefined : fieldOf(node, 'operand');
    }
    case 'call_expression':
      return converted(node, program);
    default:
      return undefined;
  }
}

function converted(node: SyntaxNode, program: Program): SyntaxNode | undefined {
  const callee = fieldOf(node, 'function');
  const [only, ...more] = argumentsOf(node);
  if (!callee || !only || more.length > 0 || only.type === 'variadic_argument') return undefined;
  const name = callee.type === 'identifier' ? textOf(callee, program.text) : undefined;
  const declared = name === undefined ? undefined : program.survey.find(name, callee);
  const isType = name !== undefined && !declared && conversions.test(name);
  // A number becomes a character.
  if (isType && name === 'string' && only.type === 'int_literal') return undefined;
  if (isType || declared?.value?.type === 'type_spec' || declared?.value?.type === 'type_alias') return only;
  const path = pathOf(callee, program);
  return path !== undefined && wrapping.test(path) ? only : undefined;
}

/** The path of a callee; undefined without a look at others where a method of a call is called, as in long chains. */
function pathOf(callee: SyntaxNode, program: Program): string | undefined {
  let owner: SyntaxNode | undefined = callee;
  while (owner?.type === 'selector_expression') owner = fieldOf(owner, 'operand');
  return owner?.type === 'identifier' ? program.pathOf(callee) : undefined;
}

function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = fieldOf(call, 'arguments');
  return list ? parts(list) : [];
}

function signed(node: SyntaxNode, text: string): Expression {
  const operand = fieldOf(node, 'operand');
  const isNumber = operand?.type === 'int_literal' || operand?.type === 'float_literal';
  const value = isNumber ? numberIn(textOf(operand, text), true) : undefined;
  const sign = fieldOf(node, 'operator')?.type;
  if (value === undefined || (sign !== '-' && sign !== '+')) return { node, kind: 'unknown' };
  return { node, kind: 'literal', value: sign === '-' ? -value : value };
}

function sum(node: SyntaxNode): Expression {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const isSum = fieldOf(node, 'operator')?.type === '+';
  return isSum && left && right ? { node, kind: 'sum', left, right } : { node, kind: 'unknown' };
}

function member(node: SyntaxNode, step: SyntaxNode | undefined, text: string): Expression {
  const of = fieldOf(node, 'operand');
  if (!of || !step) return { node, kind: 'unknown' };
  return { node, kind: 'member', of, name: step.field === 'field' ? textOf(step, text) : step };
}

function call(node: SyntaxNode, program: Program): Expression {
  const { text } = program;
  if (program.constructed.has(node)) return { node, kind: 'resource' };
  const callee = fieldOf(node, 'function');
  const given = argumentsOf(node);
  const [first, second] = given;
  const path = callee && pathOf(callee, program);
  const method = callee && fieldOf(callee, 'field');
  if (callee && method && path !== undefined && options.test(path))
    return { node, kind: 'object', parts: [optionOf(method, node, text)] };
  if (path === 'pulumi.Sprintf' && first && second && given.length === 2 && /^["`]%[sv]["`]$/.test(textOf(first, text)))
    return { node, kind: 'template', parts: [second], isOutput: true };
  const of = callee && fieldOf(callee, 'operand');
  if (!method || !of || path !== undefined) return { node, kind: 'unknown' };
  const name = textOf(method, text);
  if (given.length === 0) {
    if (/^Elem$|^To\w*Output$/.test(name)) return { node, kind: 'template', parts: [of], isOutput: true };
    return { node, kind: 'member', of, name: /^(?:ID|URN)$/.test(name) ? name.toLowerCase() : name, isCall: true };
  }
  if (!first || given.length > 1) return { node, kind: 'unknown' };
  if (name === 'Index' || name === 'MapIndex') return { node, kind: 'member', of, name: first, isCall: true };
  const lambda = /^ApplyT?$/.test(name) ? lambdaIn(first, text) : undefined;
  return lambda ? { node, kind: 'applied', over: of, ...lambda } : { node, kind: 'unknown' };
}

function optionOf(method: SyntaxNode, node: SyntaxNode, text: string): ObjectPart {
  const given = argumentsOf(node);
  const [only] = given;
  const value = only && given.length === 1 && only.type !== 'variadic_argument' ? only : fieldOf(node, 'arguments');
  return { key: method, name: textOf(method, text), value: value ?? node, isField: true };
}

/** A function of one parameter whose body only returns an expression. */
function lambdaIn(
  node: SyntaxNode,
  text: string,
): { readonly scope: SyntaxNode; readonly name: string; readonly body: SyntaxNode } | undefined {
  const [parameters, block] = [fieldOf(node, 'parameters'), fieldOf(node, 'body')];
  if (node.type !== 'func_literal' || !parameters || !block) return undefined;
  const names = parts(parameters).flatMap(({ children }) => children.filter(({ field }) => field === 'name'));
  const [list] = parts(block);
  const [only, ...others] = list ? parts(list) : [];
  const [results] = only?.type === 'return_statement' ? parts(only) : [];
  const [body, ...more] = results ? parts(results) : [];
  const [name] = names;
  if (!name || names.length > 1 || !body || others.length > 0 || (more[0] && more[0].type !== 'nil')) return undefined;
  return { scope: node, name: textOf(name, text), body };
}

function construction(node: SyntaxNode, program: Program): Construction {
  const callee = fieldOf(node, 'function') ?? node;
  const [, name, properties, ...more] = argumentsOf(node);
  const [first, last] = [more[0], more.at(-1)];
  return {
    head: fieldOf(callee, 'field') ?? callee,
    name,
    properties: properties && expression(properties, program),
    options: first &&
      last && {
        node: { ...first, end: last.end },
        kind: 'object',
        // What is `opts...` is a list, and of unknown options: the object is open.
        parts: more.map((each) => ({ spread: each })),
      },
  };
}

const uncertain: ReadonlySet<string> = new Set([
  'for_statement',
  'expression_case',
  'default_case',
  'type_case',
  'communication_case',
  'method_declaration',
  'go_statement',
  'defer_statement',
]);

function isCertain(call: SyntaxNode, program: Program): boolean {
  let from = call;
  return !ancestor(call, (node) => {
    const came = from;
    from = node;
    if (node.type === 'if_statement') return came.field !== 'initializer' && came.field !== 'condition';
    if (node.type === 'binary_expression')
      return came.field === 'right' && /^(?:&&|\|\|)$/.test(fieldOf(node, 'operator')?.type ?? '');
    if (node.type === 'function_declaration' || node.type === 'func_literal') return !isProgram(node, program);
    return uncertain.has(node.type);
  });
}

/** True for `main`, and for a function that is handed to `pulumi.Run`, itself or by its name. */
function isProgram(node: SyntaxNode, program: Program): boolean {
  const { text } = program;
  const list = node.parent;
  const isHandled = list?.type === 'argument_list' && list.parent && runs(list.parent, program);
  if (isHandled) return true;
  const variable = list?.parent && fieldOf(list.parent, 'left');
  const name = fieldOf(node, 'name') ?? (variable && parts(variable)[0]);
  if (!name) return false;
  const own = textOf(name, text);
  return (own === 'main' && node.type === 'function_declaration') || handedNames(program).has(own);
}

const handedIn = new WeakMap<Program, ReadonlySet<string>>();

/** The names of the functions that are handed to `pulumi.Run`. */
function handedNames(program: Program): ReadonlySet<string> {
  const known = handedIn.get(program);
  if (known) return known;
  const handed = program.survey.calls.flatMap((each) => (runs(each, program) ? argumentsOf(each) : []));
  const names = new Set(handed.map((each) => textOf(each, program.text)));
  handedIn.set(program, names);
  return names;
}

function runs(call: SyntaxNode, program: Program): boolean {
  const callee = fieldOf(call, 'function');
  return callee !== undefined && /^pulumi\.Run(?:Err|WithContext)?$/.test(pathOf(callee, program) ?? '');
}
