/** Matches the ports of a subset or slice with those of the Service, and finds the Service port that a wrong name means. */
import type { PortFacts } from '../../facts/port-facts.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import { isSamePort, likelyPartner, type LikelyPartner } from '../../workspace/pairing.ts';

/** A port of a Service. */
export interface Offer {
  readonly entry: IndexedObject;
  readonly port: PortFacts;
}

/** A port that matches no port of the Service. */
export interface UnmatchedPort {
  /** In its list. */
  readonly index: number;
  readonly port: PortFacts;
  /** The Service ports that no port of the list matches. */
  readonly free: readonly Offer[];
  /** True for the only port of its list. */
  readonly isAlone: boolean;
  /** True if all other ports of its list match. */
  readonly isOnlyWrong: boolean;
  /** The Service port that was probably meant; no other port of the list means the same. */
  readonly meant: Offer | undefined;
  readonly why: Why | undefined;
}

/** `protocol` where only the protocol differs. */
type Why = 'protocol' | LikelyPartner<Offer>['why'];

const clues = ['protocol', 'near-name', 'same-number', 'left-over'] as const satisfies readonly Why[];

/** The unmatched ports of the list. A null port is opaque. */
export function unmatchedPorts(
  ports: readonly (PortFacts | null)[],
  offers: readonly Offer[],
): readonly UnmatchedPort[] {
  const free = offers.filter((offer) => !ports.some((port) => port && isSamePort(port, offer.port)));
  const isOther = (port: PortFacts | null): boolean => !port || !offers.some((offer) => isSamePort(port, offer.port));
  const wrong = ports.flatMap((port, index) => (isOther(port) ? [{ port, index }] : []));
  const meanings = new Map<number, { readonly meant: Offer; readonly why: Why }>();
  // Ports with opaque names may serve all of them.
  let left = free.length > ports.filter((port) => port === null).length ? free : [];
  for (const why of clues) {
    // The last Service port without a backend may belong to any of several wrong ports.
    if (why === 'left-over' && wrong.length > 1) break;
    for (const { port, index } of wrong) {
      const meant = port && !meanings.has(index) ? partnerOf(port, left, why) : undefined;
      if (!meant) continue;
      meanings.set(index, { meant, why });
      left = left.filter((offer) => !isSamePort(offer.port, meant.port));
    }
  }
  return wrong.flatMap(({ port, index }) => {
    const { meant, why } = meanings.get(index) ?? {};
    return port
      ? [{ index, port, free, isAlone: ports.length === 1, isOnlyWrong: wrong.length === 1, meant, why }]
      : [];
  });
}

function partnerOf(port: PortFacts, left: readonly Offer[], why: Why): Offer | undefined {
  if (why === 'protocol') return left.find((offer) => offer.port.name === port.name);
  const likely = likelyPartner(port, left);
  return likely?.why === why ? likely.partner : undefined;
}
