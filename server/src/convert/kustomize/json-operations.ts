/** Translates operations of a JSON patch of an Endpoints into operations on its slices. */
import { canonicalText, familyOfIp, parseIp } from '../../contract/ip.ts';
import { builtAt, builtScalarText, builtText, entryAt, originOf } from '../../kustomize/object.ts';
import { quote } from '../../text/quote.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { BuiltMapping, BuiltScalar } from '../../tree/built.ts';
import type { ConvertedSlice } from '../conversion-step.ts';
import {
  assignGroups,
  builtGroups,
  sliceEndpoint,
  plainOf,
  slicePorts,
  type BuiltEndpoint,
  type BuiltGroup,
  type SliceData,
} from './built-groups.ts';
import { requoted } from './plain-text.ts';
import { PatchFault } from './targets.ts';

/** What an operation becomes for one slice: edits of its own text, or new operations. */
export type SliceOperation =
  | { readonly is: 'edited'; readonly edits: readonly TextEdit[] }
  | { readonly is: 'new'; readonly operations: readonly NewOperation[] };

export interface NewOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  /** Undefined to remove. */
  readonly value: SliceData | undefined;
}

export interface PatchedObject {
  readonly before: BuiltMapping;
  /** After this operation alone. */
  readonly after: BuiltMapping;
  readonly slices: readonly ConvertedSlice[];
}

/** By slice; undefined for a slice that the operation does not change. `text` is that of the operation's file. */
export function sliceOperations(
  operation: BuiltMapping,
  object: PatchedObject,
  text: string,
): readonly (SliceOperation | undefined)[] {
  const path = builtText(operation, ['path']);
  const isCopy = builtText(operation, ['from']) !== '';
  if (path === '/metadata/labels' && !isCopy) {
    const operations = labelChanges(object.before, object.after);
    return object.slices.map(() => (operations.length === 0 ? undefined : { is: 'new', operations }));
  }
  if (/^\/metadata\/(?:labels\/|annotations(?:\/|$))/.test(path) && !isCopy)
    return object.slices.map(() => ({ is: 'edited', edits: [] }));
  if (path !== '/subsets' && !path.startsWith('/subsets/'))
    throw new PatchFault(`changes ${quote(path)}, which has no counterpart in EndpointSlices`);
  const groups = groupsOf(object.before, object.slices);
  const op = builtText(operation, ['op']);
  const isPlain = op === 'add' || op === 'replace' || op === 'remove' || op === 'test';
  const [, subset = '', below = ''] = /^\/subsets\/(\d+)\/(.+)$/.exec(path) ?? [];
  if (isPlain && below === 'ports' && op === 'remove') return portEdits(operation, Number(subset), groups, text);
  if (isPlain && below.startsWith('ports')) return portEdits(operation, Number(subset), groups, text);
  const field = /^(addresses|notReadyAddresses)\/(\d+)\/((?:ip|hostname|nodeName|targetRef(?:\/.*)?))$/.exec(below);
  if (isPlain && field) {
    const [, list = '', index = '', name = ''] = field;
    return fieldEdits(operation, { subset: Number(subset), list, index: Number(index), name }, groups, text);
  }
  if (op === 'test') throw new PatchFault(`tests ${quote(path)}, which has no counterpart in EndpointSlices`);
  return listChanges(groups, groupsOf(object.after, object.slices), path.endsWith('/-'));
}

/** An operation on all labels must keep those that name the Service and the owner of a slice. */
function labelChanges(before: BuiltMapping, after: BuiltMapping): readonly NewOperation[] {
  const [old, fresh] = [before, after].map((root) => {
    const labels = builtAt(root, ['metadata', 'labels']);
    const entries = labels?.kind === 'mapping' ? labels.entries : [];
    return new Map(entries.map(({ name, value }) => [name, plainOf(value)]));
  });
  const pathOf = (name: string): string => `/metadata/labels/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const removed = [...(old?.keys() ?? [])].filter((name) => fresh?.has(name) !== true);
  return [
    ...removed.map((name): NewOperation => ({ op: 'remove', path: pathOf(name), value: undefined })),
    ...[...(fresh ?? [])].flatMap(([name, value]): readonly NewOperation[] =>
      old?.get(name) === value ? [] : [{ op: 'add', path: pathOf(name), value }],
    ),
  ];
}

type Assigned = readonly (BuiltGroup | undefined)[];

function groupsOf(root: BuiltMapping, slices: readonly ConvertedSlice[]): Assigned {
  const groups = builtGroups(root);
  if (!groups) throw new PatchFault('leads to an address whose IP family is not known');
  const assigned = assignGroups(groups, slices);
  if (!assigned) throw new PatchFault('leads to more IP families or sets of ports than the Endpoints has');
  return assigned;
}

/** The ports of a subset are those of all slices with its addresses, as long as no other subset shares them. */
function portEdits(
  operation: BuiltMapping,
  subset: number,
  groups: Assigned,
  text: string,
): readonly (SliceOperation | undefined)[] {
  const value = entryAt(operation, 'value')?.value;
  if (value && text && hasEmptyProtocol(value)) throw new PatchFault('sets an empty protocol');
  const found = groups.map((group): SliceOperation | undefined => {
    const own = group?.endpoints.filter((endpoint) => endpoint.subset === subset) ?? [];
    if (own.length === 0) return undefined;
    if (own.length !== group?.endpoints.length)
      throw new PatchFault('changes the ports of a subset whose slice also has addresses of another subset');
    return { is: 'edited', edits: [pathEdit(operation, (path) => path.replace(/^\/subsets\/\d+/, ''), text)] };
  });
  if (found.every((each) => each === undefined))
    throw new PatchFault('changes the ports of a subset without addresses');
  return found;
}

function hasEmptyProtocol(value: BuiltMapping['entries'][number]['value']): boolean {
  if (value.kind === 'sequence') return value.items.some(hasEmptyProtocol);
  const protocol = entryAt(value, 'protocol')?.value;
  return protocol !== undefined && builtScalarText(protocol) === '';
}

interface AddressField {
  readonly subset: number;
  readonly list: string;
  readonly index: number;
  readonly name: string;
}

function fieldEdits(
  operation: BuiltMapping,
  { subset, list, index, name }: AddressField,
  groups: Assigned,
  text: string,
): readonly (SliceOperation | undefined)[] {
  return groups.map((group): SliceOperation | undefined => {
    const at = group?.endpoints.findIndex(
      (each) => each.subset === subset && each.list === list && each.index === index,
    );
    if (!group || at === undefined || at < 0) return undefined;
    const below = name === 'ip' ? 'addresses/0' : name;
    const path = pathEdit(operation, () => `/endpoints/${at}/${below}`, text);
    return { is: 'edited', edits: [path, ...(name === 'ip' ? addressEdits(operation, group, text) : [])] };
  });
}

/** The API server accepts only the canonical spelling of an address in a slice. */
function addressEdits(operation: BuiltMapping, { family }: BuiltGroup, text: string): readonly TextEdit[] {
  const value = entryAt(operation, 'value')?.value;
  const written = builtScalarText(value);
  const ip = parseIp(written);
  if (value?.kind !== 'scalar' || !ip || familyOfIp(ip) !== family)
    throw new PatchFault(`replaces an ${family} address by ${quote(written)}`);
  const canonical = canonicalText(written) ?? written;
  if (canonical === written) return [];
  const { span } = originOf(value);
  return [{ span, text: requoted(text.slice(span.start, span.end), canonical) }];
}

function pathEdit(operation: BuiltMapping, become: (path: string) => string, text: string): TextEdit {
  const path = entryAt(operation, 'path')?.value as BuiltScalar;
  const { span } = originOf(path);
  return { span, text: requoted(text.slice(span.start, span.end), become(builtScalarText(path))) };
}

/** What an operation on whole addresses, lists or subsets changes in each slice. */
function listChanges(before: Assigned, after: Assigned, isAppending: boolean): readonly (SliceOperation | undefined)[] {
  return before.map((group, i) => {
    const next = after[i];
    const [old, fresh] = [group, next].map((each) => (each?.endpoints ?? []).map(endpointText));
    const operations: NewOperation[] = [
      ...portChanges(group, next),
      ...endpointChanges(old ?? [], fresh ?? [], next?.endpoints ?? [], isAppending),
    ];
    return operations.length === 0 ? undefined : { is: 'new', operations };
  });
}

function endpointText(endpoint: BuiltEndpoint): string {
  return keyOf(sliceEndpoint(endpoint));
}

function keyOf(value: SliceData): string {
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
}

function portChanges(before: BuiltGroup | undefined, after: BuiltGroup | undefined): readonly NewOperation[] {
  if (!before || !after || keyOf(slicePorts(before)) === keyOf(slicePorts(after))) return [];
  return [{ op: before.ports ? 'replace' : 'add', path: '/ports', value: slicePorts(after) }];
}

function endpointChanges(
  before: readonly string[],
  after: readonly string[],
  endpoints: readonly BuiltEndpoint[],
  isAppending: boolean,
): readonly NewOperation[] {
  const first = after.findIndex((each, i) => each !== before[i]);
  const at = first < 0 ? after.length : first;
  const added = endpoints[at];
  if (after.length === before.length && first < 0) return [];
  if (added && before.join('\n') === after.toSpliced(at, 1).join('\n')) {
    const isLast = isAppending && at === after.length - 1;
    return [{ op: 'add', path: `/endpoints/${isLast ? '-' : at}`, value: sliceEndpoint(added) }];
  }
  if (before.toSpliced(at, 1).join('\n') === after.join('\n') && after.length > 0)
    return [{ op: 'remove', path: `/endpoints/${at}`, value: undefined }];
  return [{ op: 'replace', path: '/endpoints', value: endpoints.map(sliceEndpoint) }];
}
