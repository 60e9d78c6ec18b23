/** What rules on server-side apply ask of an object: its part in the forecast, who else may write, and its annotations. */
import type { Binding, Bound } from '../analysis/bind.ts';
import { member } from '../analysis/bind.ts';
import type { Steps } from '../analysis/apply/field-set.ts';
import type { Gathering, Participant } from '../analysis/apply/gathering.ts';
import { fieldName } from '../analysis/apply/words.ts';
import { namesakes } from '../analysis/relations.ts';
import { keys } from '../analysis/resource-index.ts';
import type { Entry } from '../analysis/resource-index.ts';
import type { Around } from '../analysis/workspace.ts';
import { listed } from '../text/quote.ts';

/** The provider's own prefix, and the neutral one of the specification. */
export const applyPrefixes = ['pulumi.com/', 'x-provider/'] as const;

/** The patch of that object among those who meet. */
export function patchOf({ patches }: Gathering, entry: Entry): Participant | undefined {
  return patches.find((each) => each.entry === entry);
}

/**
 * True where the workspace has all who write: nobody whose field manager is not known, and no Service for which the endpoints
 * controller may write, too.
 */
export function isAllKnown(around: Around): boolean {
  const { entry, at } = around;
  const appliers = entry.identities.flatMap(({ namespace, name }) => at(keys.applied(namespace, name)));
  if (appliers.some(({ facts }) => facts.applied?.manager === undefined)) return false;
  if (namesakes(around, 'ServicePatch').length > 0) return false;
  return namesakes(around, 'Service').every(({ facts }) => facts.service?.selector === 'none');
}

/** The annotation of that name without its prefix, where it is written. */
export function annotationOf({ root }: Binding, name: string): Bound | undefined {
  const annotations = annotationsOf(root);
  return annotations && applyPrefixes.map((prefix) => member(annotations, prefix + name)).find(Boolean);
}

export function annotationsOf(root: Bound): Bound | undefined {
  const metadata = member(root, 'metadata');
  return metadata && member(metadata, 'annotations');
}

const mostFields = 4;

/** `metadata.labels.team and subsets`: the fields that matter most first, and a number in place of very many. */
export function fieldsText(fields: readonly Steps[]): string {
  const names = fields.map(fieldName).sort((a, b) => Number(b === 'subsets') - Number(a === 'subsets'));
  const rest = names.length - mostFields;
  return listed(rest > 1 ? [...names.slice(0, mostFields), `${rest} more`] : names);
}

/** What the provider reads in the program; in the cluster nobody misses it. */
export function isForProvider(steps: Steps): boolean {
  return steps[1] === 'f:annotations' && applyPrefixes.some((prefix) => steps[2]?.startsWith(`f:${prefix}`) === true);
}
