/** Reports objects that are too many to be compared with each other, so that missing findings are not taken for a proof. */
import { gatheringOf, mostAppliers } from '../analysis/apply/gathering.ts';
import { mostPatches } from '../analysis/apply/forecast.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { nearestObjects } from '../analysis/workspace/nearest.ts';
import { mostNamesakes, slicesOf } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { isPatchType, kindOfType, typeNames } from '../contract/contract.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';
import { memo } from '../text/memo.ts';
import { grouped, quote } from '../text/quote.ts';

export const uncomparedObjects = defineRule({
  code: 'uncompared-objects',
  summary: 'Objects of one name should be few enough to be compared with each other.',
  enforcedBy: 'advice',
  on: { relationsOf: [...typeNames, 'Service'] },
  check(resource, { report, binding, around }) {
    for (const problem of [...problemOfPatches(around), ...problemOfPartners(around), ...problemOfSlices(around)])
      report(objectPlace(binding, resource), problem);
  },
});

/** Once for all patches of an object: at the first of them. */
function problemOfPatches(around: RelatedObjects): readonly string[] {
  const { entry } = around;
  if (!entry.facts.applied) return [];
  const found = gatheringOf(around);
  if ('patches' in found) {
    const { length } = found.patches;
    if (length <= mostPatches || found.patches[0]?.entry !== entry) return [];
    return [
      `The ${titleOf(entry)} has ${grouped(length)} patches. Conflicts are only detected between at most ${mostPatches}. Merge some of them.`,
    ];
  }
  if (found.kind !== 'crowded' || firstPatch(found.entries) !== entry) return [];
  return [
    `${grouped(found.entries.length)} objects define or patch the ${titleOf(entry)}. Conflicts are only detected between at most ${mostAppliers}. Merge some of them.`,
  ];
}

const firstPatch = memo((entries: readonly IndexedObject[]): IndexedObject | undefined =>
  entries.find(({ facts }) => isPatchType(facts.kind)),
);

/** Once, at the Service. */
function problemOfSlices(around: RelatedObjects): readonly string[] {
  const { kind, service } = around.entry.facts;
  const { length } = service && kind === 'Service' ? slicesOf(around) : [];
  if (length <= mostNamesakes) return [];
  return [
    `${grouped(length)} EndpointSlices belong to this Service. With more than ${mostNamesakes}, their ports are not compared with those of the Service. Use fewer slices.`,
  ];
}

/** Once for all objects of a kind and name in a file: at the first of them. */
function problemOfPartners({ entry, at }: RelatedObjects): readonly string[] {
  const { kind, slice, name: own } = entry.facts;
  if (isPatchType(kind) || !own.isKnown) return [];
  const name = slice ? slice.service : own.text;
  const partner = kind === 'Service' ? 'Endpoints' : 'Service';
  return entry.identities.slice(0, 1).flatMap(({ namespace }) => {
    const mates = at(slice ? keys.slicesOf(namespace, name) : keys.named(kind, namespace, name));
    const { length } = nearestObjects(at(keys.named(partner, namespace, name)), entry.uri);
    if (length <= mostNamesakes || nearestObjects(mates, entry.uri)[0] !== entry) return [];
    const what =
      partner === 'Service' ? `${grouped(length)} Services are named` : `${grouped(length)} Endpoints are named`;
    return [
      `${what} ${quote(name)}. With more than ${mostNamesakes}, none of them is compared with this ${kindOfType(kind)}. Remove the duplicates.`,
    ];
  });
}
