/** Finds the targets of a kustomization: of its patches, of its replacements and of its vars. */
import type { Path } from '../../tree/path.ts';
import { valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { pathPattern, trailAt } from './kustomization-text.ts';

/** The path patterns of all targets. */
const targets =
  /^(?:patches(?:Json6902)?\.\*\.target|vars\.\*\.objref|replacements\.\*\.(?:source|targets\.\*\.(?:select|reject\.\*)))$/;

/** True for the path pattern of a field that selects objects by what identifies them: not for those of labels. */
export function isSelectingField(pattern: string): boolean {
  const [, target = '', field = ''] = /^(.+)\.(\w+)$/.exec(pattern) ?? [];
  return targets.test(target) && ['group', 'version', 'kind', 'name', 'namespace'].includes(field);
}

/** The target around the offset, also at its key. */
export function targetAt(root: Mapping, offset: number): Mapping | undefined {
  const step = trailAt(root, offset).steps.find(({ path }) => targets.test(pathPattern(path)));
  return step?.value.kind === 'mapping' ? step.value : undefined;
}

/** All targets that select objects to read or to change, in the order of the text; on request also those that exclude some. */
export function targetsIn(root: Mapping, withRejected = false): readonly Mapping[] {
  const found: Mapping[] = [];
  const visit = (value: Value, path: Path): void => {
    const pattern = pathPattern(path);
    if (targets.test(pattern)) {
      if (value.kind === 'mapping' && (withRejected || !pattern.includes('reject'))) found.push(value);
      return;
    }
    if (value.kind === 'mapping') for (const { name, value: each } of value.entries) visit(each, [...path, name]);
    if (value.kind === 'sequence') for (const [i, each] of value.items.entries()) visit(each, [...path, i]);
  };
  for (const name of ['patches', 'patchesJson6902', 'replacements', 'vars']) {
    const value = valueOf(root, name);
    if (value) visit(value, [name]);
  }
  return found;
}
