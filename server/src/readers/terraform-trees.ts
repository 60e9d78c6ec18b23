/** The Kubernetes objects in a Terraform file as trees: of resources, manifests and YAML in heredocs. */
import { allBlocks, type HclBlock, type HclBody, type HclFile } from '../frontends/hcl/hcl.ts';
import { attributeOf, encodedIn, staticValue } from '../frontends/hcl/static-value.ts';
import { treesIn, type Tree } from '../frontends/trees.ts';
import type { TextEdit } from '../text/edit.ts';
import { groupBy } from '../text/group.ts';
import { shift, type Span } from '../text/span.ts';
import type { Plain } from '../tree/tree-edit.ts';
import { isCollection, valueOf, type Entry, type Mapping, type Sequence, type Value } from '../tree/value.ts';
import { ruleBlockEdits } from './terraform-rules.ts';

/** Adds items to a list, behind `after`. The edits are in the file; undefined where that cannot be written. */
export type WriteItems = (
  sequence: Sequence,
  added: readonly Plain[],
  after: Value | undefined,
) => readonly TextEdit[] | undefined;

export interface TerraformTree extends Tree {
  /** False where edits of YAML would not fit. */
  readonly isExact: boolean;
  readonly writeItems: WriteItems | undefined;
}

/** The text that a reference such as `kubernetes_service.db.metadata[0].name` has; undefined if it is not known. */
export type ResolveReference = (expression: string) => string | undefined;

interface TerraformSource {
  readonly text: string;
  readonly hcl: HclFile;
  readonly resolve: ResolveReference;
  readonly isWanted: (part: string) => boolean;
  /** Gets each heredoc of an object that has syntax errors. */
  readonly onUnread?: (part: string) => void;
  /** True for the JSON syntax. */
  readonly isJson?: boolean;
}

export function terraformTrees({
  text,
  hcl,
  resolve,
  isWanted,
  onUnread,
  isJson = false,
}: TerraformSource): readonly TerraformTree[] {
  const known = (value: Value): Value => resolved(value, text, resolve);
  const treeOf = (root: Value, writeItems?: WriteItems): TerraformTree => ({
    root: known(root),
    text,
    syntax: 'yaml',
    place: (span) => span,
    isExact: false,
    writeItems,
  });
  const resources = [...allBlocks(hcl.body)].flatMap((block): readonly TerraformTree[] => {
    const type = block.type === 'resource' ? (block.labels[0]?.text ?? '') : '';
    if (type === 'kubernetes_manifest') {
      const manifest = attributeOf(block.body, 'manifest');
      return manifest?.kind === 'mapping' ? [treeOf(manifest)] : [];
    }
    const kind = kinds.get(type.replace(/_v\d(?:(?:alpha|beta)\d)?$/, ''));
    return kind === undefined ? [] : [treeOf(objectOf(block, kind), isJson ? undefined : ruleBlockEdits(text))];
  });
  const heredocs = hcl.heredocs.flatMap(({ start, end }) => {
    const part = text.slice(start, end);
    // Most heredocs are scripts and other texts.
    const onErrors = /^[ \t]*kind[ \t]*:/m.test(part) ? onUnread : undefined;
    return treesIn('', part, isWanted, onErrors).flatMap((tree) => {
      const place = (span: Span): Span => shift(tree.place(span), start);
      return isCollection(tree.root) ? [{ ...tree, place, isExact: true, writeItems: undefined }] : [];
    });
  });
  const encoded = encodedIn(hcl)
    .filter(isCollection)
    .map((value) => treeOf(value));
  return [...resources, ...heredocs, ...encoded];
}

/** The kinds of resources that readers are searched in, or that say how they read. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['kubernetes_endpoints', 'Endpoints'],
  ['kubernetes_service', 'Service'],
  ['kubernetes_role', 'Role'],
  ['kubernetes_cluster_role', 'ClusterRole'],
  ['kubernetes_role_binding', 'RoleBinding'],
  ['kubernetes_cluster_role_binding', 'ClusterRoleBinding'],
  ['kubernetes_deployment', 'Deployment'],
  ['kubernetes_stateful_set', 'StatefulSet'],
  ['kubernetes_daemonset', 'DaemonSet'],
  ['kubernetes_daemon_set', 'DaemonSet'],
  ['kubernetes_pod', 'Pod'],
  ['kubernetes_job', 'Job'],
  ['kubernetes_cron_job', 'CronJob'],
  ['kubernetes_validating_webhook_configuration', 'ValidatingWebhookConfiguration'],
  ['kubernetes_mutating_webhook_configuration', 'MutatingWebhookConfiguration'],
  ['kubernetes_api_service', 'APIService'],
]);

/** Blocks that are items of a list, by the name of the list. */
const lists: ReadonlyMap<string, string> = new Map([
  ['rule', 'rules'],
  ['subject', 'subjects'],
  ['port', 'ports'],
  ['subset', 'subsets'],
  ['address', 'addresses'],
  ['container', 'containers'],
  ['init_container', 'initContainers'],
  ['env', 'env'],
  ['volume', 'volumes'],
  ['volume_mount', 'volumeMounts'],
  ['webhook', 'webhooks'],
]);

function objectOf(block: HclBlock, kind: string): Mapping {
  const label = block.labels[0]?.span ?? block.key;
  const { entries, isOpen } = mappingOf(block.body, block.span);
  const named = kind.startsWith('Cluster') || kind === 'APIService' ? entries : entries.map(withNamespace);
  return mapping(block.span, [entryOf('kind', label, word(kind, label)), ...named], isOpen);
}

/** The provider uses the namespace `default` where none is written. */
function withNamespace(entry: Entry): Entry {
  const { name, value, key } = entry;
  if (name !== 'metadata' || value.kind !== 'mapping' || value.isOpen || valueOf(value, 'namespace')) return entry;
  const at = { start: key.end, end: key.end };
  return { ...entry, value: { ...value, entries: [...value.entries, entryOf('namespace', at, word('default', at))] } };
}

function mappingOf(body: HclBody, span: Span): Mapping {
  const attributes = body.attributes.map(({ name, key, expression }) =>
    entryOf(camelCase(name), key, staticValue(expression)),
  );
  const groups = groupBy(body.blocks, ({ type, labels }) => (type === 'dynamic' ? (labels[0]?.text ?? '') : type));
  const blocks = [...groups].map(([type, group]): Entry => {
    const [first] = group;
    const written = group.filter((block) => block.type !== 'dynamic');
    const isOpen = written.length < group.length;
    const items = written.map((block) => mappingOf(block.body, block.span));
    const [only] = items;
    const list = lists.get(type);
    const key = first?.key ?? span;
    const all = { start: first?.span.start ?? span.start, end: group.at(-1)?.span.end ?? span.end };
    if (list === undefined && only && items.length === 1) return entryOf(camelCase(type), key, { ...only, isOpen });
    const value = { kind: 'sequence', span: all, items, style: 'block', isOpen, isAlias: false } as const;
    return entryOf(list ?? camelCase(type), key, value);
  });
  return mapping(span, [...attributes, ...blocks], false);
}

function mapping(span: Span, entries: readonly Entry[], isOpen: boolean): Mapping {
  return { kind: 'mapping', span, entries, style: 'block', isOpen, isAlias: false };
}

function entryOf(name: string, key: Span, value: Value): Entry {
  return { name, keyText: name, key, value, isMerged: false, isOpaqueKey: false };
}

function word(value: string, span: Span): Value {
  return { kind: 'scalar', span, value, text: value, isAlias: false, isComputed: true };
}

/** `cluster_ip` is `clusterIP`. */
function camelCase(name: string): string {
  return name
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/(?<=[a-z])Ip(?=s?$)/, 'IP')
    .replace(/(?<=[a-z])Url(?=s?$)/, 'URL');
}

/** With the values of references that are known. */
function resolved(value: Value, text: string, resolve: ResolveReference): Value {
  if (value.kind === 'opaque') {
    const { span } = value;
    const written = text.slice(span.start, span.end);
    const found = written.length < 200 ? resolve(written) : undefined;
    return found === undefined ? value : word(found, span);
  }
  if (value.kind === 'sequence') return { ...value, items: value.items.map((item) => resolved(item, text, resolve)) };
  if (value.kind !== 'mapping') return value;
  return { ...value, entries: value.entries.map((each) => ({ ...each, value: resolved(each.value, text, resolve) })) };
}
