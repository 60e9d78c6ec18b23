/**
 * What rules on server-side apply ask of an object: its part in the forecast, who else may write, and its annotations; and how
 * they list fields.
 */
import type { Binding, Bound } from '../analysis/binding/bind.ts';
import { member, nodeAt } from '../analysis/binding/bind.ts';
import type { Steps } from '../analysis/apply/field-set.ts';
import type { Gathering, Participant } from '../analysis/apply/gathering.ts';
import { providerPrefixes } from '../analysis/apply/provider-annotations.ts';
import { fieldPathText } from '../analysis/apply/apply-words.ts';
import { namesakes } from '../analysis/workspace/relations.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { addressLists, kindOfType } from '../contract/contract.ts';
import { listed } from '../text/quote.ts';

/** The patch of that object among those who meet. */
export function participantOf({ patches }: Gathering, entry: IndexedObject): Participant | undefined {
  return patches.find((each) => each.entry === entry);
}

/**
 * True where the workspace has all who write: nobody whose field manager is not known, and no Service for which the endpoints
 * controller may write, too.
 */
export function isAllKnown(around: RelatedObjects): boolean {
  const { entry, at } = around;
  const appliers = entry.identities.flatMap(({ namespace, name }) =>
    at(keys.applied(kindOfType(entry.facts.kind), namespace, name)),
  );
  if (appliers.some(({ facts }) => facts.applied?.manager === undefined)) return false;
  if (kindOfType(entry.facts.kind) !== 'Endpoints') return true;
  if (namesakes(around, 'ServicePatch').length > 0) return false;
  return namesakes(around, 'Service').every(({ facts }) => facts.service?.selector === 'none');
}

/** The annotation of that name without its prefix, where it is written. */
export function annotationOf({ root }: Binding, name: string): Bound | undefined {
  const annotations = annotationsOf(root);
  return annotations && providerPrefixes.map((prefix) => member(annotations, prefix + name)).find(Boolean);
}

export function annotationsOf(root: Bound): Bound | undefined {
  return nodeAt(root, ['metadata', 'annotations']);
}

const mostFields = 4;

/** `subsets and metadata.labels.team`, each with what is said of it, and a number in place of very many. */
export function fieldsText(fields: readonly Steps[], noteOn = (_steps: Steps): string => ''): string {
  const ordered = [...fields].sort((a, b) => Number(isWholeList(b)) - Number(isWholeList(a)));
  const rest = ordered.length - mostFields;
  const words = ordered.slice(0, rest > 1 ? mostFields : ordered.length).map((steps) => {
    const note = noteOn(steps);
    return `${fieldPathText(steps)}${note === '' ? '' : ` (${note})`}`;
  });
  return listed(rest > 1 ? [...words, `${rest} more`] : words);
}

/** True for a list of endpoints or of their ports, which belongs to one as a whole. */
export function isWholeList(steps: Steps): boolean {
  return isAddressList(steps) || (steps.length === 1 && steps[0] === 'f:ports');
}

/** True for the list of the addresses: `subsets`, or `endpoints` of a slice. */
export function isAddressList(steps: Steps): boolean {
  return steps.length === 1 && Object.values(addressLists).some((name) => steps[0] === `f:${name}`);
}
