/** Reads a settings file (YAML or JSON) into the tree that `config` interprets. */
import type { Issue } from '../tree/document.ts';
import { isNull, type Value } from '../tree/value.ts';
import { readJson } from './json/parse-json.ts';
import { readYaml } from './yaml/read-yaml.ts';
import { segment } from './yaml/segment.ts';

/** There is no tree for an empty file, or for a package.json without an `endpoints` member. */
export function readSettingsFile(
  name: string,
  source: string,
): { text: string; root: Value | undefined; issues: readonly Issue[] } {
  const text = source.replace(/^\uFEFF/, '');
  if (/(?:^|\/)package\.json$/.test(name) && !hasMember(text)) return { text, root: undefined, issues: [] };
  if (name.endsWith('.json') && text.trim() !== '') return { ...readJson(text), text };
  const { root, issues } = readYaml(text, 'pulumi', []);
  return { root: root && isNull(root) ? undefined : root, issues: [...issues, ...secondDocument(text)], text };
}

/** Only one document is read. A second one is reported, because it would be ignored silently. */
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

/** Most package.json files have no such member, and parsing one with locations takes longer than checking a file. */
function hasMember(text: string): boolean {
  if (!text.includes('"endpoints"')) return false;
  try {
    const manifest: unknown = JSON.parse(text);
    return typeof manifest === 'object' && manifest !== null && Object.hasOwn(manifest, 'endpoints');
  } catch {
    // The syntax error may be inside the member.
    return true;
  }
}
