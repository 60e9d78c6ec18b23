/** How objects and files of the workspace are named to a person. */
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Files } from '../view.ts';
import { shownLine } from '../written.ts';

/** The name as it is written; of a program's resource without one, its logical name. */
export function shownName({ facts: { name } }: IndexedObject): string {
  const [, logical] = (!name.isKnown && /^\$\{([\w-]+)\.metadata\.name\}$/.exec(name.text)) || [];
  return shownLine(logical ?? name.text);
}

/** The namespace where the object arrives, if there is one and it is known; empty otherwise. */
export function shownNamespace({ identities, facts }: IndexedObject): string {
  const [only = '', ...others] = new Set(identities.map(({ namespace }) => namespace));
  if (others.length === 0 && !only.startsWith('?')) return only;
  return facts.namespace?.isKnown ? facts.namespace.text : '';
}

/** The path of a file from its workspace folder on; its last parts where it is in none. */
export function shownFile(uri: string, { folders }: Pick<Files, 'folders'>): string {
  const path = plainPath(uri);
  const around = folders.map((folder) => `${plainPath(folder).replace(/\/$/, '')}/`);
  const folder = around.filter((each) => path.startsWith(each)).reduce((a, b) => (b.length > a.length ? b : a), '');
  return shownLine(folder === '' ? path.split('/').slice(-2).join('/') : path.slice(folder.length));
}
