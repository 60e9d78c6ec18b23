/** Packages that stand in for Pulumi's SDKs for Go, so that programs can be compiled without them: no function does anything. */
import { sdkTypes, type SdkModule, type SdkShape, type SdkType } from './sdk-model.ts';

/** The texts of two modules, by path: `pulumi` and `kubernetes`. */
export function goStandIns(): ReadonlyMap<string, string> {
  const files = new Map<string, string>([
    ['pulumi/go.mod', `module ${pulumiModule}\n\ngo 1.19\n`],
    ['pulumi/go/pulumi/pulumi.go', common],
    [
      'kubernetes/go.mod',
      `module ${kubernetesModule}\n\ngo 1.19\n\nrequire ${pulumiModule} v3.0.0\n\nreplace ${pulumiModule} => ../pulumi\n`,
    ],
  ]);
  const types = sdkTypes();
  for (const module of ['core', 'discovery', 'meta'] as const) {
    const own = types.filter((type) => type.module === module);
    const text = own.map((type) => declarationOf(type)).join('\n');
    const others = (['core', 'meta'] as const).filter((other) => text.includes(`${other}v1.`));
    const imports = [
      ...others.map((other) => `\t${other}v1 "${kubernetesModule}/go/kubernetes/${other}/v1"`),
      `\t"${pulumiModule}/go/pulumi"`,
    ];
    files.set(
      `kubernetes/go/kubernetes/${module}/v1/v1.go`,
      `package v1\n\nimport (\n${imports.join('\n')}\n)\n\n${text}`,
    );
  }
  return files;
}

/** The go.mod of a program beside the two modules. */
export const goModOfProgram = [
  'module program',
  '',
  'go 1.19',
  '',
  'require (',
  ...['github.com/pulumi/pulumi-kubernetes/sdk/v4 v4.0.0', 'github.com/pulumi/pulumi/sdk/v3 v3.0.0'].map(
    (line) => `\t${line}`,
  ),
  ')',
  '',
  'replace github.com/pulumi/pulumi-kubernetes/sdk/v4 => ../kubernetes',
  'replace github.com/pulumi/pulumi/sdk/v3 => ../pulumi',
  '',
].join('\n');

const pulumiModule = 'github.com/pulumi/pulumi/sdk/v3';
const kubernetesModule = 'github.com/pulumi/pulumi-kubernetes/sdk/v4';

function declarationOf(type: SdkType): string {
  const { name, fields, isResource, module } = type;
  const members = fields.map(({ names, shape, isRequired }) => `\t${names.go} ${inputOf(shape, isRequired, module)}`);
  const args = [`type ${name}Args struct {`, ...members, '}', ''];
  if (isResource)
    return [
      ...args,
      `type ${name} struct{ pulumi.CustomResourceState }`,
      '',
      `func New${name}(ctx *pulumi.Context, name string, args *${name}Args, opts ...pulumi.ResourceOption) (*${name}, error) {`,
      '\treturn nil, nil',
      '}',
      '',
    ].join('\n');
  return [
    ...args,
    `func (${name}Args) Is${name}()      {}`,
    `func (${name}Args) Is${name}Ptr()   {}`,
    `type ${name}Input interface{ Is${name}() }`,
    `type ${name}PtrInput interface{ Is${name}Ptr() }`,
    `type ${name}Array []${name}Input`,
    `func (${name}Array) Is${name}Array() {}`,
    `type ${name}ArrayInput interface{ Is${name}Array() }`,
    '',
  ].join('\n');
}

function inputOf(shape: SdkShape, isRequired: boolean, from: SdkModule): string {
  const ptr = isRequired ? '' : 'Ptr';
  switch (shape.kind) {
    case 'object':
      return `${qualified(shape.type, from)}PtrInput`;
    case 'list':
      return shape.item.kind === 'object' ? `${qualified(shape.item.type, from)}ArrayInput` : 'pulumi.StringArrayInput';
    case 'map':
      return 'pulumi.StringMapInput';
    case 'string':
      return `pulumi.String${ptr}Input`;
    case 'integer':
      return `pulumi.Int${ptr}Input`;
    case 'boolean':
      return `pulumi.Bool${ptr}Input`;
    default:
      return 'pulumi.Input';
  }
}

function qualified({ module, name }: Pick<SdkType, 'module' | 'name'>, from: SdkModule): string {
  return module === from ? name : `${module}v1.${name}`;
}

const scalars = [
  ['String', 'string'],
  ['Int', 'int'],
  ['Bool', 'bool'],
] as const;

const common = [
  'package pulumi',
  '',
  'type Context struct{}',
  'type Resource interface{ IsResource() }',
  'type CustomResourceState struct{}',
  'func (CustomResourceState) IsResource() {}',
  'type ResourceOption interface{}',
  'type Input interface{ IsInput() }',
  'type ID string',
  ...scalars.flatMap(([name, type]) => [
    `type ${name} ${type}`,
    `func (${name}) IsInput() {}`,
    `func (${name}) Is${name}() {}`,
    `func (${name}) Is${name}Ptr() {}`,
    `type ${name}Input interface{ Is${name}() }`,
    `type ${name}PtrInput interface{ Is${name}Ptr() }`,
  ]),
  'type StringArray []StringInput',
  'func (StringArray) IsStringArray() {}',
  'type StringArrayInput interface{ IsStringArray() }',
  'type StringMap map[string]StringInput',
  'func (StringMap) IsStringMap() {}',
  'type StringMapInput interface{ IsStringMap() }',
  'func Run(stack func(*Context) error) {}',
  'func DependsOn(resources []Resource) ResourceOption { return nil }',
  'func Import(id ID) ResourceOption { return nil }',
  'func Version(version string) ResourceOption { return nil }',
  ...['Protect', 'RetainOnDelete', 'DeleteBeforeReplace'].map(
    (name) => `func ${name}(on bool) ResourceOption { return nil }`,
  ),
  ...['IgnoreChanges', 'ReplaceOnChanges', 'AdditionalSecretOutputs'].map(
    (name) => `func ${name}(names []string) ResourceOption { return nil }`,
  ),
  '',
].join('\n');
