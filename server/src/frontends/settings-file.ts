/** Reads a settings file, YAML or JSON, to the tree that config understands. */
import type { Issue } from '../tree/document.ts';
import type { Value } from '../tree/value.ts';
import { readYaml } from './yaml/read.ts';

/** The tree, and what could not be read. An empty file has no tree. */
export function readSettingsFile(text: string): { root: Value | undefined; issues: readonly Issue[] } {
  const { root, issues } = readYaml(text, 'pulumi', []);
  return { root, issues };
}
