/** Which resource, or which part of a program, a path of a document leads into; told by the names beside it alone. */
import type { Path } from '../../tree/path.ts';
import type { Subject } from '../../tree/slot.ts';
import { namesOurType, ourType } from '../pulumi.ts';

/** The names, with their scalars, of the mapping that the first steps of a path lead to. */
export type NamesAt = (length: number) => ReadonlyMap<string, string>;

/** The subject and the path inside of it; undefined for what is not ours. */
export function locateSubject(
  path: Path,
  namesAt: NamesAt,
  text: string,
  isNamedProgram: boolean,
): { readonly subject: Subject; readonly path: Path } | undefined {
  const root = namesAt(0);
  const kind = root.get('kind');
  const isProgram = isNamedProgram || (kind === undefined && isProgramPart(path) && namesOurType(text));
  if (isProgram) return inProgram(path, namesAt);
  if ((kind === 'List' || kind === 'EndpointsList') && path[0] === 'items' && typeof path[1] === 'number') {
    return inManifest(path.slice(2), namesAt(2), kind === 'EndpointsList');
  }
  if (kind === 'List' && path[0] === 'items') return { subject: item, path: [] };
  if (kind === 'List' && path.length === 0) {
    const apiVersion = root.get('apiVersion') ?? '';
    return { subject: { area: 'document', kind, apiVersion, names: new Set(root.keys()), isItem: false }, path };
  }
  return inManifest(path, root, false);
}

const item: Subject = { area: 'document', kind: '', apiVersion: '', names: new Set(), isItem: true };

const manifestNames = new Set(['apiVersion', 'kind', 'metadata', 'subsets']);

function inManifest(
  path: Path,
  names: ReadonlyMap<string, string>,
  isImplied: boolean,
): { readonly subject: Subject; readonly path: Path } | undefined {
  const kind = names.get('kind') ?? '';
  const apiVersion = names.get('apiVersion') ?? '';
  const isCore = apiVersion === '' || /^\/?v1$/.test(apiVersion);
  const isOurs = isCore && (/^endpoints?$/i.test(kind) || (kind === '' && (isImplied || names.has('subsets'))));
  const isAtType = path.length === 1 && (path[0] === 'kind' || path[0] === 'apiVersion');
  const isUndecided = path.length === 0 && kind === '';
  const isKnown = [...names.keys()].every((name) => manifestNames.has(name) || (isAtType && name === 'spec'));
  if ((isAtType || isUndecided) && isKnown) {
    if (isAtType || !isOurs)
      return { subject: { area: 'document', kind, apiVersion, names: new Set(names.keys()), isItem: false }, path };
  }
  return isOurs ? { subject: { area: 'resource', form: 'kubernetes', type: 'Endpoints' }, path } : undefined;
}

function isProgramPart(path: Path): boolean {
  return ['resources', 'outputs', 'variables', 'components'].includes(String(path[0]));
}

function inProgram(path: Path, namesAt: NamesAt): { readonly subject: Subject; readonly path: Path } {
  const start = path[0] === 'components' ? 2 : 0;
  const program = { subject: { area: 'program' }, path } as const;
  if (path[start] !== 'resources') return program;
  const rest = path.slice(start + 1);
  if (rest.length === 0) return { subject: { area: 'resources' }, path: [] };
  const token = namesAt(start + 2).get('type');
  const type = ourType(token ?? '');
  const isTyped = type !== undefined;
  if (rest[1] === 'properties' && isTyped) {
    return { subject: { area: 'resource', form: 'pulumi', type }, path: rest.slice(2) };
  }
  const isOurs = isTyped || token === undefined || token === '' || rest[1] === 'type';
  if (!isOurs || rest[1] === 'properties') return program;
  return { subject: { area: 'block', name: String(rest[0]) }, path: rest.slice(1) };
}
