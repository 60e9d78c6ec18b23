/** Reads a settings file, YAML or JSON, to the tree that config understands. */
import type { Issue } from '../tree/document.ts';
import type { Value } from '../tree/value.ts';
import { readJson } from './json/read.ts';
import { readYaml } from './yaml/read.ts';

export interface SettingsFile {
  readonly text: string;
  readonly root: Value | undefined;
  readonly issues: readonly Issue[];
}

/** The tree, and what could not be read. An empty file has no tree, and a package.json that does not speak of us. */
export function readSettingsFile(name: string, source: string): SettingsFile {
  const text = source.replace(/^\uFEFF/, '');
  if (!/(?:^|\/)package\.json$/.test(name)) return { ...readYaml(text, 'pulumi', []), text };
  return hasMember(text) ? { ...readJson(text), text } : { text, root: undefined, issues: [] };
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
