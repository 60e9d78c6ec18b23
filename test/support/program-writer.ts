/** Writes resources as Pulumi programs, for tests that read them back: in Pulumi YAML and in each language. */
import { resourceType, typeTokens } from '../../server/src/contract/contract.ts';
import { neighbourType } from '../../server/src/contract/neighbours.ts';
import type { Type } from '../../server/src/contract/type.ts';
import type { Resource } from '../../server/src/tree/document.ts';
import type { Entry, Value } from '../../server/src/tree/value.ts';

/** The names of files, by which the text is read. */
export const languages = {
  typescript: 'index.ts',
  javascript: 'index.js',
  python: '__main__.py',
  go: 'main.go',
  csharp: 'Program.cs',
  java: 'App.java',
} as const;

export type Language = keyof typeof languages;

/**
 * The text of a program with these resources, whose logical names start with `prefix`; undefined where the language, or any
 * program, cannot write one of them.
 */
export function writeProgram(
  language: Language | 'yaml',
  resources: readonly Resource[],
  prefix = 'r',
): string | undefined {
  if (resources.length === 0 || resources.some(({ properties }) => !isPlain(properties))) return undefined;
  const write = writers[language];
  const calls = resources.map((resource, i) => write.call(resource, `${prefix}${i}`));
  return calls.every((call) => call !== undefined) ? write.program(calls.join('\n')) : undefined;
}

/** False for a value that is not written in place, as it is, once. */
function isPlain(value: Value): boolean {
  if (value.kind === 'opaque' || value.isAlias) return false;
  if (value.kind === 'scalar') return value.value !== null;
  if (value.isOpen) return false;
  if (value.kind === 'sequence') return value.items.every(isPlain);
  const names = new Set(value.entries.map(({ name }) => name));
  const isOwn = (entry: Entry): boolean => !entry.isMerged && !entry.isOpaqueKey && isPlain(entry.value);
  return names.size === value.entries.length && value.entries.every(isOwn);
}

interface Writer {
  readonly call: (resource: Resource, name: string) => string | undefined;
  readonly program: (calls: string) => string;
}

/** What a language writes for each shape of a value; undefined where its compiler refuses the value. */
interface Shapes {
  readonly text: (value: string) => string;
  readonly number: (value: bigint | number) => string;
  readonly flag: (value: boolean) => string;
  readonly list: (items: readonly string[], type: Type) => string;
  readonly map: (entries: readonly (readonly [string, string])[], type: Type) => string;
  readonly object: (entries: readonly (readonly [string, string])[], name: string) => string;
  /** True where a compiler checks types and names. */
  readonly isTyped: boolean;
}

function write(value: Value, type: Type, shapes: Shapes): string | undefined {
  if (value.kind === 'scalar') return fits(value.value, type, shapes) ? scalar(value.value, shapes) : undefined;
  if (value.kind === 'sequence') {
    const item = type.kind === 'list' ? type.item : any;
    if (shapes.isTyped && type.kind !== 'list' && type.kind !== 'any') return undefined;
    const items = value.items.map((each) => write(each, item, shapes));
    return areWritten(items) ? shapes.list(items, type) : undefined;
  }
  if (value.kind !== 'mapping') return undefined;
  const isObject = type.kind === 'object';
  if (shapes.isTyped && !isObject && type.kind !== 'map' && type.kind !== 'any') return undefined;
  const entries: (readonly [string, string])[] = [];
  for (const entry of value.entries) {
    const own = isObject ? type.fields[entry.name]?.type : type.kind === 'map' ? type.value : any;
    if (isObject && !own && shapes.isTyped) return undefined;
    const written = write(entry.value, own ?? any, shapes);
    if (written === undefined) return undefined;
    entries.push([entry.name, written]);
  }
  const isKnown = isObject && value.entries.every(({ name }) => type.fields[name] !== undefined);
  return isKnown ? shapes.object(entries, type.name) : shapes.map(entries, type);
}

const any: Type = { kind: 'any' };

function fits(value: unknown, { kind }: Type, { isTyped }: Shapes): boolean {
  if (!isTyped || kind === 'any') return true;
  if (typeof value === 'bigint') return kind === 'integer' || kind === 'integer or string';
  if (typeof value === 'string') return kind === 'string' || kind === 'integer or string';
  return typeof value === 'boolean' && kind === 'boolean';
}

function scalar(value: unknown, { text, number, flag }: Shapes): string | undefined {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return flag(value);
  return typeof value === 'bigint' || typeof value === 'number' ? number(value) : undefined;
}

function areWritten(all: readonly (string | undefined)[]): all is readonly string[] {
  return all.every((each) => each !== undefined);
}

function typeOf({ type }: Resource): Type {
  return resourceType(type) ?? neighbourType(type);
}

/** `apiVersion` and `kind` are overwritten by every SDK. */
function argumentsOf({ properties }: Resource): readonly Entry[] {
  return properties.entries.filter(({ name }) => name !== 'apiVersion' && name !== 'kind');
}

function className({ type, isPartial }: Resource): string {
  return type === 'Service' && isPartial ? 'ServicePatch' : type;
}

function tokenOf(resource: Resource): string {
  const name = className(resource);
  return Object.hasOwn(typeTokens, name) ? typeTokens[name as keyof typeof typeTokens] : `kubernetes:core/v1:${name}`;
}

/** Each argument as it is written; undefined where the language cannot write one. */
function written(resource: Resource, shapes: Shapes): readonly (readonly [string, string])[] | undefined {
  const type = typeOf(resource);
  const found: (readonly [string, string])[] = [];
  for (const { name, value } of argumentsOf(resource)) {
    const own = type.kind === 'object' ? type.fields[name]?.type : undefined;
    const text = own || !shapes.isTyped ? write(value, own ?? any, shapes) : undefined;
    if (text === undefined) return undefined;
    found.push([name, text]);
  }
  return found;
}

function upper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function snake(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function group(resource: Resource): 'core' | 'discovery' {
  return resource.type.startsWith('EndpointSlice') ? 'discovery' : 'core';
}

function join(entries: readonly (readonly [string, string])[], separator: string): string {
  return entries.map(([name, value]) => name + separator + value).join(', ');
}

const quoted = (value: string): string => JSON.stringify(value);

const scripted: Shapes = {
  text: quoted,
  number: String,
  flag: String,
  list: (items) => `[${items.join(', ')}]`,
  map: (entries) =>
    `{ ${join(
      entries.map(([name, value]) => [quoted(name), value]),
      ': ',
    )} }`,
  object: (entries) =>
    `{ ${join(
      entries.map(([name, value]) => [/^\w+$/.test(name) ? name : quoted(name), value]),
      ': ',
    )} }`,
  isTyped: false,
};

const python: Shapes = {
  ...scripted,
  flag: (value) => (value ? 'True' : 'False'),
  object: (entries, name) => {
    const module = /^(?:ObjectMeta|OwnerReference|ManagedFieldsEntry)/.test(name) ? 'meta' : 'core';
    const isClass = entries.every(([each]) => /^\w+$/.test(each));
    const own = join(
      entries.map(([each, value]) => [snake(each), value]),
      '=',
    );
    return isClass && module === 'meta'
      ? `k8s.meta.v1.${name}Args(${own})`
      : `{ ${join(
          entries.map(([each, value]) => [quoted(snake(each)), value]),
          ': ',
        )} }`;
  },
};

const go: Shapes = {
  text: (value) => `pulumi.String(${quoted(value)})`,
  number: (value) => `pulumi.Int(${value})`,
  flag: (value) => `pulumi.Bool(${value})`,
  list: (items, type) => {
    const item = type.kind === 'list' ? type.item : any;
    const name = item.kind === 'object' ? `${packageOf(item.name)}.${item.name}Array` : 'pulumi.StringArray';
    return `${name}{${items.join(', ')}}`;
  },
  map: (entries, type) =>
    `pulumi.${type.kind === 'map' ? 'StringMap' : 'Map'}{${join(
      entries.map(([name, value]) => [quoted(name), value]),
      ': ',
    )}}`,
  object: (entries, name) =>
    `&${packageOf(name)}.${name}Args{${join(
      entries.map(([each, value]) => [upper(each), value]),
      ': ',
    )}}`,
  isTyped: true,
};

function packageOf(name: string): string {
  if (/^(?:ObjectMeta|OwnerReference|ManagedFieldsEntry)/.test(name)) return 'metav1';
  return /^(?:Endpoint(?:Conditions|Hints)?(?:Patch)?$|EndpointSlice|For)/.test(name) ? 'discoveryv1' : 'corev1';
}

const csharp: Shapes = {
  text: quoted,
  number: String,
  flag: String,
  list: (items) => (items.length === 0 ? '{ }' : `{ ${items.join(', ')} }`),
  map: (entries) => `{ ${entries.map(([name, value]) => `{ ${quoted(name)}, ${value} }`).join(', ')} }`,
  object: (entries, name) =>
    `new ${name}Args { ${join(
      entries.map(([each, value]) => [upper(each), value]),
      ' = ',
    )} }`,
  isTyped: true,
};

const java: Shapes = {
  text: quoted,
  number: String,
  flag: String,
  list: (items) => items.join(', '),
  map: (entries) =>
    entries.length <= 10
      ? `Map.of(${entries.map(([name, value]) => `${quoted(name)}, ${value}`).join(', ')})`
      : `Map.ofEntries(${entries.map(([name, value]) => `Map.entry(${quoted(name)}, ${value})`).join(', ')})`,
  object: (entries, name) =>
    `${name}Args.builder()${entries.map(([each, value]) => `.${each}(${value})`).join('')}.build()`,
  isTyped: true,
};

function script(start: string): Writer {
  return {
    call: (resource, name) => {
      const own = written(resource, scripted);
      return own && `new k8s.${group(resource)}.v1.${className(resource)}("${name}", ${scripted.object(own, '')});`;
    },
    program: (calls) => `${start}\n\n${calls}\n`,
  };
}

const writers: Readonly<Record<Language | 'yaml', Writer>> = {
  yaml: {
    call: (resource, name) => {
      const own = written(resource, { ...scripted, object: (entries) => scripted.map(entries, any) });
      return own && `  ${name}:\n    type: ${tokenOf(resource)}\n    properties: ${scripted.map(own, any)}`;
    },
    program: (calls) => `name: written\nruntime: yaml\nresources:\n${calls}\n`,
  },
  typescript: script('import * as k8s from "@pulumi/kubernetes";'),
  javascript: script('const k8s = require("@pulumi/kubernetes");'),
  python: {
    call: (resource, name) => {
      const own = written(resource, python);
      const isNamed = own?.every(([each]) => /^[a-z]\w*$/i.test(each) && snake(each) !== 'opts');
      const given = own?.map(([each, value]) => `, ${snake(each)}=${value}`).join('') ?? '';
      return isNamed ? `k8s.${group(resource)}.v1.${className(resource)}("${name}"${given})` : undefined;
    },
    program: (calls) => `import pulumi_kubernetes as k8s\n\n${calls}\n`,
  },
  go: {
    call: (resource, name) => {
      const own = written(resource, go);
      const [module, type] = [`${group(resource)}v1`, className(resource)];
      const fields = join(
        (own ?? []).map(([each, value]) => [upper(each), value]),
        ': ',
      );
      return (
        own &&
        `\t\tif _, err := ${module}.New${type}(ctx, "${name}", &${module}.${type}Args{${fields}}); err != nil {\n\t\t\treturn err\n\t\t}`
      );
    },
    program: (calls) =>
      `package main\n\nimport (\n${goImports}\n)\n\nfunc main() {\n\tpulumi.Run(func(ctx *pulumi.Context) error {\n${calls}\n\t\treturn nil\n\t})\n}\n`,
  },
  csharp: {
    call: (resource, name) => {
      const own = written(resource, csharp);
      const type = className(resource);
      return (
        own &&
        `    new ${upper(group(resource))}V1.${type}("${name}", new ${upper(group(resource))}Inputs.${type}Args { ${join(
          own.map(([each, value]) => [upper(each), value]),
          ' = ',
        )} });`
      );
    },
    program: (calls) =>
      `using Pulumi;\nusing CoreV1 = Pulumi.Kubernetes.Core.V1;\nusing DiscoveryV1 = Pulumi.Kubernetes.Discovery.V1;\n\nreturn await Deployment.RunAsync(() =>\n{\n${calls}\n});\n`,
  },
  java: {
    call: (resource, name) => {
      const own = written(resource, java);
      const type = className(resource);
      const chain = own?.map(([each, value]) => `.${each}(${value})`).join('');
      return (
        own &&
        `        new com.pulumi.kubernetes.${group(resource)}.v1.${type}("${name}", ${type}Args.builder()${chain}.build());`
      );
    },
    program: (calls) =>
      `import com.pulumi.Pulumi;\nimport com.pulumi.kubernetes.core.v1.*;\nimport com.pulumi.kubernetes.core.v1.inputs.*;\nimport com.pulumi.kubernetes.discovery.v1.inputs.*;\nimport com.pulumi.kubernetes.meta.v1.inputs.*;\nimport java.util.Map;\n\npublic class App {\n    public static void main(String[] args) {\n        Pulumi.run(App::stack);\n    }\n\n    static void stack(com.pulumi.Context ctx) {\n${calls}\n    }\n}\n`,
  },
};

const goImports = [
  '\tcorev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"',
  '\tdiscoveryv1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/discovery/v1"',
  '\tmetav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"',
  '\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"',
].join('\n');
