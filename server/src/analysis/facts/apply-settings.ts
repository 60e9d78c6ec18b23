/** How the provider that a program's resource is made with applies objects: its settings, as far as the program says them. */
import { isPatchType } from '../../contract/contract.ts';
import { contains } from '../../text/span.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { keyOf, resourceOptions } from '../../tree/program.ts';
import type { ProgramScope } from '../../tree/program.ts';
import { isNull, stringOf, valueOf } from '../../tree/value.ts';
import type { Entry, Mapping, Value } from '../../tree/value.ts';
import { scopeAround } from './program-order.ts';

/** `unknown` where an expression decides. What only the environment or a stack says counts as not said. */
export type KnownSetting = 'yes' | 'no' | 'unknown';

export interface ApplySettings {
  /** Server-side apply, which is the default. */
  readonly serverSide: KnownSetting;
  readonly force: KnownSetting;
  /** Objects are written into files, and nothing is sent. */
  readonly rendering: KnownSetting;
  /** Creating what is there already changes it instead of failing. */
  readonly upserting: KnownSetting;
}

const undecided = { serverSide: 'unknown', force: 'unknown', upserting: 'unknown' } as const;

/** The settings of the provider of a resource in a program. */
export function applySettingsOf(resource: Resource, document: Document): ApplySettings {
  const found = sourceOf(resource, document);
  if (found === 'unknown') return { ...undecided, rendering: 'no' };
  const read = (name: string, otherwise: KnownSetting): KnownSetting =>
    found ? settingIn(found, name, otherwise) : otherwise;
  return {
    serverSide: read('enableServerSideApply', 'yes'),
    force: read('enablePatchForce', 'no'),
    rendering: read('renderYamlToDirectory', 'no'),
    upserting: read('upsertExistingObjects', 'no'),
  };
}

/**
 * True for what is sent by server-side apply: a patch, and what Pulumi manages unless its provider is, or may be, told
 * otherwise. False for a manifest, which kubectl sends without server-side apply unless it is asked to.
 */
export function isServerSide(resource: Resource, document: Document): boolean {
  if (resource.form !== 'pulumi') return false;
  const { serverSide, rendering } = applySettingsOf(resource, document);
  // Without server-side apply the provider refuses a patch.
  return rendering === 'no' && (serverSide === 'yes' || isPatchType(resource.type));
}

/** The namespace that the provider of a resource puts it into; undefined where none is written. */
export function providerNamespaceOf(resource: Resource, document: Document): string | undefined {
  const found = sourceOf(resource, document);
  if (found === undefined || found === 'unknown' || found.settings?.kind !== 'mapping') return undefined;
  const written = valueOf(found.settings, `${found.prefix}namespace`);
  return stringOf(written?.kind === 'mapping' ? valueOf(written, 'value') : written) || undefined;
}

/** Where settings are written. */
interface Source {
  readonly settings: Value | undefined;
  /** In front of their names. */
  readonly prefix: string;
}

/** Undefined where nothing says anything; `unknown` where an expression chooses the provider. */
function sourceOf(resource: Resource, document: Document): Source | 'unknown' | undefined {
  const { envelope } = resource;
  const scope = scopeAround(resource, document);
  if (!envelope || !scope) return undefined;
  const written = providerOf(envelope, scope, document);
  if (written === 'unknown') return 'unknown';
  const block = written ?? scope.resources.findLast(({ value }) => isDefault(value))?.value;
  if (block?.kind === 'mapping') return { settings: keyOf(block, 'properties')?.value, prefix: '' };
  const config = document.root?.kind === 'mapping' ? keyOf(document.root, 'config')?.value : undefined;
  return config?.kind === 'mapping' ? { settings: config, prefix: 'kubernetes:' } : undefined;
}

/** The provider that the resource names, or else the nearest of its parents. */
function providerOf(envelope: Mapping, scope: ProgramScope, document: Document): Mapping | 'unknown' | undefined {
  const seen = new Set<Mapping>();
  for (let block: Mapping | undefined = envelope; block && !seen.has(block);) {
    seen.add(block);
    const options = resourceOptions(block);
    if (options?.kind === 'opaque') return 'unknown';
    if (options?.kind !== 'mapping') return undefined;
    const provider = keyOf(options, 'provider')?.value;
    if (provider && !isNull(provider)) {
      const found = resourceNamed(provider, scope, document);
      return found && isKubernetes(found) ? found : 'unknown';
    }
    if (block !== envelope && keyOf(options, 'providers')) return 'unknown';
    const parent: Value | undefined = keyOf(options, 'parent')?.value;
    block = parent && resourceNamed(parent, scope, document);
  }
  return undefined;
}

/** The block of the resource that an expression names. */
function resourceNamed({ span }: Value, { resources }: ProgramScope, { references }: Document): Mapping | undefined {
  const named = references.filter(({ rootSpan }) => contains(span, rootSpan));
  const block = resources.findLast((entry: Entry) => entry.name === named[0]?.root)?.value;
  return named.length === 1 && named[0]?.steps.length === 0 && block?.kind === 'mapping' ? block : undefined;
}

function isKubernetes(block: Mapping): boolean {
  return /^pulumi:providers:(?:kubernetes|provider)$/.test(stringOf(keyOf(block, 'type')?.value) ?? '');
}

function isDefault(value: Value): boolean {
  if (value.kind !== 'mapping' || !isKubernetes(value)) return false;
  const flag = keyOf(value, 'defaultProvider')?.value;
  return flag?.kind === 'scalar' && flag.value === true;
}

/** A setting of a project may stand below `value`; a text other than `false` counts as one that is set. */
function settingIn({ settings, prefix }: Source, name: string, otherwise: KnownSetting): KnownSetting {
  if (!settings || isNull(settings)) return otherwise;
  if (settings.kind !== 'mapping') return 'unknown';
  const written = valueOf(settings, prefix + name);
  const value = prefix !== '' && written?.kind === 'mapping' ? valueOf(written, 'value') : written;
  if (!value || isNull(value)) return settings.isOpen ? 'unknown' : otherwise;
  if (value.kind !== 'scalar') return 'unknown';
  return value.value === false || value.value === 'false' || value.value === '' ? 'no' : 'yes';
}
