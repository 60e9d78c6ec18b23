/** The objects of the examples on all rule pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsOf, type Resource } from '../../server/src/tree/document.ts';
import { findings } from './checking.ts';
import { blocksOf } from './pages.ts';
import { root } from './root.ts';

/** The objects of each example, by the name of its page and its number there; those that are carried by another object are left out. */
export function pageObjects(): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, readonly Resource[]>();
  const folder = join(root, 'docs/rules');
  for (const name of readdirSync(folder).sort()) {
    const blocks = blocksOf(readFileSync(join(folder, name), 'utf8')).filter(({ isFixed }) => !isFixed);
    for (const [i, { text, options }] of blocks.entries()) {
      const all = documentsOf(findings(text, { ...options, path: options.path ?? 'a.yaml' }).file).flatMap(
        (document) => [...document.resources, ...document.neighbours.filter(({ type }) => type === 'Service')],
      );
      found.set(
        `${name} ${i}`,
        all.filter(({ embedding, isJsonPatch }) => !embedding && !isJsonPatch),
      );
    }
  }
  return found;
}
