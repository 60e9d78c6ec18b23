/** Writes resources as Pulumi programs, for tests that read them back: in Pulumi YAML and in each language. */
import { resourceType, typeTokens } from '../../server/src/contract/contract.ts';
import { neighbourType } from '../../server/src/contract/neighbours.ts';
import {
  anything,
  csharpShapes,
  goShapes,
  javaShapes,
  join,
  pythonShapes,
  scriptedShapes,
  snake,
  upper,
  writeValue,
  type Shapes,
} from './program-shapes.ts';
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
    const text = own || !shapes.isTyped ? writeValue(value, own ?? anything, shapes) : undefined;
    if (text === undefined) return undefined;
    found.push([name, text]);
  }
  return found;
}

function group(resource: Resource): 'core' | 'discovery' {
  return resource.type.startsWith('EndpointSlice') ? 'discovery' : 'core';
}

function script(start: string): Writer {
  return {
    call: (resource, name) => {
      const own = written(resource, scriptedShapes);
      return (
        own && `new k8s.${group(resource)}.v1.${className(resource)}("${name}", ${scriptedShapes.object(own, '')});`
      );
    },
    program: (calls) => `${start}\n\n${calls}\n`,
  };
}

const writers: Readonly<Record<Language | 'yaml', Writer>> = {
  yaml: {
    call: (resource, name) => {
      const own = written(resource, { ...scriptedShapes, object: (entries) => scriptedShapes.map(entries, anything) });
      return own && `  ${name}:\n    type: ${tokenOf(resource)}\n    properties: ${scriptedShapes.map(own, anything)}`;
    },
    program: (calls) => `name: written\nruntime: yaml\nresources:\n${calls}\n`,
  },
  typescript: script('import * as k8s from "@pulumi/kubernetes";'),
  javascript: script('const k8s = require("@pulumi/kubernetes");'),
  python: {
    call: (resource, name) => {
      const own = written(resource, pythonShapes);
      const isNamed = own?.every(([each]) => /^[a-z]\w*$/i.test(each) && snake(each) !== 'opts');
      const given = own?.map(([each, value]) => `, ${snake(each)}=${value}`).join('') ?? '';
      return isNamed ? `k8s.${group(resource)}.v1.${className(resource)}("${name}"${given})` : undefined;
    },
    program: (calls) => `import pulumi_kubernetes as k8s\n\n${calls}\n`,
  },
  go: {
    call: (resource, name) => {
      const own = written(resource, goShapes);
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
      const own = written(resource, csharpShapes);
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
      const own = written(resource, javaShapes);
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
