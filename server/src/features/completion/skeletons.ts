/** Proposes whole objects for an empty file, after a document marker, and among a program's resources. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { apiVersions, kindOfType, typeNames, typeTokens } from '../../contract/contract.ts';
import { defaultManager, managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import type { Slot } from '../../tree/slot.ts';
import { draftOfPort } from './complete-filled.ts';
import { keyProposal, spellKey } from './complete-keys.ts';
import { spellBlock, spellInline, type SnippetDraft, type Spelling } from './draft.ts';
import type { Proposal } from './proposal.ts';
import type { UnservedService } from './unserved-services.ts';

type StopDraft = Extract<SnippetDraft, { kind: 'stop' }>;
type Entries = Extract<SnippetDraft, { kind: 'mapping' }>['entries'];

const name = stop('my-service', 'name');
const port = mapping({
  name: stop('postgresql', 'port name'),
  port: { ...stop('5432', 'port'), type: 'integer' },
  protocol: text('TCP'),
});
const address = stop('10.0.0.1');
const subsets = subsetsWith([port]);
const service = mapping({
  apiVersion: text('v1'),
  kind: text('Service'),
  metadata: mapping({ name }),
  spec: mapping({ ports: list(port) }),
});

const endpoints = endpointsFor({ name }, [port]);
const slice = sliceFor({ name }, [port]);

function endpointsFor(own: MetadataDraft, ports: readonly SnippetDraft[]): SnippetDraft {
  return mapping({
    apiVersion: text('v1'),
    kind: text('Endpoints'),
    metadata: mapping({ ...own }),
    subsets: subsetsWith(ports),
  });
}

function subsetsWith(ports: readonly SnippetDraft[]): SnippetDraft {
  return list(mapping({ addresses: list(mapping({ ip: address })), ports: list(...ports) }));
}

/** The name of the Service, and its namespace where that is known. */
interface MetadataDraft {
  readonly name: StopDraft;
  readonly namespace?: SnippetDraft;
}

function sliceFor(own: MetadataDraft, ports: readonly SnippetDraft[]): SnippetDraft {
  return mapping({
    apiVersion: text(apiVersions.EndpointSlice),
    kind: text('EndpointSlice'),
    metadata: sliceMetadata(own),
    ...slicePart(ports),
  });
}

/** The name starts with that of the Service, so both are typed once. */
function sliceMetadata(own: MetadataDraft): SnippetDraft {
  const labels = mapping({ [serviceNameLabel]: own.name, [managedByLabel]: stop(defaultManager) });
  return mapping({ ...own, name: { ...own.name, suffix: '-1' }, labels });
}

function slicePart(ports: readonly SnippetDraft[]): { readonly [field: string]: SnippetDraft } {
  return {
    addressType: text('IPv4'),
    endpoints: list(mapping({ addresses: list(address) })),
    ports: list(...ports),
  };
}

interface Manifest {
  readonly label: string;
  readonly doc: string;
  readonly detail?: string;
  readonly objects: readonly SnippetDraft[];
}

const manifests: readonly Manifest[] = [
  {
    label: 'EndpointSlice',
    doc: 'Addresses and ports of the Service that a label names.',
    objects: [slice],
  },
  {
    label: 'Service with EndpointSlice',
    doc: 'A Service without a selector, and a slice with its addresses.',
    objects: [service, slice],
  },
  {
    label: 'Endpoints',
    doc: 'Addresses and ports of the Service with the same name. Deprecated since Kubernetes 1.33.',
    objects: [endpoints],
  },
  {
    label: 'Service with Endpoints',
    doc: 'A Service without a selector, and an Endpoints with its addresses.',
    objects: [service, endpoints],
  },
];

/** What a Service without endpoints lacks, with its name, namespace and ports. */
function manifestsFor({ name: service, namespace, ports, detail }: UnservedService): readonly Manifest[] {
  const own = { name: stop(service, 'name'), ...(namespace === '' ? {} : { namespace: text(namespace) }) };
  const drafts = ports.length === 0 ? [port] : ports.map(draftOfPort);
  const doc = `Addresses for the Service ${service}, with its ports.`;
  return [
    { label: `EndpointSlice for ${service}`, doc, detail, objects: [sliceFor(own, drafts)] },
    {
      label: `Endpoints for ${service}`,
      doc: `${doc} Deprecated since Kubernetes 1.33.`,
      detail,
      objects: [endpointsFor(own, drafts)],
    },
  ];
}

/** Manifests for an empty document, those for Services without endpoints first. `isSingle` leaves out pairs of objects. */
export function proposeManifests(
  slot: Slot,
  unserved: readonly UnservedService[],
  isSingle: boolean,
): readonly Proposal[] {
  const all = [...unserved.flatMap(manifestsFor), ...manifests];
  return all.filter(({ objects }) => !isSingle || objects.length === 1).map((each) => skeleton(each, slot));
}

const resources = {
  EndpointSlice: { doc: 'A Pulumi resource with addresses and ports of a Service.', base: 'my-slice' },
  EndpointSlicePatch: {
    doc: 'A Pulumi resource that changes an existing EndpointSlice by server-side apply.',
    base: 'my-slice-patch',
  },
  Endpoints: { doc: 'A Pulumi resource with addresses and ports.', base: 'my-endpoints' },
  EndpointsPatch: {
    doc: 'A Pulumi resource that changes an existing Endpoints by server-side apply.',
    base: 'my-patch',
  },
} as const;

type ResourceType = (typeof typeNames)[number];

export function proposeItems(slot: Slot): Proposal {
  return { ...keyProposal('items', list(slice), slot), detail: 'list of objects' };
}

/** Whole programs for an empty file; none for JSON. */
export function proposePrograms(slot: Slot): readonly Proposal[] {
  if (slot.style === 'json') return [];
  return typeNames.map((type) => {
    const { base, doc } = resources[type];
    const only: SnippetDraft = { kind: 'mapping', entries: [[base, resource(type)]], isNamed: true };
    const program = mapping({ name: stop('my-program'), runtime: text('yaml'), resources: only });
    return skeleton({ label: `${type} in a Pulumi program`, doc, objects: [program] }, slot);
  });
}

/** Resources for a program, each with an unused name. */
export function proposeResources(slot: Slot): readonly Proposal[] {
  return typeNames.map((type) => ({
    label: type,
    kind: CompletionItemKind.Snippet,
    detail: typeTokens[type],
    doc: resources[type].doc,
    filter: slot.prefix === '' ? type : slot.prefix,
    spell: (spelling: Spelling) => spellKey(freeName(slot, type), resource(type), slot, spelling),
  }));
}

function resource(type: ResourceType): SnippetDraft {
  const isSlice = kindOfType(type) === 'EndpointSlice';
  // A patch has the name of an existing slice, which has the labels already.
  const named = mapping({ name: stop(isSlice ? 'my-service-1' : 'my-service') });
  const metadata = type === 'EndpointSlice' ? sliceMetadata({ name }) : named;
  const properties = mapping({ metadata, ...(isSlice ? slicePart([port]) : { subsets }) });
  return mapping({ type: text(typeTokens[type]), properties });
}

/** The typed word, or a name that no other resource has. */
function freeName({ prefix, names }: Slot, type: ResourceType): string {
  const base = /^[A-Za-z_][\w-]*$/.test(prefix) ? prefix : resources[type].base;
  let free = base;
  for (let i = 2; names.has(free); i++) free = `${base}-${i}`;
  return free;
}

function skeleton({ label, doc, detail = 'skeleton', objects }: Manifest, slot: Slot): Proposal {
  const spell = (spelling: Spelling): string => {
    const { newline } = slot.layout;
    if (slot.style === 'block')
      return objects.map((each) => spellBlock(each, slot.column, spelling)).join(`${newline}---${newline}`);
    const [only, ...more] = objects;
    const items = mapping({ apiVersion: text('v1'), kind: text('List'), items: list(...objects) });
    return spellInline(only && more.length === 0 ? only : items, slot.column, spelling);
  };
  return { label, kind: CompletionItemKind.Snippet, detail, doc, spell };
}

function text(value: string): SnippetDraft {
  return { kind: 'scalar', value, isString: true };
}

function stop(sample: string, link?: string): StopDraft {
  return { kind: 'stop', sample, choices: [], type: 'string', ...(link === undefined ? {} : { link }) };
}

function list(...items: readonly SnippetDraft[]): SnippetDraft {
  return { kind: 'list', items };
}

function mapping(entries: { readonly [name: string]: SnippetDraft }): SnippetDraft {
  return { kind: 'mapping', entries: Object.entries(entries) satisfies Entries };
}
