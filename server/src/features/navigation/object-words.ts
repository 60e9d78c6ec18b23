/** The names of objects and files of the workspace in texts for the user. */
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Files } from '../view.ts';
import { shownLine } from '../written-values.ts';

/** The name as it is written, or the logical name of a program's resource without a name. */
export function shownName({ facts: { name } }: IndexedObject): string {
  // A program has no names for some of its values.
  if (!name.isKnown && /^\$\{[@#]/.test(name.text)) return '(unknown name)';
  const [, logical] = (!name.isKnown && /^\$\{([\w-]+)(?:#\d+)?\.metadata\.name\}$/.exec(name.text)) || [];
  return shownLine(logical ?? name.text);
}

/** The namespace of the object in the cluster; empty where there is none or it is unknown. */
export function shownNamespace({ identities, facts }: IndexedObject): string {
  const [only = '', ...others] = new Set(identities.map(({ namespace }) => namespace));
  if (others.length === 0 && !only.startsWith('?')) return only;
  return facts.namespace?.isKnown ? facts.namespace.text : '';
}

/** The path of a file relative to its workspace folder; its last two parts for a file outside of all folders. */
export function shownFile(uri: string, { folders }: Pick<Files, 'folders'>): string {
  const path = plainPath(uri);
  const around = folders.map((folder) => `${plainPath(folder).replace(/\/$/, '')}/`);
  const folder = around.filter((each) => path.startsWith(each)).reduce((a, b) => (b.length > a.length ? b : a), '');
  return shownLine(folder === '' ? path.split('/').slice(-2).join('/') : path.slice(folder.length));
}

/** The path of a file, or `this file` for the one at the cursor. */
export function shownPlace(uri: string, files: Files, own: string): string {
  return uri === own ? 'this file' : shownFile(uri, files);
}

/** `shop/service.yaml`, and the namespace where it is not that of the other object. */
export function placeBeside(entry: IndexedObject, files: Files, own: IndexedObject): string {
  const namespace = shownNamespace(entry);
  const place = shownPlace(entry.uri, files, own.uri);
  return namespace === '' || namespace === shownNamespace(own) ? place : `${place}, namespace ${namespace}`;
}
