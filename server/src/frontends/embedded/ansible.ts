/** Finds the manifests in Ansible tasks that apply objects: the `definition` of the module `kubernetes.core.k8s`. */
import type { Embedding } from '../../tree/document.ts';
import { stringOf, valueOf, type Mapping, type Sequence, type Value } from '../../tree/value.ts';

interface Definition {
  readonly value: Value;
  readonly embedding: Embedding;
  readonly isPartial: boolean;
}

const modules = new Set([
  'kubernetes.core.k8s',
  'community.kubernetes.k8s',
  'community.okd.k8s',
  'redhat.openshift.k8s',
  'k8s',
]);

const taskLists = new Set(['tasks', 'pre_tasks', 'post_tasks', 'handlers', 'block', 'rescue', 'always']);

const embedding: Embedding = { in: 'an Ansible task', key: 'ansible', isByFolder: false };

/** Of a list of tasks or plays; empty for any other list. */
export function carriedByTasks(list: Sequence): readonly Definition[] {
  return list.items.flatMap((item) => {
    if (item.kind !== 'mapping') return [];
    return item.entries.flatMap(({ name, value }): readonly Definition[] => {
      if (taskLists.has(name)) return value.kind === 'sequence' ? carriedByTasks(value) : [];
      return modules.has(name) && value.kind === 'mapping' ? inModule(value) : [];
    });
  });
}

function inModule(args: Mapping): readonly Definition[] {
  const state = stringOf(valueOf(args, 'state'));
  const value = ['definition', 'resource_definition', 'inline'].flatMap((name) => valueOf(args, name) ?? [])[0];
  if (!value || state === 'absent') return [];
  // The module adds these to the definition.
  const isFilled = ['name', 'kind', 'api_version', 'generate_name'].some((name) => valueOf(args, name) !== undefined);
  return [{ value, embedding, isPartial: isFilled || state === 'patched' }];
}
