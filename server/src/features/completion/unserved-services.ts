/** Finds the Services of the workspace that route to no endpoints yet, for which completion proposes whole objects. */
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import { shownPlace } from '../navigation/object-words.ts';
import type { Files } from '../view.ts';
import { numberedPorts, type PartnerPort } from './complete-ports.ts';

export interface UnservedService {
  readonly name: string;
  /** Empty where none is written. */
  readonly namespace: string;
  readonly ports: readonly PartnerPort[];
  /** `Service in shop/service.yaml`. */
  readonly detail: string;
}

const mostServices = 5;

/** The Services without a selector and without endpoints, by name, for a file with the URI; of many only the first. */
export function unservedServices(files: Files, uri: string): readonly UnservedService[] {
  const found = [...files.workspace.all()].filter(
    (each) => isManual(each) && each.facts.name.isKnown && each.facts.name.text !== '' && !hasEndpoints(each, files),
  );
  return found
    .toSorted((a, b) => (a.facts.name.text < b.facts.name.text ? -1 : 1))
    .slice(0, mostServices)
    .map((each) => ({
      name: each.facts.name.text,
      namespace: each.facts.namespace?.isKnown ? each.facts.namespace.text : '',
      ports: numberedPorts(each),
      detail: `Service in ${shownPlace(each.uri, files, uri)}`,
    }));
}

function isManual({ facts: { kind, group, service } }: IndexedObject): boolean {
  return kind === 'Service' && group === '' && service?.selector === 'none' && service.type !== 'ExternalName';
}

/** True where an Endpoints or a slice other than `own` is for the Service. */
export function hasEndpoints({ identities }: IndexedObject, { workspace }: Files, own?: IndexedObject): boolean {
  return identities.some(({ namespace, name }) =>
    [...workspace.at(keys.named('Endpoints', namespace, name)), ...workspace.at(keys.slicesOf(namespace, name))].some(
      (each) => each !== own,
    ),
  );
}
