/** The classes of the SDK for .NET: which namespaces hold them, and which of them a `new()` constructs. */
import type { Survey } from '../survey.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';
import { ownValue } from '../../../text/own-value.ts';

const sdk = 'Pulumi.Kubernetes.';
const ours = 'Endpoints EndpointsPatch EndpointsList Service ServicePatch ServiceList';

/** The classes of the namespaces that programs of ours import. Without the patches of others: nothing refers to these. */
const classes: Readonly<Record<string, string | undefined>> = {
  '': 'Provider',
  'Core.V1': `${ours} ServiceSpecType ConfigMap Namespace Node PersistentVolume PersistentVolumeClaim Pod
    ReplicationController Secret ServiceAccount`,
  'Discovery.V1': 'EndpointSlice EndpointSlicePatch EndpointSliceList',
  'Discovery.V1Beta1': 'EndpointSlice EndpointSlicePatch EndpointSliceList',
  'Apps.V1': 'DaemonSet ReplicaSet StatefulSet',
  'Batch.V1': 'CronJob Job',
  'Networking.V1': 'Ingress IngressClass NetworkPolicy',
};
const serviceTypes = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

/** Types have names of their own: a property `Endpoints` does not hide the class. */
export function typeName(name: string): string {
  return `type:${name}`;
}

/** Where the type of a variable, field or property is declared. */
export function typeOfName(name: string): string {
  return `typeof:${name}`;
}

/** Declares the classes of a namespace of the SDK that `using` imports; none of another namespace. */
export function importNamespace(namespace: string, scope: SyntaxNode, survey: Survey): void {
  const path = `${namespace}.`;
  if (!path.startsWith(sdk)) return;
  for (const name of ownValue(classes, namespace.slice(sdk.length))?.split(/\s+/) ?? [])
    declareOnce(scope, typeName(name), path + name, survey);
}

/** Declares the members of an enum of the SDK that `using static` imports. */
export function importMembers(type: string, scope: SyntaxNode, survey: Survey): void {
  if (csharpEnumValue(`${type}.ClusterIP`) === undefined) return;
  for (const name of serviceTypes) declareOnce(scope, name, `${type}.${name}`, survey);
}

function declareOnce(scope: SyntaxNode, name: string, module: string, survey: Survey): void {
  if (survey.inScope(scope, name)?.module !== module) survey.declare(scope, name, { module });
}

/** `Pulumi.Kubernetes.Core.V1.Endpoints` is `core/v1:Endpoints`. */
export function csharpClassOf(path: string): string | undefined {
  if (!path.startsWith(sdk)) return undefined;
  const [group = '', version = '', name = '', ...rest] = path.slice(sdk.length).split('.');
  if (version === '') return group === 'Provider' ? group : undefined;
  const isClass = rest.length === 0 && /^V\d/.test(version) && /^[A-Z]/.test(name) && !/(?:Args|Type)$/.test(name);
  return isClass ? `${group.toLowerCase()}/${version.toLowerCase()}:${name}` : undefined;
}

/** The members of the SDK's enums are named like their values. */
export function csharpEnumValue(path: string): string | undefined {
  return /^Pulumi\.Kubernetes\.(?:Types\.Enums\.)?\w+\.V\d\w*\.ServiceSpecType\.(\w+)$/.exec(path)?.[1];
}

/** The only namespace that needs no `using`. */
export function unresolvedInCsharp(name: string): string | undefined {
  return name === 'Pulumi' || name === typeName('Pulumi') ? 'Pulumi' : undefined;
}

/** True for a name that stands for a type or a namespace. */
export function isTypeName(node: SyntaxNode): boolean {
  const { parent, field } = node;
  if (!parent) return false;
  if (field === 'type' || field === 'returns') return true;
  return typeParts.has(parent.type);
}

const typeParts: ReadonlySet<string> = new Set([
  'qualified_name',
  'alias_qualified_name',
  'nullable_type',
  'array_type',
  'generic_name',
  'type_argument_list',
  'base_list',
  'using_directive',
]);

/** What a value may be nested in without another type. */
const passing: ReadonlySet<string> = new Set([
  'parenthesized_expression',
  'postfix_unary_expression',
  'conditional_expression',
  'switch_expression_arm',
  'switch_expression',
]);

/** No program nests a value this deeply. */
const deepest = 100;

const listings: ReadonlySet<string> = new Set(['initializer_expression', 'collection_expression']);

/** The type that a `new()` constructs, by what it is assigned to; undefined where the text does not declare it. */
export function targetType(creation: SyntaxNode, survey: Survey, text: string): SyntaxNode | undefined {
  let at = creation;
  let isItem = false;
  let depth = 0;
  for (let next = at.parent; next && depth < deepest; next = at.parent) {
    depth++;
    const isElement = listings.has(next.type) || next.type.endsWith('_element');
    const isChoice = next.type === 'binary_expression' && fieldOf(next, 'operator')?.type === '??';
    if (!isElement && !isChoice && !passing.has(next.type)) break;
    if (listings.has(next.type)) {
      // An item of an item: no type is declared for it.
      if (isItem) return undefined;
      isItem = true;
    }
    at = next;
  }
  const type = declaredType(at, survey, text);
  const plain = type?.type === 'nullable_type' ? namedParts(type)[0] : type;
  return isItem && plain ? itemType(plain) : plain;
}

/** The type of what a value is assigned to, returned as, or cast to. */
function declaredType(at: SyntaxNode, survey: Survey, text: string): SyntaxNode | undefined {
  const { parent } = at;
  switch (parent?.type) {
    case 'variable_declarator':
      return parent.parent && fieldOf(parent.parent, 'type');
    case 'array_creation_expression':
    case 'object_creation_expression':
    case 'property_declaration':
    case 'cast_expression':
      return fieldOf(parent, 'type');
    case 'implicit_object_creation_expression':
      return at.type === 'initializer_expression' ? targetType(parent, survey, text) : undefined;
    case 'assignment_expression': {
      if (at.field !== 'right' || parent.parent?.type === 'initializer_expression') return undefined;
      const left = fieldOf(parent, 'left');
      const name = left && nodeText(left, text).replace(/^this\s*\.\s*/, '');
      return name === undefined ? undefined : survey.find(typeOfName(name), at)?.value;
    }
    case 'arrow_expression_clause':
    case 'return_statement':
      return returnType(parent);
    default:
      return undefined;
  }
}

const functions: ReadonlySet<string> = new Set([
  'lambda_expression',
  'anonymous_method_expression',
  'local_function_statement',
  'method_declaration',
  'property_declaration',
]);

function returnType(node: SyntaxNode): SyntaxNode | undefined {
  const owner = ancestor(node, ({ type }) => functions.has(type));
  return owner && (fieldOf(owner, 'returns') ?? fieldOf(owner, 'type'));
}

/** The type of the items of an array or a generic list. */
function itemType(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type === 'array_type') return fieldOf(type, 'type');
  const list = type.children.find((each) => each.type === 'type_argument_list');
  const [only, ...more] = list ? namedParts(list) : [];
  return more.length === 0 ? only : undefined;
}
