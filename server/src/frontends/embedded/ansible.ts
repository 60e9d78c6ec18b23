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

/** Of a list of tasks or plays; empty for any other list. */
export function carriedByTasks(list: Sequence, text: string): readonly Definition[] {
  return inTasks(list, text, '');
}

/** `key` differs for tasks in other plays and under other conditions. */
function inTasks(list: Sequence, text: string, key: string): readonly Definition[] {
  return list.items.flatMap((item, i) => {
    if (item.kind !== 'mapping') return [];
    const play = valueOf(item, 'hosts') ? `play ${i}` : key;
    const own = play + textOf(valueOf(item, 'when'), text);
    return item.entries.flatMap(({ name, value }): readonly Definition[] => {
      if (taskLists.has(name)) return value.kind === 'sequence' ? inTasks(value, text, own) : [];
      return modules.has(name) && value.kind === 'mapping' ? inModule(value, text, own) : [];
    });
  });
}

/** Arguments that select the cluster. */
const clusterArguments = ['kubeconfig', 'context', 'host'];
/** Arguments that add to the definition, or make it a patch of what exists. */
const partialArguments = ['name', 'kind', 'api_version', 'generate_name', 'merge_type'];

function inModule(args: Mapping, text: string, key: string): readonly Definition[] {
  const state = stringOf(valueOf(args, 'state'));
  const value = ['definition', 'resource_definition', 'inline'].flatMap((name) => valueOf(args, name) ?? [])[0];
  if (!value || state === 'absent') return [];
  const clusters = clusterArguments.map((name) => textOf(valueOf(args, name), text)).join(' ');
  const embedding: Embedding = { in: 'an Ansible task', key: `ansible ${key} ${clusters}`, isByFolder: false };
  const isPartial = state === 'patched' || partialArguments.some((name) => valueOf(args, name) !== undefined);
  return [{ value, embedding, isPartial }];
}

function textOf(value: Value | undefined, text: string): string {
  return value ? text.slice(value.span.start, value.span.end) : '';
}
