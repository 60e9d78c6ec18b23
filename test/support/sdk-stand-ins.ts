/** Stand-ins for the SDKs of Python and Go, made of the contract: their classes and types, without code, for the servers of these languages. */
import { typeNamed } from '../../server/src/contract/contract.ts';
import type { ObjectType, Type } from '../../server/src/contract/type.ts';
import { inputPath, sdkClass, type SdkGroup } from '../../server/src/edits/code/sdk-classes.ts';
import { programName } from '../../server/src/tree/program-name.ts';

const resources = ['Endpoints', 'EndpointsPatch', 'EndpointSlice', 'EndpointSlicePatch', 'Service'];
const groups: readonly SdkGroup[] = ['core', 'discovery', 'meta'];

/** Each class once, by the path of its arguments in Python. */
function objectTypes(): readonly ObjectType[] {
  const found = new Map<string, ObjectType>();
  const visit = (type: Type): void => {
    if (type.kind === 'list') visit(type.item);
    const own = sdkClass(type);
    if (type.kind !== 'object' || !own || found.has(inputPath(own, 'python', 'Args'))) return;
    found.set(inputPath(own, 'python', 'Args'), type);
    for (const { type: inner } of Object.values(type.fields)) visit(inner);
  };
  for (const name of resources) visit(typeNamed(name) as Type);
  return [...found.values()];
}

function fieldsOf({ fields }: ObjectType): readonly (readonly [string, Type])[] {
  return Object.entries(fields).flatMap(([name, { type, output }]) => (output ? [] : [[name, type] as const]));
}

/** The text of each file, by its path. */
export function pythonStandIns(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {
    'pulumi/__init__.py': `from typing import Awaitable, Generic, TypeVar, Union
T = TypeVar("T")
class Output(Generic[T]): ...
Input = Union[T, Awaitable[T], Output[T]]
class ResourceOptions: ...
class CustomResource: ...
`,
    'pulumi_kubernetes/__init__.py': lazily('pulumi_kubernetes', groups),
  };
  for (const group of groups) {
    files[`pulumi_kubernetes/${group}/__init__.py`] = lazily(`pulumi_kubernetes.${group}`, ['v1']);
    files[`pulumi_kubernetes/${group}/v1/__init__.py`] = pythonModule(group);
  }
  return files;
}

/** As the SDK loads its modules. */
function lazily(parent: string, names: readonly string[]): string {
  const lines = names.map((name) => `    import ${parent}.${name} as __${name}\n    ${name} = __${name}\n`);
  return `import typing\nif typing.TYPE_CHECKING:\n${lines.join('')}`;
}

function pythonModule(group: SdkGroup): string {
  const own = objectTypes().filter((type) => sdkClass(type)?.group === group);
  const inputs = own.map((type) => {
    const name = argsOf(type);
    const fields = fieldsOf(type).map(([field, inner]) => [programName(field, 'python'), pythonType(inner, group)]);
    const dict = fields.map(([field, written]) => `    ${field}: NotRequired[${written}]\n`).join('');
    const parameters = fields.map(([field, written]) => `${field}: Optional[${written}] = None`).join(', ');
    const resource = resources.includes(type.name)
      ? `class ${type.name}(pulumi.CustomResource):
    @overload
    def __init__(__self__, resource_name: str, opts: Optional[pulumi.ResourceOptions] = None, ${parameters}): ...
    @overload
    def __init__(__self__, resource_name: str, args: Optional['${name}'] = None, opts: Optional[pulumi.ResourceOptions] = None): ...
    def __init__(__self__, resource_name: str, *args, **kwargs): ...
`
      : '';
    return `class ${name}Dict(TypedDict):\n${dict}class ${name}:\n    def __init__(__self__, *, ${parameters}): ...\n${resource}`;
  });
  return `from typing import Mapping, Optional, Sequence, TypedDict, Union, overload
from typing_extensions import NotRequired
import pulumi
import pulumi_kubernetes.meta.v1 as _meta_v1
${inputs.join('')}`;
}

function argsOf(type: Type): string {
  const own = sdkClass(type);
  return own ? (inputPath(own, 'python', 'Args').split('.').at(-1) ?? '') : '';
}

function pythonType(type: Type, group: SdkGroup): string {
  switch (type.kind) {
    case 'object': {
      const home = sdkClass(type)?.group === 'meta' && group !== 'meta' ? '_meta_v1.' : '';
      const name = argsOf(type);
      return name === '' ? 'object' : `pulumi.Input[Union['${home}${name}', '${home}${name}Dict']]`;
    }
    case 'list':
      return `pulumi.Input[Sequence[${pythonType(type.item, group)}]]`;
    case 'map':
      return `pulumi.Input[Mapping[str, ${pythonType(type.value, group)}]]`;
    case 'integer':
      return 'pulumi.Input[int]';
    case 'boolean':
      return 'pulumi.Input[bool]';
    case 'string':
      return 'pulumi.Input[str]';
    default:
      return 'object';
  }
}

const kubernetes = 'github.com/pulumi/pulumi-kubernetes/sdk/v4';
const pulumi = 'github.com/pulumi/pulumi/sdk/v3';

/** The text of each file, by its path: two modules that a program's `go.mod` replaces the real ones by. */
export function goStandIns(): Readonly<Record<string, string>> {
  const scalars = ['String', 'Int', 'Bool'].map((name) => {
    const plain = name.toLowerCase();
    return `type ${name} ${plain}\ntype ${name}PtrInput interface{}\nfunc ${name}Ptr(v ${plain}) ${name}PtrInput { return nil }\n`;
  });
  const files: Record<string, string> = {
    'pulumi/go.mod': `module ${pulumi}\n\ngo 1.18\n`,
    'pulumi/go/pulumi/pulumi.go': `package pulumi

type Context struct{}
type Input interface{}
type StringMap map[string]Input
type StringMapInput interface{}
type StringArray []Input
type ArrayInput interface{}

func ToStringMap(in map[string]string) StringMap { return nil }
${scalars.join('')}`,
    'kubernetes/go.mod': `module ${kubernetes}\n\ngo 1.18\n\nrequire ${pulumi} v3.0.0\n\nreplace ${pulumi} => ../pulumi\n`,
    'go.mod': `module example.com/shop

go 1.18

require (
	${kubernetes} v4.0.0
	${pulumi} v3.0.0
)

replace ${kubernetes} => ./kubernetes

replace ${pulumi} => ./pulumi
`,
  };
  for (const group of groups) files[`kubernetes/go/kubernetes/${group}/v1/types.go`] = goPackage(group);
  return files;
}

function goPackage(group: SdkGroup): string {
  const own = objectTypes().filter((type) => sdkClass(type)?.group === group);
  const types = own.map((type) => {
    const name = sdkClass(type)?.name ?? '';
    const fields = fieldsOf(type).map(([field, inner]) => `\t${programName(field, 'go')} ${goType(inner)}\n`);
    const resource = resources.includes(type.name)
      ? `type ${name} struct{}\n\nfunc New${name}(ctx *pulumi.Context, name string, args *${name}Args) (*${name}, error) { return nil, nil }\n\n`
      : '';
    return `type ${name}Args struct {\n${fields.join('')}}\n\ntype ${name}Array []pulumi.Input\n\n${resource}`;
  });
  return `package v1\n\nimport "${pulumi}/go/pulumi"\n\n${types.join('')}`;
}

function goType(type: Type): string {
  if (type.kind === 'list') return 'pulumi.ArrayInput';
  if (type.kind === 'map') return 'pulumi.StringMapInput';
  if (type.kind === 'integer') return 'pulumi.IntPtrInput';
  if (type.kind === 'boolean') return 'pulumi.BoolPtrInput';
  return type.kind === 'string' ? 'pulumi.StringPtrInput' : 'pulumi.Input';
}
