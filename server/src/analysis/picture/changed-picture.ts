/** Compares two pictures, and draws the Services that differ before and after, with what was added, removed and changed. */
import { groupBy } from '../../text/group.ts';
import { counted } from '../../text/quote.ts';
import type {
  Change,
  Picture,
  PictureAddress,
  PictureClient,
  PictureObject,
  PicturePort,
  PictureService,
  PortFlow,
} from './picture.ts';

/** Places do not count: a Service that only moves in its text is not drawn. */
export function changedPicture(before: Picture, after: Picture, view: string): Picture {
  const pairs = pairsOf(before.services, after.services);
  const changed = pairs.filter(({ old, now }) => !old || !now || !areAlike(old, now));
  const strays = changedObjects(
    { own: before.strays, others: after.strays, change: 'removed' },
    { own: after.strays, others: before.strays, change: 'added' },
  );
  const left = pairs.length - changed.length;
  const isSame = changed.length + strays.length === 0;
  return {
    ...after,
    view,
    services: changed.flatMap(({ old, now }) => [
      ...(old ? [markedService(old, now, 'before')] : []),
      ...(now ? [markedService(now, old, 'after')] : []),
    ]),
    strays,
    remarks: [
      ...after.remarks.filter((remark) => !before.remarks.includes(remark)),
      ...(isSame ? ['Nothing that is drawn has changed.'] : ['+ is added, − is removed, ~ is changed.']),
      ...(left > 0 ? [`${counted(left, 'Service')} ${left === 1 ? 'is' : 'are'} unchanged and not drawn.`] : []),
    ],
  };
}

interface ServicePair {
  readonly old: PictureService | undefined;
  readonly now: PictureService | undefined;
}

/** The same Service has the same name and build. Of several, first those of the same file. */
function pairsOf(before: readonly PictureService[], after: readonly PictureService[]): readonly ServicePair[] {
  const keyOf = ({ namespace, name, build }: PictureService): string => `${namespace}/${name} ${build ?? ''}`;
  const [old, now] = [groupBy(before, keyOf), groupBy(after, keyOf)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((key): readonly ServicePair[] => {
    const left = [...(old.get(key) ?? [])];
    const all = now.get(key) ?? [];
    const take = (isIt: (each: PictureService) => boolean): PictureService | undefined => {
      const i = left.findIndex(isIt);
      return i < 0 ? undefined : left.splice(i, 1)[0];
    };
    const same = new Map(all.map((each) => [each, take(({ file }) => file === each.file)]));
    const pairs = all.map((each) => ({ old: same.get(each) ?? take(() => true), now: each }));
    return [...pairs, ...left.map((each) => ({ old: each, now: undefined }))];
  });
}

function areAlike(one: unknown, other: unknown): boolean {
  return comparable(one) === comparable(other);
}

/** Ids have the number of a Service among namesakes, which another file may change. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => (uncompared.has(key) ? undefined : each));
}

const uncompared: ReadonlySet<string> = new Set(['file', 'range', 'id', 'port']);

type Marked = { readonly change?: Change };

/** All ids get the state as their start, because both states have the same ones. */
function markedService(
  own: PictureService,
  other: PictureService | undefined,
  state: 'before' | 'after',
): PictureService {
  const gone: Change = state === 'before' ? 'removed' : 'added';
  const idOf = (id: string): string => `${state} ${id}`;
  const flowOf = <F extends PortFlow>(flow: F): F => ({ ...flow, port: idOf(flow.port) });
  const shortId = ({ id }: { readonly id: string }, of: PictureService): string => id.slice(of.id.length);
  const marksIn = <N extends PicturePort | PictureClient>(others: readonly N[]) => {
    const known = new Map(other ? others.map((each) => [shortId(each, other), each]) : []);
    return (node: N): Marked => markOf(node, known.get(shortId(node, own)), gone);
  };
  const portMark = marksIn(other?.ports ?? []);
  const clientMark = marksIn(other?.clients ?? []);
  return {
    ...own,
    id: idOf(own.id),
    state: other ? state : gone,
    ports: own.ports.map((port) => ({ ...port, ...portMark(port), id: idOf(port.id) })),
    clients: own.clients.map((client) => ({
      ...client,
      ...clientMark(client),
      id: idOf(client.id),
      ports: client.ports.map(flowOf),
    })),
    objects: own.objects.map((object) => {
      const twin = other?.objects.find((each) => shortId(each, other) === shortId(object, own));
      const marked = markedObject(object, twin, gone);
      return {
        ...marked,
        id: idOf(object.id),
        flows: object.flows.map(flowOf),
        addresses: marked.addresses.map((address) => ({
          ...address,
          id: idOf(address.id),
          flows: address.flows.map(flowOf),
        })),
      };
    }),
  };
}

function markOf(node: unknown, other: unknown, gone: Change): Marked {
  if (other === undefined) return { change: gone };
  return areAlike(node, other) ? {} : { change: 'changed' };
}

/** An object whose addresses alone have changed is not marked. */
function markedObject(object: PictureObject, other: PictureObject | undefined, gone: Change): PictureObject {
  const { addresses, flows: _, ...about } = object;
  const { addresses: others, flows: __, ...aboutOther } = other ?? { addresses: [], flows: [] };
  const known = new Map<string, PictureAddress>();
  for (const [i, key] of addressKeys(others).entries()) known.set(key, others[i] as PictureAddress);
  const keys = addressKeys(addresses);
  return {
    ...object,
    ...markOf(about, other && aboutOther, gone),
    addresses: addresses.map((address, i) => ({ ...address, ...markOf(address, known.get(keys[i] ?? ''), gone) })),
  };
}

/** By address; the same one may be written several times. */
function addressKeys(addresses: readonly PictureAddress[]): readonly string[] {
  const counts = new Map<string, number>();
  return addresses.map(({ address }) => {
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return `${address} ${count}`;
  });
}

interface OneSide {
  readonly own: readonly PictureObject[];
  readonly others: readonly PictureObject[];
  readonly change: Change;
}

/** The objects without a Service that differ. */
function changedObjects(...sides: readonly OneSide[]): readonly PictureObject[] {
  return sides.flatMap(({ own, others, change }) => {
    const known = new Map(others.map((each) => [each.id, each]));
    const idOf = (id: string): string => `${change} ${id}`;
    return own
      .filter((each) => {
        const other = known.get(each.id);
        return !other || !areAlike(each, other);
      })
      .map((each) => ({
        ...markedObject(each, known.get(each.id), change),
        id: idOf(each.id),
        addresses: markedObject(each, known.get(each.id), change).addresses.map((address) => ({
          ...address,
          id: idOf(address.id),
        })),
      }));
  });
}
