/** Finds constraints, mutators and synchronized kinds of Gatekeeper that name Endpoints and not EndpointSlices. */
import { quote } from '../../text/quote.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { Estate } from '../estate.ts';
import { mappingsAt, textAt, textsAt } from '../foreign-objects.ts';
import { inValuesFile } from '../helm-values.ts';
import type { FoundReader, ReaderFix } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';
import { addItems } from '../tree-fixes.ts';
import { addWord, apiObjects, filterReach, isShared, literalTexts, type ApiObject } from './api-objects.ts';

export function gatekeeperReaders(object: ApiObject, text: SearchedText, estate: Estate): readonly FoundReader[] {
  const { apiVersion, kind, mapping, tree } = object;
  const spec = valueOf(mapping, 'spec');
  if (spec?.kind !== 'mapping') return [];
  const title = `${kind} ${quote(textAt(mapping, 'metadata', 'name') ?? '')}`.replace(/ ""$/, '');
  const isSync = /^(?:config|syncset)\.gatekeeper\.sh\//.test(apiVersion);
  const match = valueOf(spec, 'match');
  const lists = isSync
    ? [nestedValue(spec, ['sync', 'syncOnly']), valueOf(spec, 'gvks')]
    : [nestedValue(match, ['kinds']), valueOf(spec, 'applyTo')];
  const found = lists.map(foundIn).find((each) => each !== undefined);
  if (!found) return [];
  const scope = match?.kind === 'mapping' ? match : undefined;
  const name = scope && stringOf(valueOf(scope, 'name'));
  const reach = filterReach(estate, text.uri, {
    namespaces: literalTexts(scope && valueOf(scope, 'namespaces')),
    names: name === undefined || name.includes('*') ? undefined : [name],
  });
  if (!reach) return [];
  const isPlain = !isSync && name === undefined && !text.isTemplate && !inValuesFile(text);
  const fix = isPlain && isForSlices(object, estate) ? fixOf(found, object) : undefined;
  const start = `${title} ${isSync ? 'synchronizes' : 'matches'} Endpoints but not EndpointSlices, so it ignores the slices.`;
  const way = isSync
    ? 'Add EndpointSlice of discovery.k8s.io/v1 where policies read slices.'
    : fix
      ? 'Add EndpointSlice to the kinds.'
      : 'Find out whether its template reads subsets[]. Slices have endpoints[] and ports[]; write a constraint for them.';
  return [
    {
      ...reach,
      ...(text.isTemplate && { certainty: 'likely' as const }),
      span: tree.place(found.item.span),
      kind: 'policy-match',
      change: fix ? 'rewrite' : 'person',
      message: `${start} ${way}`,
      fix,
    },
  ];
}

interface MatchedKinds {
  readonly list: Value;
  /** The item of the list. */
  readonly owner: Mapping;
  readonly groups: readonly string[] | undefined;
  /** The word. */
  readonly item: Value;
}

/** Undefined where the list names slices, or not Endpoints. */
function foundIn(list: Value | undefined): MatchedKinds | undefined {
  if (list?.kind !== 'sequence') return undefined;
  const all = list.items.flatMap((owner) => {
    if (owner.kind !== 'mapping') return [];
    const groups = textsAt(owner, 'apiGroups') ?? textsAt(owner, 'groups') ?? ownGroup(owner);
    const kinds = valueOf(owner, 'kinds');
    const items = kinds?.kind === 'sequence' ? kinds.items : [valueOf(owner, 'kind')].flatMap((each) => each ?? []);
    return [{ list, owner, groups, items }];
  });
  const covers = (wanted: string, group: string) =>
    all.flatMap(({ items, groups, ...rest }) => {
      const isGroup = !groups || groups.includes(group) || groups.includes('*');
      const item = isGroup ? items.find((each) => stringOf(each) === wanted) : undefined;
      const isWild = isGroup && groups?.some((each) => each === '*' || each === group) === true;
      return item || (isWild && items.some((each) => stringOf(each) === '*')) ? [{ ...rest, groups, item }] : [];
    });
  if (covers('EndpointSlice', 'discovery.k8s.io').length > 0) return undefined;
  const [first] = covers('Endpoints', '').flatMap(({ item, ...rest }) => (item ? [{ ...rest, item }] : []));
  return first;
}

function ownGroup(owner: Mapping): readonly string[] | undefined {
  const group = valueOf(owner, 'group');
  const text = stringOf(group);
  return text === undefined ? (group ? undefined : ['']) : [text];
}

/** Adds to the kinds of a group that is a wildcard, otherwise an item of its own. */
function fixOf({ list, owner, groups, item }: MatchedKinds, { tree, mapping }: ApiObject): ReaderFix | undefined {
  const kinds = valueOf(owner, 'kinds');
  if (list.kind !== 'sequence' || kinds?.kind !== 'sequence' || isShared(tree, mapping)) return undefined;
  const edits =
    groups?.includes('*') === true
      ? addWord(tree, kinds, 'EndpointSlice', item)
      : addItems(tree, list, [{ apiGroups: ['discovery.k8s.io'], kinds: ['EndpointSlice'] }], owner);
  return edits && { title: 'Match EndpointSlice too', edits };
}

/** True for a constraint or a mutator that reads only metadata: by its template, or by its name in Gatekeeper's library. */
function isForSlices({ apiVersion, kind }: ApiObject, estate: Estate): boolean {
  if (apiVersion.startsWith('mutations.gatekeeper.sh/')) return kind === 'AssignMetadata';
  const templates = templatesOf(kind, estate);
  if (templates.length === 0) return /^K8sRequired(?:Labels|Annotations)$/.test(kind);
  return templates.every(readsOnlyMetadata);
}

function templatesOf(kind: string, { texts }: Estate): readonly Mapping[] {
  return texts.flatMap((text) =>
    text.text.includes('ConstraintTemplate')
      ? apiObjects(text).flatMap((object) =>
          object.kind === 'ConstraintTemplate' &&
          textAt(object.mapping, 'spec', 'crd', 'spec', 'names', 'kind') === kind
            ? [object.mapping]
            : [],
        )
      : [],
  );
}

const sharedInput = /^\.(?:operation|userInfo\b|namespace\b|object\.metadata\.(?:labels|annotations|namespace)\b)/;

function readsOnlyMetadata(template: Mapping): boolean {
  const spec = valueOf(template, 'spec');
  const targets = spec?.kind === 'mapping' ? mappingsAt(spec, 'targets') : [];
  return (
    targets.length > 0 &&
    targets.every((target) => {
      const rego = stringOf(valueOf(target, 'rego'))?.replace(/^[ \t]*#.*$/gm, '');
      if (rego === undefined || valueOf(target, 'libs') || valueOf(target, 'code') || /\bdata\./.test(rego))
        return false;
      const reads = rego.split(/\binput\.review\b/).slice(1);
      return !/\binput\b(?!\.(?:review|parameters)\b)/.test(rego) && reads.every((rest) => sharedInput.test(rest));
    })
  );
}
