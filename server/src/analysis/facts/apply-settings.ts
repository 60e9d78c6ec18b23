/** Reads from a Pulumi program how the provider of a resource applies objects. */
import { isPatchType } from '../../contract/contract.ts';
import { memo } from '../../text/memo.ts';
import { contains, type Span } from '../../text/span.ts';
import { countBeforeBy } from '../../text/sorted.ts';
import type { Document, InterpolationReference, Resource } from '../../tree/document.ts';
import { keyOf, resourceOptions, type ProgramScope } from '../../tree/program.ts';
import { isNull, stringOf, valueOf, type Entry, type Mapping, type Value } from '../../tree/value.ts';
import { scopeAround } from './program-order.ts';

/** `unknown` where an expression decides. A setting outside of the program counts as absent. */
export type KnownSetting = 'yes' | 'no' | 'unknown';

export interface ApplySettings {
  /** Server-side apply, the provider's default. */
  readonly serverSide: KnownSetting;
  readonly force: KnownSetting;
  /** The provider renders objects into files and sends nothing. */
  readonly rendering: KnownSetting;
  /** Creating an existing object updates it instead of failing. */
  readonly upserting: KnownSetting;
}

const undecided = { serverSide: 'unknown', force: 'unknown', upserting: 'unknown' } as const;

/** The settings of the resource's provider, with the provider's defaults. */
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

/** True for a patch, and for a resource that Pulumi certainly applies server-side; kubectl updates by default. */
export function isServerSide(resource: Resource, document: Document): boolean {
  if (resource.form !== 'pulumi') return false;
  const { serverSide, rendering } = applySettingsOf(resource, document);
  // Without server-side apply the provider rejects a patch.
  return rendering === 'no' && (serverSide === 'yes' || isPatchType(resource.type));
}

/** The namespace in the settings of the resource's provider; undefined where there is none. */
export function providerNamespaceOf(resource: Resource, document: Document): string | undefined {
  const found = sourceOf(resource, document);
  if (found === undefined || found === 'unknown' || found.settings?.kind !== 'mapping') return undefined;
  const written = valueOf(found.settings, `${found.prefix}namespace`);
  return stringOf(written?.kind === 'mapping' ? valueOf(written, 'value') : written) || undefined;
}

/** The settings of a provider, in a resource or in the configuration of the project. */
interface Source {
  readonly settings: Value | undefined;
  /** The prefix of their names: `kubernetes:` in the configuration of the project. */
  readonly prefix: string;
}

/** Undefined without settings; `unknown` where an expression chooses the provider. */
function sourceOf(resource: Resource, document: Document): Source | 'unknown' | undefined {
  const { envelope } = resource;
  const scope = scopeAround(resource, document);
  if (!envelope || !scope) return undefined;
  const written = providerOf(envelope, scope, document);
  if (written === 'unknown') return 'unknown';
  const block = written ?? defaultIn(scope);
  if (block?.kind === 'mapping') return { settings: keyOf(block, 'properties')?.value, prefix: '' };
  const config = document.root?.kind === 'mapping' ? keyOf(document.root, 'config')?.value : undefined;
  return config?.kind === 'mapping' ? { settings: config, prefix: 'kubernetes:' } : undefined;
}

/** No program nests components this deeply. */
const mostParents = 100;

/** The provider in the options of the resource, or in those of the nearest parent. */
function providerOf(envelope: Mapping, scope: ProgramScope, document: Document): Mapping | 'unknown' | undefined {
  const seen = new Set<Mapping>();
  for (let block: Mapping | undefined = envelope; block && !seen.has(block);) {
    if (seen.size > mostParents) return 'unknown';
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

/** The resource that an expression names; undefined for any other expression. */
function resourceNamed({ span }: Value, { resources }: ProgramScope, { references }: Document): Mapping | undefined {
  const named = referencesIn(span, references);
  const [only] = named;
  const block = resourcesByName(resources).get(only?.root ?? '')?.value;
  const isCertain = named.length === 1 && only?.steps.length === 0 && !only.isPossible;
  return isCertain && block?.kind === 'mapping' ? block : undefined;
}

/** The references are sorted. */
function referencesIn(span: Span, references: readonly InterpolationReference[]): readonly InterpolationReference[] {
  let low = countBeforeBy(references, span.start, ({ rootSpan }) => rootSpan.start);
  const found: InterpolationReference[] = [];
  for (let next = references[low]; next && contains(span, next.rootSpan); next = references[++low]) found.push(next);
  return found;
}

/** The last of several entries with one name counts. */
const resourcesByName = memo(
  (resources: readonly Entry[]): ReadonlyMap<string, Entry> => new Map(resources.map((entry) => [entry.name, entry])),
);

/** The default provider of the program. */
const defaultIn = memo(({ resources }: ProgramScope) => resources.findLast(({ value }) => isDefault(value))?.value);

function isKubernetes(block: Mapping): boolean {
  return /^pulumi:providers:(?:kubernetes|provider)$/.test(stringOf(keyOf(block, 'type')?.value) ?? '');
}

function isDefault(value: Value): boolean {
  if (value.kind !== 'mapping' || !isKubernetes(value)) return false;
  const flag = keyOf(value, 'defaultProvider')?.value;
  return flag?.kind === 'scalar' && flag.value === true;
}

/** A project's setting may be below `value`. Strings other than `false` and the empty one are true. */
function settingIn({ settings, prefix }: Source, name: string, otherwise: KnownSetting): KnownSetting {
  if (!settings || isNull(settings)) return otherwise;
  if (settings.kind !== 'mapping') return 'unknown';
  const written = valueOf(settings, prefix + name);
  const value = prefix !== '' && written?.kind === 'mapping' ? valueOf(written, 'value') : written;
  if (!value || isNull(value)) return settings.isOpen ? 'unknown' : otherwise;
  if (value.kind !== 'scalar') return 'unknown';
  return value.value === false || value.value === 'false' || value.value === '' ? 'no' : 'yes';
}
