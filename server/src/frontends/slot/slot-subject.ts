/** Decides which resource, or which part of a program, a path leads into, using only the names beside it. */
import { apiVersions, kinds, listedKind, serviceToken, type Kind } from '../../contract/contract.ts';
import type { Path } from '../../tree/path.ts';
import type { Subject } from '../../tree/slot.ts';
import { mayHoldOurs } from '../concern.ts';
import { hasSelector } from './selector-text.ts';
import { namesOurType, ourType } from '../resources/pulumi-resources.ts';

/** The names and scalars of the mapping at the first steps of a path. */
export type NamesAt = (length: number) => ReadonlyMap<string, string>;

/** A text, and what it certainly is: `patch` is a JSON patch where it is a list. */
export interface SlotText {
  readonly text: string;
  /** The start of the document. */
  readonly from: number;
  readonly form: 'kustomization' | 'settings' | 'program' | 'patch' | undefined;
}

/** The subject and the path inside it; undefined if it is not a checked resource. */
export function locateSubject(
  path: Path,
  namesAt: NamesAt,
  file: SlotText,
): { readonly subject: Subject; readonly path: Path } | undefined {
  const { text, form } = file;
  if (form === 'kustomization' || form === 'settings') return { subject: { area: form }, path };
  const root = namesAt(0);
  if (form === 'patch' && (typeof path[0] === 'number' || (path.length === 0 && root.size === 0)))
    return { subject: { area: 'json-patch' }, path };
  const kind = root.get('kind');
  const isProgram = form === 'program' || (kind === undefined && isProgramPart(path) && namesOurType(text));
  if (isProgram) return inProgram(path, namesAt, text);
  const listed = listedKind(kind);
  if ((kind === 'List' || listed) && path[0] === 'items' && typeof path[1] === 'number') {
    return inManifest(path.slice(2), namesAt(2), listed);
  }
  if (kind === 'List' && path[0] === 'items') return { subject: item, path: [] };
  if (kind === 'List' && path.length === 0) {
    const apiVersion = root.get('apiVersion') ?? '';
    return { subject: { area: 'document', kind, apiVersion, names: new Set(root.keys()), isItem: false }, path };
  }
  const isOurs = kinds.some((each) => each === kind);
  if (kind === 'Service') return inService(path, root, file);
  return (isOurs ? undefined : inCarrier(path, namesAt)) ?? inManifest(path, root, undefined);
}

/** Not in a Service with a selector, unless the file mentions endpoints: other extensions complete it. */
function inService(path: Path, names: ReadonlyMap<string, string>, file: SlotText): ReturnType<typeof locateSubject> {
  const [step] = path;
  if (path.length === 1 && (step === 'kind' || step === 'apiVersion')) return inManifest(path, names, undefined);
  if (!/^(?:\/?v1)?$/.test(names.get('apiVersion') ?? '') || !isDescribed(file)) return undefined;
  return { subject: { area: 'resource', form: 'kubernetes', type: 'Service' }, path };
}

function isDescribed({ text, from }: SlotText): boolean {
  const end = text.indexOf('\n---', from);
  return !hasSelector(text.slice(from, end < 0 ? text.length : end)) || mayHoldOurs(text);
}

/** An object with its kind and apiVersion in another one, such as an Ansible task. */
function inCarrier(path: Path, namesAt: NamesAt): ReturnType<typeof locateSubject> {
  for (let length = 1; length <= path.length; length++) {
    const names = namesAt(length);
    const type = kinds.find((each) => each === names.get('kind') && names.get('apiVersion') === apiVersions[each]);
    if (type) return { subject: { area: 'resource', form: 'kubernetes', type }, path: path.slice(length) };
  }
  return undefined;
}

const item: Subject = { area: 'document', kind: '', apiVersion: '', names: new Set(), isItem: true };

const shapes = {
  Endpoints: { spelled: /^endpoints?$/i, versions: /^\/?v1$/, own: ['subsets'], fields: ['subsets'] },
  EndpointSlice: {
    spelled: /^endpoint-?slices?$/i,
    versions: /^(?:\/?v1|discovery\.k8s\.io(?:\/v1)?)$/,
    own: ['addressType', 'endpoints'],
    fields: ['addressType', 'endpoints', 'ports'],
  },
} as const;

function inManifest(
  path: Path,
  names: ReadonlyMap<string, string>,
  listed: Kind | undefined,
): { readonly subject: Subject; readonly path: Path } | undefined {
  const kind = names.get('kind') ?? '';
  const apiVersion = names.get('apiVersion') ?? '';
  const ours = kinds.find((each) => {
    const { spelled, versions, own } = shapes[each];
    if (apiVersion !== '' && !versions.test(apiVersion)) return false;
    return kind === '' ? (listed ? listed === each : own.some((name) => names.has(name))) : spelled.test(kind);
  });
  const isAtType = path.length === 1 && (path[0] === 'kind' || path[0] === 'apiVersion');
  const isUndecided = path.length === 0 && kind === '';
  if ((isAtType || (isUndecided && !ours)) && isKnown(names, isAtType)) {
    return { subject: { area: 'document', kind, apiVersion, names: new Set(names.keys()), isItem: false }, path };
  }
  return ours ? { subject: { area: 'resource', form: 'kubernetes', type: ours }, path } : undefined;
}

/** While the kind is being typed, a Service's `spec` may be present. */
function isKnown(names: ReadonlyMap<string, string>, isAtType: boolean): boolean {
  const usual = ['apiVersion', 'kind', 'metadata', ...(isAtType ? ['spec'] : [])];
  const others = [...names.keys()].filter((name) => !usual.includes(name));
  // Many files have `ports` at the top level and nothing else that identifies them.
  const isBare = others.length === 1 && others[0] === 'ports' && !names.has('apiVersion') && !names.has('kind');
  return !isBare && kinds.some((each) => others.every((name) => shapes[each].fields.some((field) => field === name)));
}

function isProgramPart(path: Path): boolean {
  return ['resources', 'outputs', 'variables', 'components'].includes(String(path[0]));
}

function inProgram(path: Path, namesAt: NamesAt, text: string): { readonly subject: Subject; readonly path: Path } {
  const start = path[0] === 'components' ? 2 : 0;
  const program = { subject: { area: 'program' }, path } as const;
  if (path[start] !== 'resources') return program;
  const rest = path.slice(start + 1);
  if (rest.length === 0) return { subject: { area: 'resources' }, path: [] };
  const token = namesAt(start + 2).get('type');
  const ours = ourType(token ?? '');
  const isTyped = ours !== undefined;
  const type = ours ?? (token === serviceToken && mayHoldOurs(text) ? 'Service' : undefined);
  if (rest[1] === 'properties' && type !== undefined) {
    return { subject: { area: 'resource', form: 'pulumi', type }, path: rest.slice(2) };
  }
  const isOurs = isTyped || token === undefined || token === '' || rest[1] === 'type';
  if (!isOurs || rest[1] === 'properties') return program;
  return { subject: { area: 'block', name: String(rest[0]) }, path: rest.slice(1) };
}
