/** Which values that are not known may change whether traffic arrives. */
import { grouped, quote } from '../../../text/quote.ts';
import { pathText, type Path } from '../../../tree/path.ts';
import { someOf, step, trafficTitle, type ExplainedStep, type WhyContext, type WhyQuestion } from './explanation.ts';
import type { AddressFate } from '../fate.ts';
import { firstSliceWords } from '../reason-words.ts';
import type { FieldOf } from '../reason-place.ts';
import type { ServiceWorld, UnknownPart } from '../model.ts';
import type { ViewpointCount } from './named-viewpoints.ts';
import type { PortView } from './port-views.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';

/** kube-proxy reads none of these to choose endpoints. */
const harmless =
  /^(?:metadata\.annotations\b|status\b|spec\.ports\[\d+\]\.(?:targetPort|appProtocol)$|spec\.externalName$|ports\[\d+\]\.appProtocol$|endpoints\[\d+\]\.(?:zone|hostname|targetRef)\b|subsets\[\d+\]\.(?:ports\[\d+\]\.appProtocol$|\w+\[\d+\]\.(?:hostname|targetRef)\b))/;

/** Each once: those of all objects, or those that matter for one port. */
export function relevantUnknown({ own, question }: WhyContext, views?: readonly PortView[]): readonly UnknownPart[] {
  const { service, slices, endpoints } = own;
  const all = [service, ...slices, ...endpoints].flatMap(({ unknown }) => unknown);
  // Other programs read other fields, and Pods have words of their own.
  const parts = question.consumer
    ? all.filter(({ pod }) => pod === undefined)
    : (views?.[0]?.proxied.unknown ?? all).filter(isRelevant);
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
  /** Of the port, from all viewpoints. */
  readonly views: readonly PortView[];
  /** The Pods that decide for a consumer. */
  readonly pods: readonly UnknownPart[];
  /** The random order of slices decides. */
  readonly isByChance: boolean;
  /** Nodes that matter were left out. */
  readonly cut: ViewpointCount | undefined;
}

/** What is not certain. Empty where one of the `safe` addresses gets traffic whatever the unknown values are. */
export function doubtsOf(
  context: WhyContext,
  safe: readonly AddressFate[],
  { views, pods, isByChance, cut }: Risks,
): readonly ExplainedStep[] {
  const unknown = relevantUnknown(context, views);
  const mayBeKept = keepers([...unknown, ...pods]);
  const isSafe = safe.some(({ object, path }) => !mayBeKept({ entry: object.entry, path }));
  const unsafe = isSafe ? [] : [...unknownSteps(unknown, context.own), ...podSteps(pods, 'unknown')];
  const steps = [...unsafe, ...(cut ? [cutStep(cut, 'unknown')] : [])];
  if (!isByChance || safe.length > 0) return steps;
  const text =
    'Two slices write the same address and port with different conditions, and kube-proxy uses one of them at random.';
  return [...steps, step('endpoints', 'unknown', text, { change: inOneSlice })];
}

/** Says that the port of an address is random: traffic arrives at one of them. */
export function chanceNotes(views: readonly PortView[], { consumer }: WhyQuestion): readonly ExplainedStep[] {
  if (!consumer || !views.some(({ proxied }) => proxied.isByChance)) return [];
  return [step('endpoints', 'note', firstSliceWords(consumer.title), { change: inOneSlice })];
}

/** Names the Pods that decide on endpoints; empty without any. */
export function podSteps(pods: readonly UnknownPart[], verdict: 'unknown' | 'note'): readonly ExplainedStep[] {
  const [first] = pods;
  if (!first) return [];
  const names = someOf([...new Set(pods.map(({ pod = '' }) => quote(pod)))]);
  const what = pods.length > 1 ? 'Pods, which decide on their endpoints' : 'a Pod, which decides on its endpoint';
  return [step('endpoints', verdict, `targetRef names ${what}: ${names}. ${noPods}`, { at: first })];
}

/** Why an answer is not certain; empty without doubts. */
export function doubtWords(doubts: readonly ExplainedStep[]): string {
  if (doubts.length === 0) return '';
  if (doubts.every(({ change }) => change === askForOne)) return 'there are too many nodes';
  if (doubts.every(({ text }) => text.endsWith(noPods))) return 'it depends on Pods, which are not simulated';
  return doubts.every(({ change }) => change === inOneSlice)
    ? 'two slices contradict each other'
    : 'not all values are known';
}

/** Says how many nodes and zones an answer leaves out. */
export function cutStep({ considered, total }: ViewpointCount, verdict: 'unknown' | 'note'): ExplainedStep {
  const text = `The objects name ${grouped(total)} nodes and zones, and only the first ${grouped(considered)} are considered.`;
  return step('endpoints', verdict, text, { change: askForOne });
}

const askForOne = 'Ask for one node, with --from node=NAME.';
const noPods = 'Pods are not simulated.';

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
    return step('endpoints', 'unknown', wordsOf(part, titles.get(entry) ?? kindAndName(entry)), {
      at: { entry, path },
    });
  });
  const left = parts.length - named.length;
  return left > 0
    ? [
        ...named,
        step('endpoints', 'unknown', left === 1 ? '1 more value is not known.' : `${left} more values are not known.`),
      ]
    : named;
}

function wordsOf({ entry, path, text }: UnknownPart, title: string): string {
  const { kind } = entry.facts;
  if (kind.endsWith('Patch')) return `This ${kind} may change the object, and it is not merged here.`;
  if (path.length === 0) return `A template or an expression may add values to ${title}.`;
  return `${pathText(path)} of ${title} is not known${text === '' ? '' : `: it is ${quote(text)}`}.`;
}

/** Of an object that may belong to the Service. */
function kindAndName({ facts: { kind, name } }: IndexedObject): string {
  return `the ${kind} ${quote(name.text)}`;
}
