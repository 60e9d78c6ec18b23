/** Classes that stand in for Pulumi's SDKs for Java, so that programs can be compiled without them: no method does anything. */
import { sdkTypes, type SdkModule, type SdkShape, type SdkType } from './sdk-model.ts';

/** The texts of the classes, by path. */
export function javaStandIns(): ReadonlyMap<string, string> {
  const files = new Map(Object.entries(common));
  const put = (pkg: string, name: string, body: string): void =>
    void files.set(`${pkg.replaceAll('.', '/')}/${name}.java`, `package ${pkg};\n\n${imports}\n${body}\n`);
  for (const type of sdkTypes()) {
    const { name, isResource } = type;
    if (isResource) put(packageOf(type), name, resourceClass(name));
    put(isResource ? packageOf(type) : `${packageOf(type)}.inputs`, `${name}Args`, argsClass(type));
  }
  return files;
}

function packageOf({ module }: { readonly module: SdkModule }): string {
  return `com.pulumi.kubernetes.${module}.v1`;
}

const imports = [
  'import com.pulumi.core.Either;',
  'import com.pulumi.core.Output;',
  'import com.pulumi.resources.CustomResourceOptions;',
  'import java.util.List;',
  'import java.util.Map;',
].join('\n');

function resourceClass(name: string): string {
  return [
    `public class ${name} extends com.pulumi.resources.CustomResource {`,
    `    public ${name}(String name) {}`,
    `    public ${name}(String name, ${name}Args args) {}`,
    `    public ${name}(String name, ${name}Args args, CustomResourceOptions options) {}`,
    '}',
  ].join('\n');
}

function argsClass({ name, fields }: SdkType): string {
  const setters = fields.flatMap(({ names, shape }) =>
    parametersOf(shape).map((parameter) => `        public Builder ${names.java}(${parameter} value) { return this; }`),
  );
  return [
    `public final class ${name}Args extends com.pulumi.resources.ResourceArgs {`,
    '    public static Builder builder() { return new Builder(); }',
    '    public static final class Builder {',
    ...setters,
    `        public ${name}Args build() { return new ${name}Args(); }`,
    '    }',
    '}',
  ].join('\n');
}

function parametersOf(shape: SdkShape): readonly string[] {
  if (shape.kind === 'integer or string')
    return ['Output<Either<Integer, String>>', 'Either<Integer, String>', 'Integer', 'String'];
  const own = nameOf(shape);
  if (shape.kind !== 'list') return [`Output<${own}>`, own];
  return [`Output<${own}>`, own, `${nameOf(shape.item)}...`];
}

function nameOf(shape: SdkShape): string {
  switch (shape.kind) {
    case 'object':
      return `${packageOf(shape.type)}.inputs.${shape.type.name}Args`;
    case 'list':
      return `List<${nameOf(shape.item)}>`;
    case 'map':
      return 'Map<String, String>';
    case 'string':
      return 'String';
    case 'integer':
      return 'Integer';
    case 'boolean':
      return 'Boolean';
    default:
      return 'Object';
  }
}

const common: Readonly<Record<string, string>> = {
  'com/pulumi/Pulumi.java':
    'package com.pulumi;\n\npublic interface Pulumi {\n    static void run(java.util.function.Consumer<Context> stack) {}\n}\n',
  'com/pulumi/Context.java': 'package com.pulumi;\n\npublic interface Context {}\n',
  'com/pulumi/core/Output.java':
    'package com.pulumi.core;\n\npublic interface Output<T> {\n    static <T> Output<T> of(T value) { return null; }\n}\n',
  'com/pulumi/core/Either.java': 'package com.pulumi.core;\n\npublic interface Either<L, R> {}\n',
  'com/pulumi/resources/Resource.java': 'package com.pulumi.resources;\n\npublic abstract class Resource {}\n',
  'com/pulumi/resources/CustomResource.java':
    'package com.pulumi.resources;\n\npublic class CustomResource extends Resource {}\n',
  'com/pulumi/resources/ResourceArgs.java': 'package com.pulumi.resources;\n\npublic abstract class ResourceArgs {}\n',
  'com/pulumi/resources/CustomResourceOptions.java': [
    'package com.pulumi.resources;',
    '',
    'import java.util.List;',
    '',
    'public final class CustomResourceOptions {',
    '    public static Builder builder() { return new Builder(); }',
    '    public static final class Builder {',
    '        public Builder dependsOn(Resource... value) { return this; }',
    '        public Builder dependsOn(List<Resource> value) { return this; }',
    ...['protect', 'retainOnDelete', 'deleteBeforeReplace'].map(
      (name) => `        public Builder ${name}(boolean value) { return this; }`,
    ),
    ...['importId', 'version'].map((name) => `        public Builder ${name}(String value) { return this; }`),
    ...['ignoreChanges', 'replaceOnChanges', 'additionalSecretOutputs'].flatMap((name) => [
      `        public Builder ${name}(String... value) { return this; }`,
      `        public Builder ${name}(List<String> value) { return this; }`,
    ]),
    '        public CustomResourceOptions build() { return new CustomResourceOptions(); }',
    '    }',
    '}',
    '',
  ].join('\n'),
};
