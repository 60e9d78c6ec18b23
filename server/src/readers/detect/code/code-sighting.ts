/** A use of Endpoints in a program, and the finding that is made of it: what it reaches, and why it breaks. */
import { listed } from '../../../text/quote.ts';
import { everything, generated, inNamespaces, namedReach, type Estate } from '../../estate.ts';
import type { ReaderKind } from '../../catalogue.ts';
import { objectsNamed } from '../../object-index.ts';
import type { FoundReader, Reach } from '../../reader.ts';
import { anyTarget, type NamedTarget } from './code-arguments.ts';

export interface CodeSighting {
  /** The index of the deciding token. */
  readonly at: number;
  readonly kind: ReaderKind;
  /** The words of the program that use Endpoints, for the message. */
  readonly shown: string;
  readonly access: 'read' | 'watch' | 'write' | 'object' | 'lock';
  readonly target: NamedTarget;
}

/** Makes sightings of a kind. */
export function sightings(kind: ReaderKind) {
  return (
    at: number,
    shown: string,
    access: CodeSighting['access'],
    target: NamedTarget = anyTarget,
  ): CodeSighting => ({ at, kind, shown, access, target });
}

export function reachOfTarget(estate: Estate, uri: string, { name, namespace }: NamedTarget): Reach {
  const known = namespace === '' ? undefined : namespace;
  if (name !== undefined && name !== '') return namedReach(estate, uri, { name, namespace: known });
  return known === undefined ? everything(estate, uri) : inNamespaces(estate, uri, [known]);
}

/** The object that a program declares is hand-written, whether other texts have it or not. */
function reachOfObject(estate: Estate, uri: string, { name, namespace }: NamedTarget): Reach {
  if (name === undefined) return everything(estate, uri);
  const found = objectsNamed(estate, name).filter(
    (each) => namespace === undefined || each.namespace === '' || each.namespace === namespace,
  );
  const shown = namespace === undefined ? (found[0]?.namespace ?? '') : namespace;
  return { for: [shown === '' ? name : `${shown}/${name}`], objects: found, when: 'replaced', certainty: 'certain' };
}

export function readerOfSighting(
  { kind, shown, access, target }: CodeSighting,
  span: FoundReader['span'],
  estate: Estate,
  uri: string,
): FoundReader {
  const reach =
    access === 'lock'
      ? generated()
      : access === 'object'
        ? reachOfObject(estate, uri, target)
        : reachOfTarget(estate, uri, target);
  return { ...reach, span, kind, change: 'person', message: messageFor(shown, access, reach) };
}

const readSlices =
  'List the EndpointSlices of the Service by the label kubernetes.io/service-name, merge all of them, count each address once, and treat a missing ready as true.';

function messageFor(shown: string, access: CodeSighting['access'], reach: Reach): string {
  const named = reach.for.filter((name) => name !== '*' && name !== 'generated');
  const what = named.length === 0 ? 'Endpoints' : `the Endpoints ${listed(named.slice(0, 3))}`;
  const event =
    reach.when === 'replaced' ? 'once slices replace them' : 'once the cluster stops the Endpoints controller';
  if (access === 'lock')
    return `${shown} keeps the leader election lock in Endpoints. client-go 0.24 removed "endpoints" and 0.28 "endpointsleases", so an update fails. Run endpointsleases with client-go 0.17 to 0.27 first, then leases.`;
  if (access === 'object')
    return `${shown} declares ${what} in this program. Nothing routes to their addresses once the cluster stops the mirroring controller. Declare an EndpointSlice with the label kubernetes.io/service-name.`;
  if (access === 'write')
    return `${shown} writes ${what}. Nothing routes to their addresses once the cluster stops the mirroring controller. Write EndpointSlices with the label kubernetes.io/service-name.`;
  if (access === 'watch') return `${shown} watches ${what}, so it gets no events ${event}. ${readSlices}`;
  return `${shown} reads ${what}, so it finds nothing ${event}. ${readSlices}`;
}
