/** The order of the result: by kind, as `kubectl apply` once needed it, or as the resources come. */
import { quote } from '../text/quote.ts';
import type { BuiltMapping } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { entryAt, idOf, builtText, builtAt, type BuildObject, type ObjectId, originOf } from './object.ts';

const first =
  'Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget'.split(
    ' ',
  );
const last = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/** `options` are the `sortOptions` of the outermost kustomization. */
export function sortObjects(
  objects: readonly BuildObject[],
  options: BuiltMapping | undefined,
): readonly BuildObject[] {
  const order = options ? builtText(options, ['order']) : 'legacy';
  const legacy = options && entryAt(options, 'legacySortOptions');
  if (options && order !== 'legacy' && order !== 'fifo') {
    const at = entryAt(options, 'order')?.value ?? options;
    throw new BuildError(
      'other',
      `sortOptions.order ${quote(order)} does not exist. Write legacy or fifo.`,
      originOf(at),
    );
  }
  if (order === 'fifo') {
    if (!legacy) return objects;
    const message =
      'legacySortOptions need order: legacy, so kustomize rejects them. Change the order, or remove them.';
    throw new BuildError('other', message, legacy.key);
  }
  const ranks = new Map<string, number>();
  const [orderFirst, orderLast] = legacy
    ? ['orderFirst', 'orderLast'].map((name) => texts(builtAt(legacy.value, [name])))
    : [first, last];
  for (const [i, kind] of (orderFirst ?? []).entries()) ranks.set(kind, i - (orderFirst ?? []).length);
  for (const [i, kind] of (orderLast ?? []).entries()) ranks.set(kind, i + 1);
  const keyed = objects.map((object) => ({
    object,
    rank: ranks.get(idOf(object).kind) ?? 0,
    keys: sortKeys(idOf(object)),
  }));
  keyed.sort((a, b) => a.rank - b.rank || compareTexts(a.keys, b.keys));
  return keyed.map(({ object }) => object);
}

function texts(value: ReturnType<typeof builtAt>): readonly string[] {
  return value?.kind === 'sequence'
    ? value.items.flatMap((item) => (item.kind === 'scalar' ? String(item.value) : []))
    : [];
}

/** kustomize puts these marks in the place of what is empty, so it sorts behind the rest. */
function sortKeys(id: ObjectId): readonly string[] {
  const kind = [id.group || '~G', id.version || '~V', id.kind || '~K'].join('_');
  const gvk = `${id.kind || '[noKind]'}.${id.version || '[noVer]'}.${id.group || '[noGrp]'}`;
  return [kind, [gvk, id.namespace || '~X', id.name || '~N'].join('|')];
}

/** By UTF-8 bytes, nearly; names are ASCII. */
function compareTexts(a: readonly string[], b: readonly string[]): number {
  for (const [i, text] of a.entries()) {
    const other = b[i] ?? '';
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}
