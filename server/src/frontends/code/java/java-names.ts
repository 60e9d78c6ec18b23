/** Which classes and methods names mean in Java, by the imports of the file. */
import type { Program } from '../adapter.ts';
import type { NameDeclaration, Survey } from '../survey.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';
import { ownValue } from '../../../text/own-value.ts';

const sdk = 'com.pulumi.kubernetes.';

/** The classes of packages that a wildcard may import: those of ours, and those that they refer to. */
const classes: Readonly<Record<string, RegExp | undefined>> = {
  core: /^(?:Endpoints|Service|Namespace|Pod|Node|ConfigMap|Secret|ServiceAccount|ReplicationController|PersistentVolume(?:Claim)?)(?:Patch|List)?$/,
  discovery: /^EndpointSlice(?:Patch|List)?$/,
  apps: /^(?:Deployment|StatefulSet|DaemonSet|ReplicaSet)(?:Patch|List)?$/,
};

export function javaClassOf(path: string): string | undefined {
  if (path === `${sdk}Provider`) return 'Provider';
  const [, group, version, name] = /^com\.pulumi\.kubernetes\.([\w.]+)\.(v\d\w*)\.([A-Z]\w*)$/.exec(path) ?? [];
  return name === undefined || name.endsWith('Args') ? undefined : `${group}/${version}:${name}`;
}

/** `ServiceSpecType.ClusterIP`: the members of the SDK's enums are named like their values. */
export function javaEnumValue(path: string): string | undefined {
  return /^com\.pulumi\.kubernetes\.core\.v\d\w*\.enums\.ServiceSpecType\.(\w+)$/.exec(path)?.[1];
}

/** A name that only a wildcard can import, or the first part of a qualified one. */
export function javaUnresolved(name: string, survey: Survey): string | undefined {
  if (name === 'com' || name === 'java') return name;
  const owner = survey.wildcards.find((path) => {
    if (!path.startsWith(sdk)) return false;
    const [group = '', version = '', ...rest] = path.slice(sdk.length).split('.');
    if (group === '') return false;
    if (rest.length === 0) return version !== '' && ownValue(classes, group)?.test(name) === true;
    const inner = rest.join('.');
    return inner === 'enums'
      ? name === 'ServiceSpecType'
      : inner === 'enums.ServiceSpecType' && /^(?:ClusterIP|ExternalName|LoadBalancer|NodePort)$/.test(name);
  });
  if (owner !== undefined) return `${owner}.${name}`;
  return name === 'Provider' && survey.wildcards.includes('com.pulumi.kubernetes') ? `${sdk}Provider` : undefined;
}

/** The path of a class; its name alone where the file does not say from where it is; undefined for a class of the program and for a value. */
export function typePath(node: SyntaxNode, program: Program): string | undefined {
  if (!isQualifiedName(node)) return undefined;
  const path = program.pathOf(node);
  if (path !== undefined || !node.type.endsWith('identifier')) return path;
  const name = nodeText(node, program.text);
  return program.survey.find(name, node) ? undefined : name;
}

/** `com.pulumi.kubernetes.core.v1.inputs.ObjectMetaArgs` has seven parts. */
const mostParts = 12;

function isQualifiedName(node: SyntaxNode): boolean {
  let at: SyntaxNode | undefined = node;
  for (let count = 0; at && count < mostParts; count++) {
    if (/^(?:type_)?identifier$/.test(at.type)) return true;
    at = at.type === 'field_access' || at.type === 'scoped_type_identifier' ? namedParts(at)[0] : undefined;
  }
  return false;
}

/** Methods that a static import may name, with their classes. */
const importable: Readonly<Record<string, string | undefined>> = {
  asList: 'java.util.Arrays',
  entry: 'java.util.Map',
  ofEntries: 'java.util.Map',
  toList: 'java.util.stream.Collectors',
};

/** The static method that a call calls, such as `List.of`, without the package of a class of the JDK or of Pulumi's core. */
export function staticMethod(call: SyntaxNode, program: Program): string | undefined {
  const [object, callee] = [fieldOf(call, 'object'), fieldOf(call, 'name')];
  if (!callee) return undefined;
  const name = nodeText(callee, program.text);
  const owner = object ? typePath(object, program) : importedFrom(name, call, program);
  return owner === undefined
    ? undefined
    : `${owner.replace(/^(?:java\.(?:util|lang)|java\.util\.stream|com\.pulumi|com\.pulumi\.core)\.(?=[A-Z])/, '')}.${name}`;
}

/** True for `Pulumi.run(…)`, which runs what it gets. */
export function isPulumiRun(call: SyntaxNode, program: Program): boolean {
  return /^Pulumi\.run(?:Async)?$/.test(staticMethod(call, program) ?? '');
}

/** The class of a method that is imported by its name; undefined where a method of the program has the name. */
function importedFrom(name: string, call: SyntaxNode, { survey, root }: Program): string | undefined {
  if (survey.find(`${name}()`, call)) return undefined;
  const module = survey.inScope(root, name)?.module;
  if (module !== undefined) return module.slice(0, -name.length - 1);
  const owner = ownValue(importable, name);
  return owner !== undefined && survey.wildcards.includes(owner) ? owner : undefined;
}

const typeDeclarations: ReadonlySet<string> = new Set([
  'class_declaration',
  'interface_declaration',
  'enum_declaration',
  'record_declaration',
  'annotation_type_declaration',
]);

export function isTypeDeclaration({ type }: SyntaxNode): boolean {
  return typeDeclarations.has(type);
}

/** The name under which a class is declared beside its own: a class is no value. */
export function classKey(name: string): string {
  return `class ${name}`;
}

/** `A.B.C.…` of more parts names no class that a file declares. */
const mostNested = 8;

/** The body of the class of the program that an expression names; undefined where it names none. */
export function bodyOf(node: SyntaxNode, program: Program, depth = 0): SyntaxNode | undefined {
  if (node.type === 'this') return enclosingBody(node);
  const [outer, last] = node.type === 'field_access' ? namedParts(node) : [];
  // `Outer.this`.
  if (outer && last?.type === 'this') return bodyOf(outer, program, depth + 1);
  return bodyOfDeclaration(declarationOf(node, program, depth));
}

function declarationOf(node: SyntaxNode, program: Program, depth: number): NameDeclaration | undefined {
  const { survey, text } = program;
  if (/^(?:type_)?identifier$/.test(node.type)) return survey.find(classKey(nodeText(node, text)), node);
  if (node.type === 'generic_type') return withParts(node, (first) => declarationOf(first, program, depth));
  const isQualified = node.type === 'field_access' || node.type === 'scoped_type_identifier';
  if (!isQualified || depth > mostNested) return undefined;
  return withParts(node, (owner, name) => {
    const body = name && bodyOf(owner, program, depth + 1);
    return body && survey.inScope(body, classKey(nodeText(name, text)));
  });
}

function withParts<T>(
  node: SyntaxNode,
  use: (first: SyntaxNode, last: SyntaxNode | undefined) => T | undefined,
): T | undefined {
  const all = namedParts(node);
  return all[0] && use(all[0], all.length > 1 ? all.at(-1) : undefined);
}

function bodyOfDeclaration(declaration: NameDeclaration | undefined): SyntaxNode | undefined {
  const value = declaration?.value;
  return value && isTypeDeclaration(value) ? fieldOf(value, 'body') : undefined;
}

export function enclosingBody(node: SyntaxNode): SyntaxNode | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'class_body' || at.type === 'interface_body' || at.type === 'enum_body') return at;
  }
  return undefined;
}

/** The body of a class or interface of the program from which a class around the node inherits a field; undefined where none has it. */
export function inheritedFrom(name: string, node: SyntaxNode, program: Program): SyntaxNode | undefined {
  for (let body = enclosingBody(node); body; body = enclosingBody(body)) {
    const owner = body.parent;
    for (const clause of owner && isTypeDeclaration(owner) ? owner.children : []) {
      if (!/^(?:superclass|super_interfaces|extends_interfaces)$/.test(clause.type)) continue;
      const types = namedParts(clause).flatMap((type) => (type.type === 'type_list' ? namedParts(type) : [type]));
      const found = types
        .flatMap((type) => bodyOf(type, program) ?? [])
        .find((each) => program.survey.inScope(each, name));
      if (found) return found;
    }
  }
  return undefined;
}
