/** Reads a settings file, YAML or JSON, to the tree that config understands. */
import type { Issue } from '../tree/document.ts';
import { isNull } from '../tree/value.ts';
import type { Value } from '../tree/value.ts';
import { readJson } from './json/parse-json.ts';
import { readYaml } from './yaml/read-yaml.ts';
import { segment } from './yaml/segment.ts';

export interface SettingsFile {
  readonly text: string;
  readonly root: Value | undefined;
  readonly issues: readonly Issue[];
}

/** The tree, and what could not be read. An empty file has no tree, and a package.json that does not speak of us. */
export function readSettingsFile(name: string, source: string): SettingsFile {
  const text = source.replace(/^\uFEFF/, '');
  if (/(?:^|\/)package\.json$/.test(name) && !hasMember(text)) return { text, root: undefined, issues: [] };
  if (name.endsWith('.json') && text.trim() !== '') return { ...readJson(text), text };
  const { root, issues } = readYaml(text, 'pulumi', []);
  return { root: root && isNull(root) ? undefined : root, issues: [...issues, ...secondDocument(text)], text };
}

/** One document is read: what stands in another one would be lost without a word. */
function secondDocument(text: string): readonly Issue[] {
  const segments = segment(text);
  if (segments.length === 1) return [];
  const [, second] = segments.filter((each) => {
    const { root } = readYaml(each.text, 'pulumi', []);
    return root && !isNull(root);
  });
  if (!second) return [];
  const span = { start: second.start, end: second.start };
  return [{ span, message: 'A second document starts here, and only the first one would count. Make them one.' }];
}

/** Nearly every package.json has none, and to read one with its places takes longer than to check a file. */
function hasMember(text: string): boolean {
  if (!text.includes('"endpoints"')) return false;
  try {
    const manifest: unknown = JSON.parse(text);
    return typeof manifest === 'object' && manifest !== null && Object.hasOwn(manifest, 'endpoints');
  } catch {
    // What is wrong may stand in the member.
    return true;
  }
}
