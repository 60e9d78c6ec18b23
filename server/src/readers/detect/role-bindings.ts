/** Finds who uses a role: its bindings, and the workloads of their accounts. */
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Mapping } from '../../tree/value.ts';
import { documentObjects, siteOf, type Estate } from '../estate.ts';
import { itemsAt, textAt } from '../foreign-objects.ts';

interface Binding {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly accounts: readonly { readonly name: string; readonly namespace: string | undefined }[];
}

/** The bindings of a Role or ClusterRole in sight. */
export function roleBindings(role: Mapping, estate: Estate): readonly Binding[] {
  const name = textAt(role, 'metadata', 'name');
  return name === undefined ? [] : (bindingsByRole(estate).get(roleKey(textAt(role, 'kind'), name)) ?? []);
}

function roleKey(kind: string | undefined, name: string | undefined): string {
  return JSON.stringify([kind, name]);
}

const bindingsByRole = memo(({ texts, metadata }: Estate) => {
  const all = texts.flatMap((text) => {
    if (!text.text.includes('RoleBinding')) return [];
    return documentObjects(text).flatMap(({ kind, mapping }) => {
      if (!/^(?:Cluster)?RoleBinding$/.test(kind)) return [];
      const accounts = (itemsAt(mapping, 'subjects') ?? []).flatMap((subject) => {
        const account = textAt(subject, 'kind') === 'ServiceAccount' ? textAt(subject, 'name') : undefined;
        return account === undefined ? [] : [{ name: account, namespace: textAt(subject, 'namespace') }];
      });
      const role = roleKey(textAt(mapping, 'roleRef', 'kind'), textAt(mapping, 'roleRef', 'name'));
      return [{ role, kind, namespace: siteOf(text.uri, mapping, metadata).namespace, accounts }];
    });
  });
  return groupBy(all, ({ role }) => role);
});

/** ` (used by Deployment "prometheus")`. */
export function roleUsers(role: Mapping, estate: Estate): string {
  const accounts = roleBindings(role, estate).flatMap((each) => each.accounts);
  if (accounts.length === 0) return '';
  const names = new Set(accounts.map(({ name }) => name));
  const workloads = [...names].flatMap((name) => workloadsByAccount(estate).get(name) ?? []);
  const shown = workloads.sort((a, b) => a.order - b.order).map(({ title }) => title);
  const users = shown.length > 0 ? shown : [...names].map((name) => `ServiceAccount ${quote(name)}`);
  return ` (used by ${listed(users.slice(0, 3))})`;
}

const workloadsByAccount = memo(({ texts }: Estate) => {
  const all = texts.flatMap((text) => {
    if (!text.text.includes('serviceAccountName')) return [];
    return documentObjects(text).flatMap(({ kind, mapping }) => {
      const account =
        textAt(mapping, 'spec', 'template', 'spec', 'serviceAccountName') ??
        textAt(mapping, 'spec', 'jobTemplate', 'spec', 'template', 'spec', 'serviceAccountName') ??
        textAt(mapping, 'spec', 'serviceAccountName');
      const name = textAt(mapping, 'metadata', 'name');
      return account === undefined || name === undefined ? [] : [{ account, title: `${kind} ${quote(name)}` }];
    });
  });
  return groupBy(
    all.map((each, order) => ({ ...each, order })),
    ({ account }) => account,
  );
});
