/** Programs of patches that wait for each other, the same in Pulumi YAML and in each language. */
import type { CodeLanguage } from '../../server/src/tree/document.ts';
import { pick, rarely, type Random } from './random.ts';

/** A patch of one object. Numbers are indexes of earlier resources. */
export interface OrderedPatch {
  /** Its label is an output of this resource, as it is, put together with a text, or by a variable. */
  readonly label: { readonly of: number; readonly how: 'plain' | 'text' | 'variable' } | undefined;
  readonly dependsOn: readonly number[];
  /** One resource without a list, a list in place, or one that a variable holds. */
  readonly listed: 'single' | 'list' | 'variable';
  readonly parent: number | undefined;
  readonly hasProvider: boolean;
  readonly options: 'retainOnDelete' | 'ignoreChanges' | undefined;
}

export interface OrderedProgram {
  /** The resource whose output the provider has in its settings; undefined for a text. */
  readonly provider: number | undefined;
  readonly isForcing: boolean;
  /** The provider is declared before the resource with this index, which is above that of its own resource. */
  readonly providerAt: number;
  readonly patches: readonly OrderedPatch[];
}

export function randomOrder(random: Random): OrderedProgram {
  const count = 2 + random(5);
  const before = (i: number): number | undefined => (i > 0 && rarely(random, 2) ? random(i) : undefined);
  const provider = before(count);
  const providerAt = provider === undefined ? 0 : provider + 1;
  const patches = Array.from({ length: count }, (_, i): OrderedPatch => {
    const of = before(i);
    const dependsOn = Array.from({ length: i }, (_each, j) => j).filter(() => rarely(random, 4));
    return {
      label: of === undefined ? undefined : { of, how: pick(random, ['plain', 'text', 'variable']) },
      dependsOn,
      listed:
        dependsOn.length === 1 ? pick(random, ['single', 'list', 'variable']) : pick(random, ['list', 'variable']),
      parent: rarely(random, 3) ? before(i) : undefined,
      hasProvider: i >= providerAt && rarely(random, 3),
      options: rarely(random, 4) ? pick(random, ['retainOnDelete', 'ignoreChanges']) : undefined,
    };
  });
  return { provider, isForcing: rarely(random, 2), providerAt, patches };
}

interface Spelling {
  /** An output of the resource: its name. */
  readonly output: (name: string) => string;
  /** The output put together with a text; where the language needs no function for it. */
  readonly text: (output: string) => string;
  readonly variable: (name: string, value: string) => string;
  readonly list: (items: readonly string[]) => string;
  /** Other lists, which only an option can have. */
  readonly lists?: readonly ((items: readonly string[]) => string)[];
  readonly patch: (name: string, label: string, options: readonly string[]) => string;
  readonly option: (name: keyof typeof optionNames, value: string) => string;
  readonly provider: (config: string, isForcing: boolean) => string;
  readonly program: (body: string) => string;
}

const optionNames = { dependsOn: 'depends_on', parent: 'parent', provider: 'provider', retainOnDelete: 'retain_on_delete', ignoreChanges: 'ignore_changes' }; // prettier-ignore

function upper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const script: Spelling = {
  output: (name) => `${name}.metadata.name`,
  text: (output) => `pulumi.interpolate\`x-\${${output}}\``,
  variable: (name, value) => `const ${name} = ${value};`,
  list: (items) => `[${items.join(', ')}]`,
  patch: (name, label, options) =>
    `const ${name} = new k8s.core.v1.EndpointsPatch("${name}", { metadata: { name: "web", namespace: "x", labels: { a: ${label} } } }${options.length > 0 ? `, { ${options.join(', ')} }` : ''});`,
  option: (name, value) => `${name}: ${value}`,
  provider: (config, isForcing) =>
    `const own = new k8s.Provider("own", { kubeconfig: ${config}, enablePatchForce: ${isForcing} });`,
  program: (body) => `import * as k8s from "@pulumi/kubernetes";\nimport * as pulumi from "@pulumi/pulumi";\n${body}\n`,
};

const spellings: Readonly<Record<CodeLanguage, Spelling>> = {
  typescript: script,
  javascript: script,
  python: {
    output: (name) => `${name}.metadata.name`,
    text: (output) => `pulumi.Output.concat("x-", ${output})`,
    variable: (name, value) => `${name} = ${value}`,
    list: (items) => `[${items.join(', ')}]`,
    patch: (name, label, options) =>
      `${name} = k8s.core.v1.EndpointsPatch("${name}", metadata={"name": "web", "namespace": "x", "labels": {"a": ${label}}}${options.length > 0 ? `, opts=pulumi.ResourceOptions(${options.join(', ')})` : ''})`,
    option: (name, value) => `${optionNames[name]}=${value === 'true' ? 'True' : value}`,
    provider: (config, isForcing) =>
      `own = k8s.Provider("own", kubeconfig=${config}, enable_patch_force=${isForcing ? 'True' : 'False'})`,
    program: (body) => `import pulumi\nimport pulumi_kubernetes as k8s\n${body}\n`,
  },
  go: {
    output: (name) => `${name}.Metadata.Name().Elem()`,
    text: (output) => `pulumi.Sprintf("x-%s", ${output})`,
    variable: (name, value) => `${name} := ${value}`,
    list: (items) => `[]pulumi.Resource{${items.join(', ')}}`,
    patch: (name, label, options) =>
      `${name}, err := corev1.NewEndpointsPatch(ctx, "${name}", &corev1.EndpointsPatchArgs{Metadata: &metav1.ObjectMetaPatchArgs{Name: pulumi.String("web"), Namespace: pulumi.String("x"), Labels: pulumi.StringMap{"a": ${label.startsWith('"') ? `pulumi.String(${label})` : label}}}}${options.map((each) => `, ${each}`).join('')})`,
    option: (name, value) =>
      `pulumi.${upper(name)}(${name === 'ignoreChanges' ? value.replace(/^\[\]pulumi.Resource/, '[]string') : value})`,
    provider: (config, isForcing) =>
      `own, err := kubernetes.NewProvider(ctx, "own", &kubernetes.ProviderArgs{Kubeconfig: ${config.startsWith('"') ? `pulumi.String(${config})` : config}, EnablePatchForce: pulumi.Bool(${isForcing})})`,
    program: (body) =>
      `package main\n\nimport (\n\t"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"\n\tcorev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"\n\tmetav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"\n\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"\n)\n\nfunc main() {\n\tpulumi.Run(func(ctx *pulumi.Context) error {\n${body}\n\t\treturn err\n\t})\n}\n`,
  },
  csharp: {
    output: (name) => `${name}.Metadata.Apply(m => m.Name)`,
    text: (output) => `Output.Format($"x-{${output}}")`,
    variable: (name, value) => `var ${name} = ${value};`,
    list: (items) => `new[] { ${items.join(', ')} }`,
    lists: [
      (items) => `{ ${items.join(', ')} }`,
      (items) => `new InputList<Resource> { ${items.join(', ')} }`,
      (items) => `new() { ${items.join(', ')} }`,
      (items) => `[${items.join(', ')}]`,
    ],
    patch: (name, label, options) =>
      `var ${name} = new EndpointsPatch("${name}", new EndpointsPatchArgs { Metadata = new ObjectMetaPatchArgs { Name = "web", Namespace = "x", Labels = { ["a"] = ${label} } } }${options.length > 0 ? `, new CustomResourceOptions { ${options.join(', ')} }` : ''});`,
    option: (name, value) => `${upper(name)} = ${value}`,
    provider: (config, isForcing) =>
      `var own = new Provider("own", new ProviderArgs { KubeConfig = ${config}, EnablePatchForce = ${isForcing} });`,
    program: (body) =>
      `using Pulumi;\nusing Pulumi.Kubernetes;\nusing Pulumi.Kubernetes.Core.V1;\nusing Pulumi.Kubernetes.Types.Inputs.Core.V1;\nusing Pulumi.Kubernetes.Types.Inputs.Meta.V1;\nusing Pulumi.Kubernetes.Types.Inputs.Provider;\n\nreturn await Deployment.RunAsync(() =>\n{\n${body}\n});\n`,
  },
  java: {
    output: (name) => `${name}.metadata().applyValue(m -> m.name().get())`,
    text: (output) => `Output.format("x-%s", ${output})`,
    variable: (name, value) => `var ${name} = ${value};`,
    list: (items) => `List.of(${items.join(', ')})`,
    lists: [(items) => items.join(', '), (items) => `Arrays.asList(${items.join(', ')})`],
    patch: (name, label, options) =>
      `var ${name} = new EndpointsPatch("${name}", EndpointsPatchArgs.builder().metadata(ObjectMetaPatchArgs.builder().name("web").namespace("x").labels(Map.of("a", ${label})).build()).build()${options.length > 0 ? `, CustomResourceOptions.builder()${options.join('')}.build()` : ''});`,
    option: (name, value) => `.${name}(${value})`,
    provider: (config, isForcing) =>
      `var own = new Provider("own", ProviderArgs.builder().kubeconfig(${config}).enablePatchForce(${isForcing}).build());`,
    program: (body) =>
      `import com.pulumi.*;\nimport com.pulumi.core.Output;\nimport com.pulumi.resources.*;\nimport com.pulumi.kubernetes.Provider;\nimport com.pulumi.kubernetes.ProviderArgs;\nimport com.pulumi.kubernetes.core.v1.*;\nimport com.pulumi.kubernetes.meta.v1.inputs.*;\nimport java.util.*;\n\npublic class App {\n    public static void main(String[] args) {\n        Pulumi.run(ctx -> {\n${body}\n        });\n    }\n}\n`,
  },
};

export function writeOrder(
  language: CodeLanguage,
  { provider, isForcing, providerAt, patches }: OrderedProgram,
): string {
  const spelling = spellings[language];
  const { output, variable, list, option, lists = [] } = spelling;
  const lines: string[] = [];
  patches.forEach(({ label, dependsOn, listed, parent, hasProvider, options }, i) => {
    if (i === providerAt)
      lines.push(spelling.provider(provider === undefined ? '"x"' : output(`r${provider}`), isForcing));
    let text = '"x"';
    if (label) {
      const read = output(`r${label.of}`);
      text = label.how === 'text' ? spelling.text(read) : label.how === 'variable' ? `v${i}` : read;
      if (label.how === 'variable') lines.push(variable(`v${i}`, read));
    }
    const written = [list, ...lists][i % (lists.length + 1)] ?? list;
    const names = dependsOn.map((each) => `r${each}`);
    if (listed === 'variable' && names.length > 0) lines.push(variable(`d${i}`, list(names)));
    const waited =
      listed === 'variable' ? `d${i}` : listed === 'single' && language !== 'go' ? (names[0] ?? '') : written(names);
    const all = [
      ...(names.length > 0 ? [option('dependsOn', waited)] : []),
      ...(parent === undefined ? [] : [option('parent', `r${parent}`)]),
      ...(hasProvider ? [option('provider', 'own')] : []),
      ...(options === 'retainOnDelete' ? [option(options, 'true')] : []),
      ...(options === 'ignoreChanges' ? [option(options, list(['"metadata.labels"']))] : []),
    ];
    lines.push(spelling.patch(`r${i}`, text, all));
  });
  return spelling.program(lines.join('\n'));
}

/** The same in Pulumi YAML. */
export function yamlOrder({ provider, isForcing, providerAt, patches }: OrderedProgram): string {
  const lines = ['name: written', 'runtime: yaml', 'resources:'];
  patches.forEach(({ label, dependsOn, parent, hasProvider, options }, i) => {
    if (i === providerAt) {
      const config = provider === undefined ? 'x' : `\${r${provider}.metadata.name}`;
      lines.push(`  own: { type: "pulumi:providers:kubernetes", properties: { kubeconfig: "${config}", enablePatchForce: ${isForcing} } }`); // prettier-ignore
    }
    const read = label ? `\${r${label.of}.metadata.name}` : 'x';
    const all = [
      ...(dependsOn.length > 0 ? [`dependsOn: [${dependsOn.map((each) => `"\${r${each}}"`).join(', ')}]`] : []),
      ...(parent === undefined ? [] : [`parent: "\${r${parent}}"`]),
      ...(hasProvider ? ['provider: "${own}"'] : []),
      ...(options === 'retainOnDelete' ? ['retainOnDelete: true'] : []),
      ...(options === 'ignoreChanges' ? ['ignoreChanges: [metadata.labels]'] : []),
    ];
    lines.push(
      `  r${i}:`,
      '    type: kubernetes:core/v1:EndpointsPatch',
      `    properties: { metadata: { name: web, namespace: x, labels: { a: "${label?.how === 'text' ? `x-${read}` : read}" } } }`,
      ...(all.length > 0 ? [`    options: { ${all.join(', ')} }`] : []),
    );
  });
  return `${lines.join('\n')}\n`;
}
