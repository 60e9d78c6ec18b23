/** The names of Go's SDK: fields, options, classes, enums and the functions that only wrap a value. */
import type { Naming } from '../adapter.ts';
import type { Survey } from '../survey.ts';
import { ownValue } from '../../../text/own-value.ts';

/** Options whose names are not those of Pulumi YAML with a capital. */
const renamedOptions: Readonly<Record<string, string | undefined>> = {
  Timeouts: 'customTimeouts',
  DependsOnInputs: 'dependsOn',
  ProviderMap: 'providers',
  ResourceHooks: 'hooks',
  URN_: 'urn',
};

const sameOptions = `DependsOn Protect Provider Providers Parent IgnoreChanges DeleteBeforeReplace RetainOnDelete Import
  Aliases ReplaceOnChanges AdditionalSecretOutputs DeletedWith HideDiffs ReplaceWith ReplacementTrigger EnvVarMappings
  Version PluginDownloadURL Transformations Transforms`;
const options = new Set([...Object.keys(renamedOptions), ...sameOptions.split(/\s+/)]);

/** True for a function that makes an option. */
export function isOptionMaker(path: string): boolean {
  return path.startsWith('pulumi.') && options.has(path.slice('pulumi.'.length));
}

export const goNaming: Naming = {
  property: (name, isField) => (isField ? lowered(name) : name),
  option: (name, isField) => (isField ? (ownValue(renamedOptions, name) ?? lowered(name)) : name),
  listsSingles: false,
};

function lowered(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

const ours = /^github\.com\/pulumi\/pulumi-kubernetes\/sdk(?:\/v\d+)?\/go\/kubernetes(?=\/|$)/;
const pulumi = /^github\.com\/pulumi\/pulumi\/sdk(?:\/v\d+)?\/go\/pulumi$/;

/** What the path of an import means: the SDK's module with a short path, and the name that it has without an alias. */
export function goModule(path: string): { readonly module: string; readonly name: string } {
  return { module: path.replace(pulumi, 'pulumi').replace(ours, 'kubernetes'), name: defaultName(path) };
}

/** `v1` of the SDK's packages is the name of a package; elsewhere it is the version of a module. */
function defaultName(path: string): string {
  const steps = path.split('/');
  const last = steps.at(-1) ?? '';
  const isVersion = /^v\d+$/.test(last) && !ours.test(path);
  return ((isVersion && steps.at(-2)) || last).replace(/\.v\d+$/, '');
}

/** Functions and conversions of the SDK that change nothing. */
const wrapping =
  /^pulumi\.(?:(?:String|Int|Bool|Float64|ID|URN)?(?:Ptr|Array|Map|ArrayMap|MapArray)?(?:Input)?|To\w*(?:Array|Map)|ToOutput|Any)$|^kubernetes\/[\w/]+\.(?:\w+(?:Array|Map|Args|Input|Ptr)|ServiceSpecType)$/;

export function isGoWrapper(path: string): boolean {
  return wrapping.test(path);
}

/** The class that a function makes, such as `core/v1:Endpoints`. */
export function goClassOf(path: string): string | undefined {
  if (path === 'kubernetes.NewProvider') return 'Provider';
  const [, group, name] = /^kubernetes\/(\w[\w.]*\/v\d\w*)\.New([A-Z]\w*)$/.exec(path) ?? [];
  return group !== undefined && name !== undefined ? `${group}:${name}` : undefined;
}

/** A name of a package that is imported with a dot: the SDK's names say which. */
export function goUnresolved(name: string, { wildcards }: Survey): string | undefined {
  const home = name.startsWith('NewEndpointSlice')
    ? 'kubernetes/discovery/'
    : name === 'NewProvider'
      ? 'kubernetes'
      : /^New|^ServiceSpecType/.test(name)
        ? 'kubernetes/core/'
        : 'pulumi';
  const module = wildcards.find((each) => (home.endsWith('/') ? each.startsWith(home) : each === home));
  return module === undefined ? undefined : `${module}.${name}`;
}

/** `corev1.ServiceSpecTypeClusterIP`. */
export function goEnumValue(path: string): string | undefined {
  return /^kubernetes\/core\/v1\.ServiceSpecType(ClusterIP|ExternalName|LoadBalancer|NodePort)$/.exec(path)?.[1];
}

/** True for a function that runs what it is handed as the program. */
export function runsProgram(path: string): boolean {
  return /^pulumi\.Run(?:Err|WithContext)?$/.test(path);
}
