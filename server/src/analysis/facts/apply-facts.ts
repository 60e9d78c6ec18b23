/** What a manifest or a program sends to the API server for an Endpoints, a slice or a patch, and how. */
import { isPatchType } from '../../contract/contract.ts';
import { contains } from '../../text/span.ts';
import type { Document, Resource, TerraformFacts } from '../../tree/document.ts';
import { keyOf, resourceOptions } from '../../tree/program.ts';
import { childrenOf, isNull, isOpen, stringOf, valueOf, type Value } from '../../tree/value.ts';
import { applySettingsOf, type ApplySettings, type KnownSetting } from './apply-settings.ts';
import { configOf, type SentConfig } from '../apply/field-config.ts';
import { compareJson, isList, isUnknown, memberOf, type Json, type JsonObject } from '../apply/json-value.ts';
import { providerPrefixes } from '../apply/provider-annotations.ts';
import type { Binding } from '../binding/bind.ts';
import { createdBefore, scopeAround } from './program-order.ts';
import { howTerraformApplies } from './terraform-applied.ts';

export interface Applied {
  /** Without managedFields. */
  readonly config: JsonObject;
  /** The owners in live state, as a server printed them; undefined for anything else. */
  readonly managedFields: Json | undefined;
  /** False where a template or an expression may add or remove fields; the forecast is then unknown. */
  readonly isWhole: boolean;
  /** `apply`: server-side by a program. `update`: client-side by kubectl or a program. `live`: printed by a server. */
  readonly means: 'apply' | 'update' | 'live';
  /** The field manager; empty for live state and where Pulumi generates a random name, undefined where it is opaque. */
  readonly manager: string | undefined;
  readonly force: KnownSetting;
  /** True where Pulumi sends nothing: for a patch without a name or server-side apply, and for `generateName`. */
  readonly isRefused: boolean;
  /** True where the option `ignoreChanges` may hold back fields that another manager has set in the live object. */
  readonly isIgnoring: boolean;
  /** The name of the program; empty for a manifest. */
  readonly program: string;
  /** The logical name in a program; empty in a manifest. */
  readonly logicalName: string;
  /** The component of the program that declares the resource; empty outside of components. */
  readonly component: string;
  /** The ordinals of the resources of the program that are certainly created before this one. */
  readonly after: readonly number[];
  /** True where the resource may wait for resources that are not known, because an expression decides. */
  readonly mayWait: boolean;
  /** Whether `retainOnDelete: true` keeps the object when the resource is deleted. */
  readonly retention: KnownSetting;
}

/** Undefined where nothing is sent: the resource is only read, rendered into files, or merged by kustomize. */
export function appliedOf(document: Document, number: number, binding: Binding): Applied | undefined {
  const resource = document.resources[number];
  if (!resource) return undefined;
  if (resource.form === 'pulumi') return inProgram(resource, number, binding, document);
  if (resource.terraform && !resource.isPartial)
    return inTerraform(resource, resource.terraform, configOf(resource, binding, document));
  if (resource.isPartial) return undefined;
  const { config, managedFields, isWhole } = configOf(resource, binding, document);
  const isLive = isPrinted(managedFields);
  return {
    config,
    managedFields: isLive ? managedFields : undefined,
    isWhole,
    means: isLive ? 'live' : 'update',
    manager: isLive ? '' : 'kubectl-client-side-apply',
    force: 'no',
    isRefused: false,
    isIgnoring: false,
    program: '',
    logicalName: '',
    component: '',
    after: [],
    mayWait: false,
    retention: 'no',
  };
}

/** An object that is perhaps not made, or several times, is not known as a whole. */
function inTerraform(resource: Resource, facts: TerraformFacts, sent: SentConfig): Applied | undefined {
  const { instances } = facts;
  if (instances === 0 || (typeof instances === 'object' && instances.length === 0)) return undefined;
  return {
    config: sent.config,
    managedFields: undefined,
    isWhole: sent.isWhole && resource.isUncertain !== true,
    ...howTerraformApplies(facts),
    isRefused: facts.refused.length > 0,
    isIgnoring: false,
    program: '',
    logicalName: facts.address,
    component: '',
    after: [],
    mayWait: false,
    retention: 'no',
  };
}

/** Any other value than a list is a mistake, which a rule reports; here it counts as printed by a server. */
function isPrinted(managedFields: Json | undefined): boolean {
  if (isList(managedFields)) return managedFields.length > 0;
  return (managedFields ?? null) !== null && !isUnknown(managedFields);
}

export function isSameApplied(a: Applied | undefined, b: Applied | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  const { config, managedFields = null, ...rest } = a;
  const { config: otherConfig, managedFields: otherFields = null, ...others } = b;
  return (
    JSON.stringify(rest) === JSON.stringify(others) &&
    compareJson(config, otherConfig) === 'same' &&
    compareJson(managedFields, otherFields) === 'same'
  );
}

/** Pulumi reads only the first document of a program. */
function inProgram(resource: Resource, number: number, binding: Binding, document: Document): Applied | undefined {
  const { envelope } = resource;
  const settings = applySettingsOf(resource, document);
  const isUnread = document.remarks.some(({ what }) => what === 'later-document');
  if (!envelope || isUnread || keyOf(envelope, 'get') || settings.rendering === 'yes') return undefined;
  const sent = configOf(resource, binding, document);
  const isClientSide = settings.serverSide === 'no';
  return {
    config: sent.config,
    managedFields: undefined,
    isWhole: sent.isWhole && settings.rendering === 'no',
    means: isClientSide ? 'update' : 'apply',
    ...(isClientSide ? ({ manager: 'pulumi-kubernetes', force: 'no' } as const) : howApplied(resource, settings)),
    isRefused: isRefused(resource, sent, isClientSide),
    isIgnoring: isIgnoring(resource),
    program: programName(document),
    logicalName: resource.name ?? '',
    component: scopeAround(resource, document)?.component ?? '',
    after: createdBefore(document)[number] ?? [],
    mayWait: mayWaitForUnknown(resource, document),
    retention: retention(resource),
  };
}

function howApplied(resource: Resource, settings: ApplySettings): Pick<Applied, 'manager' | 'force'> {
  const annotations = ownAnnotations(resource);
  const forces = annotations.of('patchForce');
  const managers = annotations.of('patchFieldManager');
  const isForced = forces.includes('true');
  const isOpen = forces.includes(undefined) || settings.serverSide === 'unknown';
  return {
    manager:
      managers.find((each) => each !== '') ??
      (managers.includes(undefined) || settings.serverSide === 'unknown' ? undefined : ''),
    force: isForced && settings.serverSide === 'yes' ? 'yes' : isOpen ? 'unknown' : settings.force,
  };
}

interface Annotations {
  /** The values under both prefixes of the annotation; undefined for a value that an expression decides. */
  readonly of: (name: string) => readonly (string | undefined)[];
}

/** The provider ignores all annotations where one is not a string. Nulls never reach it. */
function ownAnnotations({ properties }: Resource): Annotations {
  const metadata = valueOf(properties, 'metadata');
  const annotations = metadata?.kind === 'mapping' ? valueOf(metadata, 'annotations') : metadata;
  const isOpen =
    properties.isOpen || annotations?.kind === 'opaque' || (metadata?.kind === 'mapping' && metadata.isOpen);
  if (annotations?.kind !== 'mapping') return { of: () => (isOpen ? [undefined] : []) };
  const texts = new Map<string, string | undefined>();
  for (const { name, value, isOpaqueKey } of annotations.entries) {
    if (isOpaqueKey || isNull(value)) texts.delete(name);
    else if (value.kind === 'scalar' && typeof value.value === 'string') texts.set(name, value.value);
    else if (value.kind === 'opaque') texts.set(name, undefined);
    else return { of: () => [] };
  }
  const rest = isOpen || annotations.isOpen ? [undefined] : [];
  return {
    of: (name) => [
      ...providerPrefixes.flatMap((prefix) => (texts.has(prefix + name) ? [texts.get(prefix + name)] : [])),
      ...rest,
    ],
  };
}

function isRefused({ type }: Resource, { config, isWhole }: SentConfig, isClientSide: boolean): boolean {
  const metadata = memberOf(config, 'metadata');
  const isGenerated = memberOf(metadata, 'generateName') !== undefined;
  if (!isPatchType(type)) return isGenerated && !isClientSide;
  return isClientSide || isGenerated || (isWhole && !memberOf(metadata, 'name'));
}

function programName({ root }: Document): string {
  return (root?.kind === 'mapping' && stringOf(keyOf(root, 'name')?.value)) || '';
}

/** The value of an option; the expression where one decides on all options. */
function optionOf({ envelope }: Resource, name: string): Value | undefined {
  const options = resourceOptions(envelope);
  return options?.kind === 'mapping' ? keyOf(options, name)?.value : options;
}

/** True where `dependsOn` or `parent` names something that is no resource of the text, or a condition decides on a reference. */
function mayWaitForUnknown(resource: Resource, { references, syntax }: Document): boolean {
  const isUnknown = (value: Value): boolean =>
    value.kind === 'opaque'
      ? !references.some(({ rootSpan, isPossible }) => !isPossible && contains(value.span, rootSpan))
      : isOpen(value) || childrenOf(value).some(isUnknown);
  const waits = ['dependsOn', 'parent'].flatMap((name) => optionOf(resource, name) ?? []);
  const isFree = references.some(({ isPossible, rootSpan }) => isPossible && contains(resource.span, rootSpan));
  return syntax === 'code' && (isFree || waits.some(isUnknown));
}

function isIgnoring(resource: Resource): boolean {
  const paths = optionOf(resource, 'ignoreChanges');
  return paths?.kind === 'opaque' || (paths?.kind === 'sequence' && paths.items.length > 0);
}

function retention(resource: Resource): KnownSetting {
  const flag = optionOf(resource, 'retainOnDelete');
  if (flag?.kind === 'opaque') return 'unknown';
  return flag?.kind === 'scalar' && flag.value === true ? 'yes' : 'no';
}
