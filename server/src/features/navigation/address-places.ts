/** Finds all places that use an IP address, in any spelling: in endpoints, in fields of Services, and in annotations. */
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { canonicalText } from '../../contract/ip.ts';
import { contains, shift, type Span } from '../../text/span.ts';
import { childrenOf, nestedValue, type Scalar, type Value } from '../../tree/value.ts';
import { addressTokens } from './address-tokens.ts';
import { inOrder, type ViewPlace } from './related-places.ts';
import { objectHolding, type CursorPlace } from './object-at-cursor.ts';
import type { Files, View } from '../view.ts';
import { isAddress, writtenNodesAt } from '../written-values.ts';

/** One place of an address in an object. */
export interface AddressUse {
  readonly object: PlacedObject;
  readonly value: Scalar & { readonly value: string };
  /** As written, such as `::ffff:10.0.0.1`. */
  readonly text: string;
  /** In its document (UTF-16 units): the address in a text, or the whole value where escapes hide it. */
  readonly span: Span;
  /** True where the value is the address and nothing else. */
  readonly isWhole: boolean;
}

/** The use of an address at the offset of the file (UTF-16 units); undefined where there is none. */
export function addressAt({ view, offset }: Pick<CursorPlace, 'view' | 'offset'>): AddressUse | undefined {
  const object = objectHolding(objectsIn(view.file), offset);
  if (!object) return undefined;
  const at = { start: offset - object.start, end: offset - object.start };
  return usesIn(object, at).find(({ span }) => contains(span, at));
}

/** All places of the address, by its canonical text, in order: in all files, or in `only` one file. */
export function addressPlaces(canonical: string, files: Files, only?: string): readonly ViewPlace[] {
  const places = addressUses(canonical, files, only).filter(({ value }) => !value.isAlias);
  return inOrder(
    places.map(({ view, object: { start, resource }, span }) => ({
      view,
      span: shift(span, start),
      whole: shift(resource.span, start),
    })),
  );
}

/** All uses of the address, with copies by an alias. Reads only files whose text may contain the address. */
export function addressUses(
  canonical: string,
  files: Files,
  only?: string,
): readonly (AddressUse & { readonly view: View })[] {
  const words = wordsOf(canonical);
  const uris = only === undefined ? [...files.texts()].flatMap(([uri, text]) => (words.test(text) ? uri : [])) : [only];
  return uris.flatMap((uri) => {
    const view = files.view(uri);
    if (!view) return [];
    const uses = objectsIn(view.file).flatMap((object) => usesIn(object));
    return uses.filter(({ text }) => canonicalText(text) === canonical).map((use) => ({ ...use, view }));
  });
}

/** The addresses of the object, or only those in values that hold the offset `at` of its document. */
function usesIn(object: PlacedObject, at?: Span): readonly AddressUse[] {
  const { binding } = object;
  const nodes = at ? writtenNodesAt(binding, at.start) : binding.nodes;
  const whole = [...nodes.filter(isAddress).map(({ value }) => value), ...serviceAddresses(object)];
  const isWanted = ({ span }: Value): boolean => !at || contains(span, at);
  return [
    ...whole.filter(isWanted).flatMap((value) => wholeUse(object, value)),
    ...textsOf(object)
      .filter(isWanted)
      .flatMap((value) => partialUses(object, value)),
  ];
}

function wholeUse(object: PlacedObject, value: Value): readonly AddressUse[] {
  if (!isText(value) || canonicalText(value.value) === undefined) return [];
  return [{ object, value, text: value.value, span: value.span, isWhole: true }];
}

function partialUses(object: PlacedObject, value: Value): readonly AddressUse[] {
  if (!isText(value) || !/[.:]/.test(value.value)) return [];
  const found = addressTokens(value.value);
  const { start } = value.span;
  const written =
    value.isAlias || found.length === 0 ? [] : addressTokens(object.document.text.slice(start, value.span.end));
  const isLiteral = written.length === found.length && written.every(({ text }, i) => text === found[i]?.text);
  return found.map(({ text }, i) => {
    const span = isLiteral ? shift(written[i]?.span ?? value.span, start) : value.span;
    return { object, value, text, span, isWhole: text === value.value };
  });
}

function isText(value: Value): value is AddressUse['value'] {
  return value.kind === 'scalar' && typeof value.value === 'string';
}

/** Paths in a Service; `*` stands for each item of a list. */
const servicePaths = [
  ['spec', 'clusterIP'],
  ['spec', 'clusterIPs', '*'],
  ['spec', 'externalIPs', '*'],
  ['spec', 'loadBalancerIP'],
  ['status', 'loadBalancer', 'ingress', '*', 'ip'],
];

function serviceAddresses({ resource: { type, properties } }: PlacedObject): readonly Value[] {
  return type === 'Service' ? servicePaths.flatMap((path) => valuesAt(properties, path)) : [];
}

function valuesAt(value: Value | undefined, path: readonly string[]): readonly Value[] {
  const [step, ...rest] = path;
  if (!value || step === undefined) return value ? [value] : [];
  const next = step === '*' ? childrenOf(value) : [nestedValue(value, [step])];
  return next.flatMap((each) => valuesAt(each, rest));
}

/** Where kubectl keeps a copy of what was applied, which it overwrites. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** The texts that can contain addresses: annotations, and the ranges of clients of a Service. */
function textsOf({ resource: { type, properties } }: PlacedObject): readonly Value[] {
  const annotations = nestedValue(properties, ['metadata', 'annotations']);
  const entries = annotations?.kind === 'mapping' ? annotations.entries : [];
  const ranges = type === 'Service' ? valuesAt(properties, ['spec', 'loadBalancerSourceRanges', '*']) : [];
  return [...entries.filter(({ name }) => name !== lastApplied).map((entry) => entry.value), ...ranges];
}

/** Matches every text that contains the address, and some others. */
function wordsOf(canonical: string): RegExp {
  // An IPv4 address written as IPv6 contains this group.
  if (canonical.includes('.')) return new RegExp(`${canonical.replaceAll('.', '\\.0*')}|ffff:`, 'i');
  // The last 32 bits can be written as IPv4, and a group of zeros can be left out.
  const group = canonical
    .split('::')[0]
    ?.split(':')
    .slice(0, 6)
    .find((each) => !/^0?$/.test(each));
  return group === undefined ? /::|0:0/ : new RegExp(`${group}:`, 'i');
}
