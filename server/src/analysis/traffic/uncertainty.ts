/** Which values that are not known may change whether traffic arrives. */
import { quote } from '../../text/quote.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { step, trafficTitle, type ExplainedStep, type WhyContext } from './explanation.ts';
import type { AddressFate } from './fate.ts';
import type { FieldOf } from './reason-place.ts';
import type { ServiceWorld, UnknownPart } from './model.ts';

/** kube-proxy reads none of these to choose endpoints. */
const harmless =
  /^(?:metadata\.annotations\b|status\b|spec\.ports\[\d+\]\.(?:targetPort|appProtocol)$|spec\.externalName$|ports\[\d+\]\.appProtocol$|endpoints\[\d+\]\.(?:zone|hostname|targetRef)\b|subsets\[\d+\]\.(?:ports\[\d+\]\.appProtocol$|\w+\[\d+\]\.(?:hostname|targetRef)\b))/;

/** Each once. */
export function relevantUnknown({ own, question }: WhyContext): readonly UnknownPart[] {
  const { service, slices, endpoints } = own;
  const all = [service, ...slices, ...endpoints].flatMap(({ unknown }) => unknown);
  // Other programs read other fields.
  const parts = question.consumer ? all : all.filter(isRelevant);
  return [...new Map(parts.map((part) => [keyOf(part), part])).values()];
}

function isRelevant({ entry, path }: UnknownPart): boolean {
  const text = pathText(path);
  // An annotation can keep the mirroring controller from Endpoints.
  return !harmless.test(text) || (entry.facts.kind === 'Endpoints' && text === 'metadata.annotations');
}

function keyOf({ entry, path }: FieldOf): string {
  return `${entry.uri} ${entry.ordinal} ${pathText(path)}`;
}

interface Risks {
  /** The random order of slices decides. */
  readonly isByChance: boolean;
  /** Nodes that matter were left out. */
  readonly isCut: boolean;
}

/** What is not certain. Empty where one of the `safe` addresses gets traffic whatever the unknown values are. */
export function doubtsOf(
  context: WhyContext,
  safe: readonly AddressFate[],
  { isByChance, isCut }: Risks,
): readonly ExplainedStep[] {
  const unknown = relevantUnknown(context);
  const mayBeKept = keepers(unknown);
  const isSafe = safe.some(({ object, path }) => !mayBeKept({ entry: object.entry, path }));
  const steps = [...(isSafe ? [] : unknownSteps(unknown, context.own)), ...(isCut ? [leftNodes] : [])];
  if (!isByChance || safe.length > 0) return steps;
  const text =
    'Two slices write the same address and port with different conditions, and kube-proxy uses one of them at random.';
  return [...steps, step('endpoints', 'unknown', text, { change: inOneSlice })];
}

/** Why an answer is not certain; empty without doubts. */
export function doubtWords(doubts: readonly ExplainedStep[]): string {
  if (doubts.length === 0) return '';
  if (doubts.every((each) => each === leftNodes)) return 'there are too many nodes';
  return doubts.every(({ change }) => change === inOneSlice)
    ? 'two slices contradict each other'
    : 'not all values are known';
}

const leftNodes = step(
  'endpoints',
  'unknown',
  'The objects name many nodes and zones, and only the first ones are considered.',
  { change: 'Ask for one node.' },
);

const inOneSlice = 'Write the endpoint in one slice only.';

/** True for a field that is not known, is a part of one that is not known, or has such a part. */
export function unknownFields(parts: readonly UnknownPart[]): (field: FieldOf) => boolean {
  const own = new Set(parts.filter(({ path }) => path.length > 0).map(keyOf));
  const around = new Set(
    parts.flatMap(({ entry, path }) => path.slice(1).map((_, i) => keyOf({ entry, path: path.slice(0, i + 1) }))),
  );
  return ({ entry, path }) =>
    around.has(keyOf({ entry, path })) || path.some((_, i) => own.has(keyOf({ entry, path: path.slice(0, i + 1) })));
}

/** Tells whether a part may keep the address from traffic. Other endpoints of its object do not matter. */
function keepers(parts: readonly UnknownPart[]): (address: FieldOf) => boolean {
  const isEverywhere = parts.some(
    ({ entry: { facts } }) => facts.service !== undefined || facts.kind.endsWith('Patch'),
  );
  const keys = new Set(parts.map(({ entry, path }) => keyOf({ entry, path: scopeOf(path) })));
  return ({ entry, path }) =>
    isEverywhere || [0, 2, 4].some((length) => keys.has(keyOf({ entry, path: path.slice(0, length) })));
}

/** The endpoint, the subset or the address that the value concerns; empty for the whole object. */
function scopeOf(path: Path): Path {
  const [list, index, inner, position] = path;
  if (index === undefined || (list !== 'endpoints' && list !== 'subsets')) return [];
  return path.slice(0, list === 'endpoints' || inner === 'ports' || position === undefined ? 2 : 4);
}

const mostNamed = 4;

export function unknownSteps(
  parts: readonly UnknownPart[],
  { service, slices, endpoints }: ServiceWorld,
): readonly ExplainedStep[] {
  const titles = new Map([...slices, ...endpoints].map((object) => [object.entry, trafficTitle(object)]));
  titles.set(service.entry, 'the Service');
  const named = parts.slice(0, mostNamed).map((part) => {
    const { entry, path } = part;
    return step('endpoints', 'unknown', wordsOf(part, titles.get(entry) ?? titleOf(entry)), { at: { entry, path } });
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
