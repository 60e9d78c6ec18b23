/** Describes mirrored slices to a reader: manifests, rejections and losses. */
import { apiVersions } from '../../contract/contract.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { grouped, listed, quote } from '../../text/quote.ts';
import type { Plain } from '../../tree/tree-edit.ts';
import { member, textOf, type Bound } from '../binding/bind.ts';
import { recordNouns, type Loss, type LossOf } from './losses.ts';
import { mostAddresses, type MirroredSlice, type MirrorRejection } from './mirror.ts';
import type { PlaceNames } from './slice-words.ts';

export function sliceManifest(slice: MirroredSlice, namespace: string): Plain {
  const { generateName, labels, annotations, addressType, endpoints, ports } = slice;
  return {
    apiVersion: apiVersions.EndpointSlice,
    kind: 'EndpointSlice',
    metadata: {
      generateName,
      ...(namespace === '' ? {} : { namespace }),
      labels,
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    addressType,
    endpoints: endpoints.map((each): Plain => ({ ...each })),
    ports: ports.map((each): Plain => ({ ...each })),
  };
}

/** Why the API server rejects the slice; undefined where it accepts it. */
export function rejectionText({ refusal, labels }: MirroredSlice): string | undefined {
  return refusal && `The API server rejects this EndpointSlice: ${whyRefused(refusal, labels[serviceNameLabel] ?? '')}`;
}

function whyRefused(refusal: MirrorRejection, name: string): string {
  if (refusal.kind === 'long-name') return `the name ${quote(name)} is too long for a label.`;
  return refusal.name === ''
    ? 'several of its ports have no name. Give each port its own name.'
    : `several of its ports are named ${quote(refusal.name)}. Give each port its own name.`;
}

interface LossLine {
  readonly at: Bound;
  readonly message: string;
}

/** One sentence for each loss, but one for all addresses beyond the limit. */
export function lossLines(losses: readonly Loss[], place: PlaceNames['part']): readonly LossLine[] {
  const beyond = losses.filter((loss) => loss.kind === 'beyond');
  const lines = losses.flatMap((loss): LossLine[] =>
    loss.kind === 'beyond' ? [] : [{ at: placeIn(loss.at), message: lossText(loss, place) }],
  );
  const [first] = beyond;
  return first ? [...lines, { at: placeIn(first.at), message: beyondText(beyond) }] : lines;
}

/** The text of an address; any other node itself. */
function placeIn(node: Bound): Bound {
  return member(node, 'ip') ?? node;
}

function lossText(loss: Exclude<Loss, LossOf<'beyond'>>, place: PlaceNames['part']): string {
  const ip = textOf(member(loss.at, 'ip')) ?? '';
  switch (loss.kind) {
    case 'record':
      return `The ${listed(loss.fields.map((name) => recordNouns[name]))} of this entry ${loss.fields.length > 1 ? 'are' : 'is'} dropped: the mirroring controller uses the first entry of ${ip} (${place(placeIn(loss.by))}).`;
    case 'not-ready':
      return `${ip} is ready here, but not ready for the same port elsewhere (${place(placeIn(loss.by))}); it is mirrored as not ready.`;
    case 'absorbed':
      return `This subset without ports is dropped: its addresses have a port elsewhere (${place(placeIn(loss.by))}).`;
    case 'same-endpoint':
      return `${ip} occurs twice with the same host name and target (${place(placeIn(loss.by))}); only the other entry is mirrored.`;
    case 'not-an-ip':
      return `${quote(ip)} is not an IP address, so it is not mirrored.`;
  }
}

function beyondText(beyond: readonly LossOf<'beyond'>[]): string {
  const limit = grouped(mostAddresses);
  const what = beyond.length === 1 ? 'This address is' : `This and ${grouped(beyond.length - 1)} more addresses are`;
  const chance = beyond.some(({ isChance }) => isChance)
    ? ` Which ${beyond.length === 1 ? 'address is' : 'addresses are'} left out is unpredictable.`
    : '';
  return `${what} not mirrored: the limit is ${limit} addresses for one set of ports.${chance}`;
}
