/** Reads `resource.exclusions`, a YAML list in Argo CD's ConfigMap. An uncommon spelling excludes nothing. */
import { apiVersions, type Kind } from '../../contract/contract.ts';
import { groupOf } from '../facts/naming.ts';

/** True where the text certainly excludes the kind on every cluster. */
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

function itemsOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  const indent = /^ *(?=- )/.exec(lines[0] ?? '')?.[0];
  if (indent === undefined) return [];
  const items: string[] = [];
  for (const line of lines) {
    const bare = line.replace(/\s#.*$/, '').trimEnd();
    // The dash becomes a space, so that the first key has the column of the others.
    if (bare.startsWith(`${indent}- `)) items.push(bare.replace('-', ' '));
    else items.push(`${items.pop() ?? ''}\n${bare}`);
  }
  return items;
}

/** The strings in a list of the item; undefined where the key is absent, empty where its value is not understood. */
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
