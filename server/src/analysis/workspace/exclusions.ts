/**
 * Reads what Argo CD is told to leave out, `resource.exclusions` in its ConfigMap: a text that is a list in YAML. Only the
 * usual ways to write it are understood; whatever is unusual excludes nothing here.
 */
import { apiVersions } from '../../contract/contract.ts';
import type { Kind } from '../../contract/contract.ts';
import { groupOf } from '../facts/naming.ts';

/** True where the text says for certain that the kind is left out on every cluster. */
export function excludesKind(text: string, kind: Kind): boolean {
  const group = groupOf(apiVersions[kind]);
  return itemsOf(text).some((item) => {
    const kinds = listOf(item, 'kinds');
    const groups = listOf(item, 'apiGroups');
    const clusters = listOf(item, 'clusters');
    if (!kinds || ![kind, '*'].some((each) => kinds.includes(each))) return false;
    if (groups && ![group, '*'].some((each) => groups.includes(each))) return false;
    return !clusters || clusters.includes('*');
  });
}

/** The items of the list, without comments. */
function itemsOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  const indent = /^ *(?=- )/.exec(lines[0] ?? '')?.[0];
  if (indent === undefined) return [];
  const items: string[] = [];
  for (const line of lines) {
    const bare = line.replace(/\s#.*$/, '').trimEnd();
    // The dash counts as a blank, so that the first key stands where the others do.
    if (bare.startsWith(`${indent}- `)) items.push(bare.replace('-', ' '));
    else items.push(`${items.pop() ?? ''}\n${bare}`);
  }
  return items;
}

/** The texts in a list of the item, in either style; undefined where there is no such key, none where it is not understood. */
function listOf(item: string, key: string): readonly string[] | undefined {
  const flow = new RegExp(String.raw`(?:^|[{,\n])\s*["']?${key}["']?:\s*\[([^\]]*)\]`).exec(item)?.[1];
  if (flow !== undefined) return flow.split(',').map(unquoted);
  const block = new RegExp(String.raw`^( *)["']?${key}["']?:[ ]*\n((?:\1 *- ?.*(?:\n|$))+)`, 'm').exec(item)?.[2];
  if (block === undefined) return item.includes(key) ? [] : undefined;
  const lines = block.trimEnd().split('\n');
  return lines.map((line) => unquoted(line.replace(/^ *-/, '')));
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, '$2');
}
