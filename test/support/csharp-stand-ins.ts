/** Classes that stand in for Pulumi's SDKs for .NET, so that programs can be compiled without them: no method does anything. */
import { sdkTypes, type SdkModule, type SdkShape, type SdkType } from './sdk-model.ts';

/** One file with all classes. */
export function csharpStandIns(): string {
  return `${common}\n${sdkTypes().map(classesOf).join('\n')}\n`;
}

const modules: Readonly<Record<SdkModule, string>> = { core: 'Core', discovery: 'Discovery', meta: 'Meta' };

function classesOf(type: SdkType): string {
  const { module, name, fields, isResource } = type;
  const properties = fields.map(({ names, shape }) => `        public ${inputOf(shape)} ${names.csharp} { get; set; }`);
  // A list or a map is there, so that an initializer can add to it.
  const filled = fields
    .filter(({ shape }) => shape.kind === 'list' || shape.kind === 'map')
    .map(({ names, shape }) => `            ${names.csharp} = new ${inputOf(shape)}();`);
  const args = [
    `namespace Pulumi.Kubernetes.Types.Inputs.${modules[module]}.V1 {`,
    `    public class ${name}Args : Pulumi.ResourceArgs {`,
    ...properties,
    `        public ${name}Args() {`,
    ...filled,
    '        }',
    '    }',
    '}',
  ];
  if (!isResource) return args.join('\n');
  const space = `Pulumi.Kubernetes.Types.Inputs.${modules[module]}.V1`;
  return [
    ...args,
    `namespace Pulumi.Kubernetes.${modules[module]}.V1 {`,
    `    public class ${name} : Pulumi.CustomResource {`,
    `        public ${name}(string name, ${space}.${name}Args args = null, Pulumi.CustomResourceOptions options = null) {}`,
    '    }',
    '}',
  ].join('\n');
}

function inputOf(shape: SdkShape): string {
  switch (shape.kind) {
    case 'list':
      return `Pulumi.InputList<${plainOf(shape.item)}>`;
    case 'map':
      return 'Pulumi.InputMap<string>';
    case 'integer or string':
      return 'Pulumi.InputUnion<int, string>';
    default:
      return `Pulumi.Input<${plainOf(shape)}>`;
  }
}

function plainOf(shape: SdkShape): string {
  switch (shape.kind) {
    case 'object':
      return `Pulumi.Kubernetes.Types.Inputs.${modules[shape.type.module]}.V1.${shape.type.name}Args`;
    case 'string':
      return 'string';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    default:
      return 'object';
  }
}

/** The initializers and conversions of pulumi-dotnet. */
const common = `using System;
using System.Collections;
using System.Collections.Generic;
 namespace Pulumi {
    public abstract class Resource {}
    public class CustomResource : Resource {}
    public abstract class ResourceArgs {}
    public class Input<T> {
        public static implicit operator Input<T>(T value) { return new Input<T>(); }
    }
    public class InputUnion<A, B> {
        public static implicit operator InputUnion<A, B>(A value) { return new InputUnion<A, B>(); }
        public static implicit operator InputUnion<A, B>(B value) { return new InputUnion<A, B>(); }
    }
    public class InputList<T> : IEnumerable {
        public void Add(params Input<T>[] inputs) {}
        public IEnumerator GetEnumerator() { return null; }
        public static implicit operator InputList<T>(T[] values) { return new InputList<T>(); }
        public static implicit operator InputList<T>(List<T> values) { return new InputList<T>(); }
        public static implicit operator InputList<T>(T value) { return new InputList<T>(); }
    }
    public class InputMap<T> : IEnumerable {
        public void Add(string key, Input<T> value) {}
        public Input<T> this[string key] { set {} }
        public IEnumerator GetEnumerator() { return null; }
        public static implicit operator InputMap<T>(Dictionary<string, T> values) { return new InputMap<T>(); }
    }
    public class CustomResourceOptions {
        public InputList<Resource> DependsOn { get; set; }
        public bool? Protect { get; set; }
        public bool? RetainOnDelete { get; set; }
        public bool? DeleteBeforeReplace { get; set; }
        public string ImportId { get; set; }
        public string Version { get; set; }
        public List<string> IgnoreChanges { get; set; }
        public List<string> ReplaceOnChanges { get; set; }
        public List<string> AdditionalSecretOutputs { get; set; }
        public CustomResourceOptions() {
            DependsOn = new InputList<Resource>();
            IgnoreChanges = new List<string>();
            ReplaceOnChanges = new List<string>();
            AdditionalSecretOutputs = new List<string>();
        }
    }
    public static class Deployment {
        public static System.Threading.Tasks.Task<int> RunAsync(Action action) { return null; }
    }
}`;
