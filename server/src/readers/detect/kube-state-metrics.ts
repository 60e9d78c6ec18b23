/** Finds settings of kube-state-metrics that name Endpoints and not EndpointSlices: resources, collectors and allow-lists. */
import type { TextEdit } from '../../text/edit.ts';
import { stringOf, valueOf, type Entry, type Value } from '../../tree/value.ts';
import { hintsAround, isOn } from '../chart-hints.ts';
import { everything, type Estate } from '../estate.ts';
import { flagsIn, type WrittenFlag } from '../placed-strings.ts';
import { imageText, isAtLeast, programOfImage } from '../platform.ts';
import type { FoundReader } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { addItems } from '../tree-fixes.ts';

const listNames = /^(?:collectors|metric-?(?:labels|annotations)-?allow-?list)$/i;

export function stateMetricsReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/endpoints/.test(text.text)) return [];
  const flags = flagsIn(text, 'resources|collectors|metric-(?:labels|annotations)-allowlist');
  return [
    ...flags.flatMap((flag) => flagReader(flag, text, estate)),
    ...text.trees.flatMap((tree) =>
      entriesIn(tree.root).flatMap((placed) =>
        listNames.test(placed.entry.name) ? listReader(placed, tree, text, estate) : [],
      ),
    ),
  ];
}

/** The resources that kube-state-metrics knows by default. */
const known: ReadonlySet<string> = new Set(
  'certificatesigningrequests configmaps cronjobs daemonsets deployments endpoints horizontalpodautoscalers ingressclasses ingresses jobs leases limitranges mutatingwebhookconfigurations namespaces networkpolicies nodes persistentvolumeclaims persistentvolumes poddisruptionbudgets pods replicasets replicationcontrollers resourcequotas secrets serviceaccounts services statefulsets storageclasses validatingwebhookconfigurations verticalpodautoscalers volumeattachments clusterroles clusterrolebindings roles rolebindings'.split(
    ' ',
  ),
);

const isName = /kube-?_?state-?_?metrics|\bksm\b/;

interface Lack {
  /** The name of the flag or the field. */
  readonly name: string;
  readonly span: FoundReader['span'];
  /** What must be added. */
  readonly added: string;
  /** Undefined where a person must do it. */
  readonly edits: readonly TextEdit[] | undefined;
}

function flagReader(
  { name, value, span, piece }: WrittenFlag,
  text: SearchedText,
  estate: Estate,
): readonly FoundReader[] {
  const isAllowList = name.includes('allowlist');
  const { at } = piece;
  const isCertain = isAllowList || (at ? isName.test(hintsAround(text, at)) : false) || isName.test(piece.raw);
  if (!isCertain) return [];
  const [word, labels] = isAllowList
    ? (/(?<=^|,)endpoints=(\[[^\]]*\])/.exec(value) ?? [])
    : [/(?<=^|,)endpoints(?=,|$)/.exec(value)?.[0], undefined];
  if (word === undefined || /(?<=^|,)endpointslices(?==|,|$)/.test(value)) return [];
  // Several flags of a program are one list.
  if (
    !isAllowList &&
    at?.list?.items.some((item) =>
      /^--?(?:resources|collectors)=(?:\S*,)?endpointslices(?:,|$)/.test(stringOf(item) ?? ''),
    )
  )
    return [];
  const start = span.start + value.search(/(?<=^|,)endpoints(?==\[|,|$)/);
  const end = start + word.length;
  const isExact = at?.tree.isExact === true && text.text.slice(start, end) === word;
  const added = labels === undefined ? 'endpointslices' : `endpointslices=${labels}`;
  const isOld = name === 'collectors' || isBefore(at?.around, estate);
  const edits = isExact && !text.isTemplate && !isOld ? [{ span: { start: end, end }, text: `,${added}` }] : undefined;
  return [readerFor({ name: `--${name}`, span: isExact ? { start, end } : span, added, edits }, isOld, text, estate)];
}

/** A list of collectors in values of the chart, or one that allows labels. */
function listReader(
  placed: PlacedEntry,
  tree: SearchedTree,
  text: SearchedText,
  estate: Estate,
): readonly FoundReader[] {
  const { entry, path, around } = placed;
  const { value } = entry;
  const hints = hintsAround(text, { tree, path: [...path, entry.name], around });
  // The agent of Datadog has collectors of the same names, but not for slices.
  if (/kubernetes_state_core|datadog/.test([...path, text.name].join(' '))) return [];
  const isCollectors = entry.name === 'collectors';
  if (value.kind === 'mapping')
    return isCollectors && isName.test(hints) ? switchReader(entry, tree, text, estate) : [];
  if (value.kind !== 'sequence' || value.isAlias) return [];
  const words = value.items.map((item) => stringOf(item) ?? '');
  const index = words.findIndex((word) => (isCollectors ? word === 'endpoints' : word.startsWith('endpoints=[')));
  const item = value.items[index];
  const isSliced = words.some((word) => /^endpointslices(?:$|=)/.test(word));
  if (!item || isSliced) return [];
  const isKnown = words.every((word) => word === '' || known.has(word)) && (words.length > 2 || isName.test(hints));
  if (isCollectors && !isKnown) return [];
  const added = isCollectors ? 'endpointslices' : `endpointslices${(words[index] ?? '').slice('endpoints'.length)}`;
  const isOld = isBefore(around, estate);
  const edits = text.isTemplate || isOld ? undefined : addItems(tree, value, [added], item);
  return [readerFor({ name: entry.name, span: tree.place(item.span), added, edits }, isOld, text, estate)];
}

/** Old charts switch each collector. */
function switchReader(
  { value }: Entry,
  tree: SearchedTree,
  text: SearchedText,
  estate: Estate,
): readonly FoundReader[] {
  if (value.kind !== 'mapping' || !isOn(valueOf(value, 'endpoints')) || valueOf(value, 'endpointslices')) return [];
  const found = value.entries.find(({ name }) => name === 'endpoints');
  if (!found) return [];
  const lack = { name: 'collectors', span: tree.place(found.key), added: 'endpointslices', edits: undefined };
  return [readerFor(lack, true, text, estate)];
}

/** True where the version in sight has no metrics of slices: those are since 2.8. */
function isBefore(around: readonly Value[] | undefined, { versions }: Estate): boolean {
  const images = (around ?? []).flatMap((each) => {
    const image = each.kind === 'mapping' ? valueOf(each, 'image') : undefined;
    return image ? (programOfImage(imageText(image)) ?? []) : [];
  });
  const own = images.find(({ program }) => program === 'kubeStateMetrics');
  const isSince = own ? isAtLeast(own.version, [2, 8]) : versions.isSince('kubeStateMetrics', [2, 8]);
  return isSince === false;
}

function readerFor(
  { name, span, added, edits }: Lack,
  isOld: boolean,
  text: SearchedText,
  estate: Estate,
): FoundReader {
  const way = isOld
    ? 'Update kube-state-metrics to 2.8 or later, then add endpointslices and allow them in its RBAC rules.'
    : `Add ${added} and allow endpointslices in its RBAC rules.`;
  return {
    ...everything(estate, text.uri),
    span,
    kind: 'ksm-resource',
    change: edits ? 'rewrite' : 'person',
    message: `kube-state-metrics makes metrics of endpoints but not of endpointslices (${name}), so slices that replace Endpoints have none. ${way}`,
    fix: edits ? { title: 'Add endpointslices', edits } : undefined,
  };
}
