/** Proposes whole objects for an empty file, after a document marker, and among a program's resources. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { apiVersions, kindOfType, typeNames, typeTokens } from '../../contract/contract.ts';
import { defaultManager, managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import type { Slot } from '../../tree/slot.ts';
import { keyProposal, spellKey } from './complete-keys.ts';
import { spellBlock, spellInline, type SnippetDraft, type Spelling } from './draft.ts';
import type { Proposal } from './proposal.ts';

type Entries = Extract<SnippetDraft, { kind: 'mapping' }>['entries'];

const name = stop('my-service', 'name');
const port = mapping({
  name: stop('postgresql', 'port name'),
  port: { ...stop('5432', 'port'), type: 'integer' },
  protocol: text('TCP'),
});
const subsets = list(mapping({ addresses: list(mapping({ ip: stop('10.0.0.1') })), ports: list(port) }));

const endpoints = mapping({ apiVersion: text('v1'), kind: text('Endpoints'), metadata: mapping({ name }), subsets });

const service = mapping({
  apiVersion: text('v1'),
  kind: text('Service'),
  metadata: mapping({ name }),
  spec: mapping({ ports: list(port) }),
});

const labels = mapping({ [serviceNameLabel]: name, [managedByLabel]: stop(defaultManager) });
const slicePart = {
  addressType: text('IPv4'),
  endpoints: list(mapping({ addresses: list(stop('10.0.0.1')) })),
  ports: list(port),
};

const slice = mapping({
  apiVersion: text(apiVersions.EndpointSlice),
  kind: text('EndpointSlice'),
  metadata: mapping({ name: stop('my-service-1'), labels }),
  ...slicePart,
});

const manifests: readonly (readonly [label: string, doc: string, objects: readonly SnippetDraft[]])[] = [
  ['EndpointSlice', 'Addresses and ports of the Service that a label names.', [slice]],
  ['Service with EndpointSlice', 'A Service without a selector, and a slice with its addresses.', [service, slice]],
  [
    'Endpoints',
    'Addresses and ports of the Service with the same name. Deprecated since Kubernetes 1.33.',
    [endpoints],
  ],
  [
    'Service with Endpoints',
    'A Service without a selector, and an Endpoints with its addresses.',
    [service, endpoints],
  ],
];

/** Manifests for an empty document, or for an item of a list. `dash` is the missing dash of the item. */
export function proposeManifests(slot: Slot, dash = ''): readonly Proposal[] {
  const all = manifests.map(([label, doc, objects]) => skeleton(label, doc, objects, slot));
  // An item of a list is one object.
  const fitting = slot.column === 0 ? all : all.filter(({ label }) => !label.includes(' '));
  return fitting.map((proposal) => ({ ...proposal, spell: (spelling) => dash + proposal.spell(spelling) }));
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
    return skeleton(`${type} in a Pulumi program`, doc, [program], slot);
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
  const metadata = mapping({
    name: stop(isSlice ? 'my-service-1' : 'my-service'),
    ...(type === 'EndpointSlice' ? { labels } : {}),
  });
  const properties = mapping({ metadata, ...(isSlice ? slicePart : { subsets }) });
  return mapping({ type: text(typeTokens[type]), properties });
}

/** The typed word, or a name that no other resource has. */
function freeName({ prefix, names }: Slot, type: ResourceType): string {
  const base = /^[A-Za-z_][\w-]*$/.test(prefix) ? prefix : resources[type].base;
  let free = base;
  for (let i = 2; names.has(free); i++) free = `${base}-${i}`;
  return free;
}

function skeleton(label: string, doc: string, objects: readonly SnippetDraft[], slot: Slot): Proposal {
  const spell = (spelling: Spelling): string => {
    const { newline } = slot.layout;
    if (slot.style === 'block')
      return objects.map((each) => spellBlock(each, slot.column, spelling)).join(`${newline}---${newline}`);
    const [only, ...more] = objects;
    const items = mapping({ apiVersion: text('v1'), kind: text('List'), items: list(...objects) });
    return spellInline(only && more.length === 0 ? only : items, slot.column, spelling);
  };
  return { label, kind: CompletionItemKind.Snippet, detail: 'skeleton', doc, spell };
}

function text(value: string): SnippetDraft {
  return { kind: 'scalar', value, isString: true };
}

function stop(sample: string, link?: string): Extract<SnippetDraft, { kind: 'stop' }> {
  return { kind: 'stop', sample, choices: [], type: 'string', ...(link === undefined ? {} : { link }) };
}

function list(...items: readonly SnippetDraft[]): SnippetDraft {
  return { kind: 'list', items };
}

function mapping(entries: { readonly [name: string]: SnippetDraft }): SnippetDraft {
  return { kind: 'mapping', entries: Object.entries(entries) satisfies Entries };
}
