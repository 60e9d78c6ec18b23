/** Helpers of the rules on server-side apply: participants, writers, provider annotations, and fields in words. */
import { member, nodeAt, type Binding, type Bound } from '../analysis/binding/bind.ts';
import type { Steps } from '../analysis/apply/field-set.ts';
import type { Gathering, Participant } from '../analysis/apply/gathering.ts';
import { providerPrefixes } from '../analysis/apply/provider-annotations.ts';
import { fieldPathText } from '../analysis/apply/apply-words.ts';
import { namesakes } from '../analysis/workspace/relations.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { addressLists, kindOfType } from '../contract/contract.ts';
import { memo } from '../text/memo.ts';
import { listed } from '../text/quote.ts';

/** The participant of that patch object; undefined where it is not a patch. */
export function participantOf({ patches }: Gathering, entry: IndexedObject): Participant | undefined {
  return patches.find((each) => each.entry === entry);
}

/** True where every field manager of the object is known, and no Service lets the endpoints controller write it. */
export function isAllKnown(around: RelatedObjects): boolean {
  const { entry, at } = around;
  const kind = kindOfType(entry.facts.kind);
  if (entry.identities.some(({ namespace, name }) => hasUnknownManager(at(keys.applied(kind, namespace, name)))))
    return false;
  if (kind !== 'Endpoints') return true;
  if (namesakes(around, 'ServicePatch').length > 0) return false;
  return haveNoSelector(namesakes(around, 'Service'));
}

const hasUnknownManager = memo((appliers: readonly IndexedObject[]): boolean =>
  appliers.some(({ facts }) => facts.applied?.manager === undefined),
);

const haveNoSelector = memo((services: readonly IndexedObject[]): boolean =>
  services.every(({ facts }) => facts.service?.selector === 'none'),
);

/** The annotation with that name after one of the provider's prefixes; undefined where it is not written. */
export function annotationOf({ root }: Binding, name: string): Bound | undefined {
  const annotations = annotationsOf(root);
  return annotations && providerPrefixes.map((prefix) => member(annotations, prefix + name)).find(Boolean);
}

export function annotationsOf(root: Bound): Bound | undefined {
  return nodeAt(root, ['metadata', 'annotations']);
}

const mostFields = 4;

/** `subsets and metadata.labels.team`, each with its note; a number replaces the rest of a long list. */
export function fieldsText(fields: readonly Steps[], noteOn = (_steps: Steps): string => ''): string {
  const ordered = [...fields].sort((a, b) => Number(isWholeList(b)) - Number(isWholeList(a)));
  const rest = ordered.length - mostFields;
  const words = ordered.slice(0, rest > 1 ? mostFields : ordered.length).map((steps) => {
    const note = noteOn(steps);
    return `${fieldPathText(steps)}${note === '' ? '' : ` (${note})`}`;
  });
  return listed(rest > 1 ? [...words, `${rest} more`] : words);
}

/** True for a list of endpoints or of their ports, which a field manager owns as a whole. */
export function isWholeList(steps: Steps): boolean {
  return isAddressList(steps) || (steps.length === 1 && steps[0] === 'f:ports');
}

/** True for the list that holds the addresses: `subsets`, or `endpoints` of a slice. */
export function isAddressList(steps: Steps): boolean {
  return steps.length === 1 && Object.values(addressLists).some((name) => steps[0] === `f:${name}`);
}
