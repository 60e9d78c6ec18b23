/** Reads the values of a typed resource in a plan: with the names of the contract, as the provider sends them. */
import type {
  TerraformArgument,
  TerraformBlock,
  TerraformParts,
  TerraformSchema,
} from '../../../contract/terraform.ts';
import { stringOf, valueOf, type Entry, type Mapping, type Value } from '../../../tree/value.ts';
import type { Span } from '../../../text/span.ts';
import { asBoolean, asNumber, asText, mapping, opaqueAt, sequence } from '../values.ts';
import { addedEntry, isMarked, knownValue, marksBelow, unwrittenNames, type Marks } from './plan-values.ts';

/** A block in a plan. */
interface Place extends Marks {
  readonly parts: TerraformParts;
  /** What the configuration writes there; undefined where that is not known. */
  readonly written: Mapping | undefined;
  readonly isSlice: boolean;
}

/** The object that is sent, without its kind. */
export function sentObject(
  values: Mapping,
  { kind, parts }: TerraformSchema,
  marks: Marks,
  written: Mapping | undefined,
): Mapping {
  const object = readBlock(values, { ...marks, parts, written, isSlice: kind === 'EndpointSlice' });
  return kind === 'Service' ? sentService(object) : object;
}

function readBlock(block: Mapping, place: Place): Mapping {
  const entries = block.entries.flatMap(({ name, key, value }): Entry[] => {
    const part = Object.hasOwn(place.parts, name) ? place.parts[name] : undefined;
    const read = part && readPart(name, value, part, place);
    return read ? [{ ...fieldEntry(part.field, key, read), keyText: name }] : [];
  });
  const added = unwrittenNames(block, place.unknown).flatMap((name): Entry[] => {
    const part = Object.hasOwn(place.parts, name) ? place.parts[name] : undefined;
    if (!part || isFilledByServer(name, place)) return [];
    return [addedEntry(part.field, block.span, unknownPart(block.span, part))];
  });
  return mapping(block.span, [...entries, ...added]);
}

function fieldEntry(name: string, key: Span, value: Value): Entry {
  return { name, keyText: name, key, value, isMerged: false, isOpaqueKey: false, isField: true };
}

function readPart(
  name: string,
  value: Value,
  part: TerraformArgument | TerraformBlock,
  place: Place,
): Value | undefined {
  const marks = marksBelow(place, name);
  if (isMarked(marks.unknown)) return isFilledByServer(name, place) ? undefined : unknownPart(value.span, part);
  const known = knownValue(value, marks);
  if (!known || known.kind === 'opaque') return known;
  return part.kind === 'block' ? readBlocks(known, part, name, place) : readArgument(known, part, name, place, marks);
}

function unknownPart(span: Span, part: TerraformArgument | TerraformBlock): Value {
  const why = 'a value that is known after the apply';
  return part.kind === 'block' && part.repeats !== 'one' ? sequence(span, [], true) : opaqueAt(span, why);
}

/** Arguments that the API server fills in where they are absent. */
const filled: ReadonlySet<string> = new Set([
  'name',
  'cluster_ip',
  'cluster_ips',
  'external_traffic_policy',
  'internal_traffic_policy',
  'ip_families',
  'ip_family_policy',
  'health_check_node_port',
  'target_port',
  'node_port',
]);

/** True for a value that is not known because the configuration does not write it. The provider does not send it. */
function isFilledByServer(name: string, { written, isSlice }: Place): boolean {
  if (written === undefined || valueOf(written, name) !== undefined || !filled.has(name)) return false;
  return !isSlice || name === 'name';
}

function readArgument(
  value: Value,
  part: TerraformArgument,
  name: string,
  { isSlice }: Place,
  marks: Marks,
): Value | undefined {
  const { type, isRequired = false } = part;
  switch (type) {
    case 'text': {
      // Only for ports of slices, the provider tells an empty text from an absent one.
      const isSent = stringOf(value) !== '' || (isSlice && (name === 'app_protocol' || isRequired));
      return isSent ? asText(value) : undefined;
    }
    case 'number':
    case 'whole number as text': {
      const number = asNumber(value);
      const isZero = number.kind === 'scalar' && number.value === 0n;
      return stringOf(number) === '' || (isZero && !isRequired) ? undefined : number;
    }
    case 'boolean':
      return asBoolean(value);
    case 'list':
    case 'set': {
      if (value.kind !== 'sequence') return value;
      const items = value.items.flatMap((item, i) => {
        const known = knownValue(item, marksBelow(marks, i));
        return known ? [asText(known)] : [];
      });
      return items.length > 0 || isRequired ? { ...value, items } : undefined;
    }
    case 'map': {
      if (value.kind !== 'mapping') return value;
      const entries = value.entries.flatMap((entry): Entry[] => {
        const known = knownValue(entry.value, marksBelow(marks, entry.name));
        return known ? [{ ...entry, value: asText(known) }] : [];
      });
      const added = unwrittenNames(value, marks.unknown).map((each) =>
        addedEntry(each, value.span, opaqueAt(value.span, 'a value that is known after the apply')),
      );
      const all = [...entries, ...added];
      return all.length > 0 ? { ...value, entries: all } : undefined;
    }
  }
}

/** A block that may stand once is a list of one item in a plan. */
function readBlocks(value: Value, part: TerraformBlock, name: string, place: Place): Value | undefined {
  if (value.kind !== 'sequence') return value;
  const marks = marksBelow(place, name);
  const written = place.written && valueOf(place.written, name);
  const items = value.items.flatMap((item, i): Value[] => {
    const own = marksBelow(marks, i);
    const known = knownValue(item, own);
    if (known?.kind !== 'mapping') return known ? [known] : [];
    const inner = writtenBlock(written, i, value.items.length);
    return [readBlock(known, { ...own, parts: part.parts, written: inner, isSlice: place.isSlice })];
  });
  const [first] = items;
  if (part.repeats === 'one') return first;
  return first ? sequence(value.span, items) : undefined;
}

/** Undefined where a dynamic block may have made some of the blocks. */
function writtenBlock(written: Value | undefined, index: number, count: number): Mapping | undefined {
  const blocks = written?.kind === 'sequence' ? written.items : written ? [written] : [];
  const block = blocks.length === count ? blocks[index] : undefined;
  return block?.kind === 'mapping' ? block : undefined;
}

/** The provider sends `allocate_load_balancer_node_ports` for one type of Service only. */
function sentService(service: Mapping): Mapping {
  const entries = service.entries.map((entry): Entry => {
    const { name, value } = entry;
    if (name !== 'spec' || value.kind !== 'mapping') return entry;
    const type = valueOf(value, 'type');
    if (type?.kind === 'opaque' || stringOf(type) === 'LoadBalancer') return entry;
    const sent = value.entries.filter((field) => field.name !== 'allocateLoadBalancerNodePorts');
    return { ...entry, value: { ...value, entries: sent } };
  });
  return { ...service, entries };
}
