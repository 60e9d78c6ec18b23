/** Which values that are not known may change whether traffic arrives. */
import { quote } from '../../text/quote.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { step, titleOf, type ExplainedStep } from './explanation.ts';
import type { ServiceWorld, TrafficObject, UnknownPart } from './model.ts';

/** No consumer here reads these for the choice of endpoints. */
const harmless =
  /^(?:metadata\.annotations\b|status\b|spec\.ports\[\d+\]\.(?:targetPort|appProtocol)$|spec\.externalName$|ports\[\d+\]\.appProtocol$|endpoints\[\d+\]\.(?:zone|hostname|targetRef)\b|subsets\[\d+\]\.(?:ports\[\d+\]\.appProtocol|\w+\[\d+\]\.(?:hostname|targetRef)\b))/;

export function relevantUnknown({ service, slices, endpoints }: ServiceWorld): readonly UnknownPart[] {
  const parts = [service, ...slices, ...endpoints].flatMap((object) =>
    object.unknown.filter(({ path }) => !harmless.test(pathText(path)) || isAnnotationOfEndpoints(object, path)),
  );
  const seen = new Set<string>();
  return parts.filter(({ entry, path }) => {
    const key = `${entry.uri} ${entry.ordinal} ${pathText(path)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** An annotation can keep the mirroring controller from Endpoints. */
function isAnnotationOfEndpoints(object: TrafficObject, path: Path): boolean {
  return object.entry.facts.kind === 'Endpoints' && pathText(path) === 'metadata.annotations';
}

/** True if the part may keep this address, whose path this is, from traffic. Other endpoints of an object do not matter. */
export function mayKeepFrom(
  { entry, path }: UnknownPart,
  address: { readonly entry: object; readonly path: Path },
): boolean {
  if (entry !== address.entry) return entry.facts.service !== undefined || entry.facts.kind.endsWith('Patch');
  const [list, index, inner, position] = path;
  if (list === 'endpoints') return index === address.path[1];
  if (list !== 'subsets') return true;
  return index === address.path[1] && (inner === 'ports' || position === undefined || position === address.path[3]);
}

const mostNamed = 4;

export function unknownSteps(
  parts: readonly UnknownPart[],
  objects: readonly TrafficObject[],
): readonly ExplainedStep[] {
  const named = parts.slice(0, mostNamed).map((part) => {
    const { entry, path } = part;
    return step('slices', 'unknown', wordsOf(part, objects), { at: { entry, path } });
  });
  const left = parts.length - named.length;
  return left > 0 ? [...named, step('slices', 'unknown', `${left} more values are not known.`)] : named;
}

function wordsOf({ entry, path, text }: UnknownPart, objects: readonly TrafficObject[]): string {
  const { kind } = entry.facts;
  const object = objects.find((each) => each.entry === entry);
  const title = object && kind !== 'Service' ? titleOf(object) : 'the Service';
  if (kind.endsWith('Patch')) return `The ${kind} may change the object, and it is not merged here.`;
  if (path.length === 0) return `A template or a program may add values to ${title}.`;
  return `${pathText(path)} of ${title} is not known${text === '' ? '' : `: it is ${quote(text)}`}.`;
}
