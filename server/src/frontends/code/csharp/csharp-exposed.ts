/** Which objects and lists of a C# program other code may change: handed on, stored, or under another name. */
import type { Program } from '../adapter.ts';
import { targetType } from './csharp-names.ts';
import { givenTo, dotted, lastName, methodOf, pathNames } from './csharp-syntax.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

export function noteSharing(node: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  switch (node.type) {
    case 'assignment_expression':
      return noteStored(node, program);
    case 'foreach_statement':
      return noteCSharpAlias(fieldOf(node, 'left'), fieldOf(node, 'right'), program);
    case 'object_creation_expression':
    case 'implicit_object_creation_expression': {
      const type = fieldOf(node, 'type') ?? targetType(node, survey, text);
      return type && !isCopying.test(lastName(type, text)) ? handOn(node, type, program) : undefined;
    }
    case 'invocation_expression':
      return noteCall(node, program);
    default:
      return undefined;
  }
}

/** Gives what a value shares with variables another name. */
export function noteCSharpAlias(
  name: SyntaxNode | undefined,
  value: SyntaxNode | undefined,
  { survey, text }: Program,
): void {
  if (name?.type !== 'identifier' && name?.type !== 'implicit_parameter') return;
  for (const of of value ? sharedIn(value, text) : []) survey.alias(nodeText(name, text), of);
}

/** What is stored in a member belongs to another object. Initialisers of the SDK's types copy. */
function noteStored(node: SyntaxNode, program: Program): void {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  if (node.parent?.type === 'initializer_expression' || !left || !right) return;
  if (left.type === 'identifier') return noteCSharpAlias(left, right, program);
  for (const name of sharedIn(right, program.text)) program.survey.exposed.add(name);
}

/** Types whose constructors copy what they are given, or only name it. */
const isCopying = /(?:Map|List|Dictionary|Set|Queue|Stack|Exception)$/;

/** Methods and classes that only read what they are given. */
const readers =
  /^(?:System\.)?(?:Console|[Ss]tring|Output|Log|Math|JsonSerializer|Enumerable|Convert|Debug|Regex|Deployment)\./;
const readingMethods: ReadonlySet<string> = new Set(
  `Aggregate All Any AddRange Concat Contains ContainsKey ContainsValue Equals Except First FirstOrDefault Format GroupJoin
  IndexOf InsertRange Intersect Join nameof SequenceEqual TryGetValue Union Where Zip`.split(/\s+/),
);

function noteCall(node: SyntaxNode, program: Program): void {
  const { text } = program;
  const callee = fieldOf(node, 'function');
  if (!callee) return;
  const [first] = givenTo(node);
  const lambda = first && namedParts(first).at(-1);
  const parameters = lambda?.type === 'lambda_expression' ? fieldOf(lambda, 'parameters') : undefined;
  const parameter = parameters?.type === 'parameter_list' ? namedParts(parameters)[0] : undefined;
  // What a function does to an item, as in `list.ForEach(each => …)`, it does to the list.
  if (parameters)
    noteCSharpAlias(parameter ? fieldOf(parameter, 'name') : parameters, fieldOf(callee, 'expression'), program);
  const isReading = readers.test(pathNames(callee, text) ?? '') || readingMethods.has(methodOf(callee, text));
  if (!isReading) handOn(node, callee, program);
}

function handOn(call: SyntaxNode, callee: SyntaxNode, { survey, text }: Program): void {
  for (const given of givenTo(call)) {
    const value = namedParts(given).at(-1);
    for (const name of value ? sharedIn(value, text) : []) survey.handed.push({ name, callee });
  }
}

/** What holds its parts as they are. */
const holders: ReadonlySet<string> = new Set([
  'parenthesized_expression',
  'postfix_unary_expression',
  'initializer_expression',
  'implicit_array_creation_expression',
  'array_creation_expression',
  'collection_expression',
  'collection_element',
  'expression_element',
  'anonymous_object_creation_expression',
  'tuple_expression',
  'argument',
]);

/** The parts of these that are values. */
const fields: Readonly<Record<string, readonly string[] | undefined>> = {
  cast_expression: ['value'],
  conditional_expression: ['consequence', 'alternative'],
  element_access_expression: ['expression'],
  member_access_expression: ['expression'],
};

/** In an initialiser, the value; elsewhere `a` of `a = b`, which has its own entry. */
function assignedPart({ parent }: SyntaxNode): string {
  return parent?.type === 'initializer_expression' ? 'right' : 'left';
}

/** The variables and constants that a value is, holds or belongs to. */
function sharedIn(expression: SyntaxNode, text: string): readonly string[] {
  const names: string[] = [];
  const waiting = [expression];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const own = node.type === 'assignment_expression' ? [assignedPart(node)] : fields[node.type];
    if (node.type === 'identifier') names.push(nodeText(node, text));
    if (node.type === 'member_access_expression' && pathNames(node, text)) names.push(dotted(node, text));
    if (own) for (const name of own) waiting.push(...(fieldOf(node, name) ? [fieldOf(node, name) ?? node] : []));
    else if (holders.has(node.type)) waiting.push(...namedParts(node));
    else if (fieldOf(node, 'operator')?.type === '??') waiting.push(...namedParts(node));
  }
  return names;
}
