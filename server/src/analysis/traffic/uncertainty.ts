/** Which values that are not known may change whether traffic arrives. */
import { quote } from '../../text/quote.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { step, titleOf, type ExplainedStep } from './explanation.ts';
import type { AddressFate } from './fate.ts';
import type { ServiceWorld, UnknownPart } from './model.ts';

/** kube-proxy reads none of these to choose endpoints. */
const harmless =
  /^(?:metadata\.annotations\b|status\b|spec\.ports\[\d+\]\.(?:targetPort|appProtocol)$|spec\.externalName$|ports\[\d+\]\.appProtocol$|endpoints\[\d+\]\.(?:zone|hostname|targetRef)\b|subsets\[\d+\]\.(?:ports\[\d+\]\.appProtocol$|\w+\[\d+\]\.(?:hostname|targetRef)\b))/;

/** Each once. */
export function relevantUnknown({ service, slices, endpoints }: ServiceWorld): readonly UnknownPart[] {
  const parts = [service, ...slices, ...endpoints].flatMap((object) => object.unknown).filter(isRelevant);
  return [...new Map(parts.map((part) => [keyOf(part), part])).values()];
}

function isRelevant({ entry, path }: UnknownPart): boolean {
  const text = pathText(path);
  // An annotation can keep the mirroring controller from Endpoints.
  return !harmless.test(text) || (entry.facts.kind === 'Endpoints' && text === 'metadata.annotations');
}

function keyOf({ entry, path }: UnknownPart): string {
  return `${entry.uri} ${entry.ordinal} ${pathText(path)}`;
}

/**
 * What is not certain. Empty where one of the `safe` addresses gets traffic whatever the unknown values are. `isByChance` where the
 * random order of slices decides.
 */
export function doubtsOf(
  own: ServiceWorld,
  safe: readonly AddressFate[],
  isByChance: boolean,
): readonly ExplainedStep[] {
  const unknown = relevantUnknown(own);
  const isSafe = safe.some(({ object, path }) => !unknown.some((part) => mayKeepFrom(part, object.entry, path)));
  const steps = isSafe ? [] : unknownSteps(unknown, own);
  if (!isByChance || safe.length > 0) return steps;
  const text =
    'Two slices write the same address and port with different conditions, and kube-proxy uses one of them at random.';
  return [...steps, step('endpoints', 'unknown', text, { change: 'Write the endpoint in one slice only.' })];
}

/** True if the part may keep the address at that path from traffic. Other endpoints of the object do not matter. */
function mayKeepFrom({ entry, path }: UnknownPart, object: UnknownPart['entry'], address: Path): boolean {
  if (entry !== object) return entry.facts.service !== undefined || entry.facts.kind.endsWith('Patch');
  const [list, index, inner, position] = path;
  if (index !== undefined && list === 'endpoints') return index === address[1];
  if (index === undefined || list !== 'subsets') return true;
  return index === address[1] && (inner === 'ports' || position === undefined || position === address[3]);
}

const mostNamed = 4;

export function unknownSteps(
  parts: readonly UnknownPart[],
  { service, slices, endpoints }: ServiceWorld,
): readonly ExplainedStep[] {
  const titles = new Map([...slices, ...endpoints].map((object) => [object.entry, titleOf(object)]));
  titles.set(service.entry, 'the Service');
  const named = parts.slice(0, mostNamed).map((part) => {
    const { entry, path } = part;
    return step('endpoints', 'unknown', wordsOf(part, titles.get(entry) ?? 'the object'), { at: { entry, path } });
  });
  const left = parts.length - named.length;
  return left > 0 ? [...named, step('endpoints', 'unknown', `${left} more values are not known.`)] : named;
}

function wordsOf({ entry, path, text }: UnknownPart, title: string): string {
  const { kind } = entry.facts;
  if (kind.endsWith('Patch')) return `This ${kind} may change the object, and it is not merged here.`;
  if (path.length === 0) return `A template or a program may add values to ${title}.`;
  return `${pathText(path)} of ${title} is not known${text === '' ? '' : `: it is ${quote(text)}`}.`;
}
