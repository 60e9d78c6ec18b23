/** Words for the parts of a picture, the same in all drawings. */
import { grouped, listed } from '../text/quote.ts';
import type {
  Break,
  Change,
  Flow,
  Mark,
  PictureAddress,
  PictureClient,
  PictureObject,
  PicturePort,
  PictureService,
} from '../analysis/picture/picture.ts';
import { markCounts, type AddressGroup } from './fold.ts';

/** Each state has a shape of its own, so that no drawing needs colours. */
export const markSigns: { readonly [mark in Mark]: string } = {
  ready: '●',
  'not-ready': '○',
  terminating: '◐',
  refused: '✕',
};

export const markWords: { readonly [mark in Mark]: string } = {
  ready: 'ready',
  'not-ready': 'not ready',
  terminating: 'terminating',
  refused: 'refused',
};

export const flowSigns: { readonly [flow in Flow]: string } = { used: '→', idle: '–', broken: '✕', unknown: '?' };

export const flowWords: { readonly [flow in Flow]: string } = {
  used: 'gets traffic',
  idle: 'gets no traffic now',
  broken: 'gets no traffic',
  unknown: 'not known',
};

/** `shop/orders-db`, `before: shop/orders-db`. */
export function nameLabel({ namespace, name, state }: PictureService): string {
  const start = state === undefined ? '' : `${state}: `;
  return `${start}${namespace === '' ? name : `${namespace}/${name}`}`;
}

export function serviceLabel(service: PictureService): string {
  return [nameLabel(service), service.type, ...service.addresses].filter(Boolean).join(' ');
}

/** Before the name of a part that a change of the files has touched. */
export const changeSigns: { readonly [change in Change]: string } = { added: '+', removed: '−', changed: '~' };

/** `+ `; empty for a part that is as it was. */
export function changeStart({ change }: { readonly change?: Change }): string {
  return change === undefined ? '' : `${changeSigns[change]} `;
}

/** `5432/TCP postgres`. */
export function portLabel({ number, protocol, name, ...port }: PicturePort): string {
  return `${changeStart(port)}${number ?? '?'}/${protocol}${name === '' ? '' : ` ${name}`}`;
}

/** A port that clients of one IP family do not reach is broken, though the other family gets traffic: its note says so. */
export function portState({ flow, note }: PicturePort): Flow {
  return flow === 'used' && note !== '' ? 'broken' : flow;
}

/** `Not known: ${db.ip}, ${db.port} and 2 more`; empty where all is known. */
export function unknownLabel({ unknown }: PictureService): string {
  if (unknown.length === 0) return '';
  const more = unknown.length > mostUnknown ? [`${grouped(unknown.length - mostUnknown)} more`] : [];
  return `Not known: ${listed([...unknown.slice(0, mostUnknown), ...more])}`;
}

const mostUnknown = 3;

/** The name, or else the number. */
export function shortPort({ name, number, protocol }: PicturePort): string {
  return name || `${number ?? '?'}/${protocol}`;
}

export function clientLabel({ kind, name, ...client }: Pick<PictureClient, 'kind' | 'name' | 'change'>): string {
  return changeStart(client) + (name === '' ? kind : `${kind} ${name}`);
}

export function objectLabel({ kind, name, ...object }: PictureObject): string {
  return `${changeStart(object)}${kind} ${name}`;
}

/** `10.0.0.1:5432` where all ports lead to one number. */
export function addressLabel({ address, flows, ...rest }: PictureAddress): string {
  const [number, ...others] = new Set(flows.flatMap((flow) => flow.number ?? []));
  return changeStart(rest) + hostWithPort(address, others.length > 0 ? null : (number ?? null));
}

/** Without the port where it is null. */
export function hostWithPort(address: string, number: number | null): string {
  if (number === null) return address;
  return `${address.includes(':') ? `[${address}]` : address}:${number}`;
}

/** `zone a · node w1 · hints zone b`. */
export function addressDetails({ zone, node, hints, hostname, owners, isRendered }: PictureAddress): string {
  return [
    zone && `zone ${zone}`,
    node && `node ${node}`,
    hints.length > 0 && `hints ${hints.join(', ')}`,
    hostname && `hostname ${hostname}`,
    owners.length > 0 && `of ${owners.join(', ')}`,
    isRendered && 'not known before rendering',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `unmatched-port: The slice has no port "http".`; without the code where no rule reports it. */
export function breakLabel({ message, rule }: Break): string {
  return rule === null ? message : `${rule}: ${message}`;
}

/** `zone a: 120 addresses, ● 118 ○ 2`. */
export function groupLabel({ label, addresses }: AddressGroup): string {
  const marks = markCounts(addresses);
  const states = (Object.keys(markSigns) as Mark[]).flatMap((mark) =>
    marks[mark] > 0 ? `${markSigns[mark]} ${marks[mark]}` : [],
  );
  const noun = addresses.length === 1 ? 'address' : 'addresses';
  const changes = (Object.keys(changeSigns) as Change[]).flatMap((change) => {
    const count = addresses.filter((each) => each.change === change).length;
    return count > 0 ? `, ${count} ${change}` : [];
  });
  return `${label}: ${grouped(addresses.length)} ${noun}, ${states.join(' ')}${changes.join('')}`;
}
