/** Writes objects as resources of Terraform: in blocks where the schema of the provider can say them, else as manifests. */
import {
  terraformPartOf,
  terraformSchemas,
  type TerraformArgument,
  type TerraformParts,
} from '../../contract/terraform.ts';
import { readTerraform } from '../../frontends/terraform/read-document.ts';
import {
  listOf,
  mapPart,
  onlyComments,
  pairOf,
  pairPart,
  stringIn,
  textPart,
  type ItemPart,
  type MapPart,
  type PairPart,
  type Part,
} from '../parts/part.ts';
import { quotedHcl } from './print-fields.ts';
import { argumentRows, blockRows, commentRows, indentedRows, linesOfRows, spacedRows, type Rows } from './print-hcl.ts';

/** The resource that an object is written as. */
export interface ResourceForm {
  /** `kubernetes_manifest`, or a type with a schema. */
  readonly type: string;
  readonly body: Rows;
}

/** The resource types that objects are written in. */
export const typedResources = {
  Endpoints: 'kubernetes_endpoints_v1',
  EndpointSlice: 'kubernetes_endpoint_slice_v1',
  Service: 'kubernetes_service_v1',
} as const;

export type ObjectKind = keyof typeof typedResources;

export const manifestBlock = 'kubernetes_manifest';

/** Undefined where the schema of the type cannot say the object as it is. */
export function typedForm(type: string, object: MapPart): ResourceForm | undefined {
  const schema = terraformSchemas.get(type);
  if (!schema || (schema.kind === 'EndpointSlice' && !canSaySlice(object))) return undefined;
  const body = bodyRows(object, schema.parts, new Set(['apiVersion', 'kind']));
  const form = body && { type, body };
  return form && schema.kind === 'Endpoints' && hasLikeBlocks(form) ? undefined : form;
}

/** The whole object with its version and kind. */
export function manifestForm(object: MapPart, apiVersion: string, kind: string): ResourceForm {
  const text = (name: string, value: string): PairPart => {
    const own = pairOf(object, name);
    return { ...(own ?? pairPart(name, name, textPart(''))), value: textPart(quotedHcl(value)) };
  };
  const rest = object.pairs.filter(({ name }) => name !== 'apiVersion' && name !== 'kind');
  const pairs = [text('apiVersion', apiVersion), text('kind', kind), ...rest];
  const value: MapPart = { ...mapPart(pairs), below: object.below, isSpread: true };
  return { type: manifestBlock, body: argumentRows('manifest', { above: [], beside: '', value }) };
}

export interface ResourceArguments {
  /** Arguments that come first, such as `count`. */
  readonly head: Rows;
  /** Arguments and blocks behind the object, such as `lifecycle`. */
  readonly tail: readonly { readonly rows: Rows; readonly isBlock: boolean }[];
}

/** The lines of the block, without indentation. */
export function resourceLines(
  { type, body }: ResourceForm,
  label: string,
  { head, tail }: ResourceArguments = { head: [], tail: [] },
): readonly string[] {
  const parts = [
    ...(head.length > 0 ? [{ rows: head, isBlock: true }] : []),
    { rows: body, isBlock: true },
    ...(tail.length > 0 ? [{ rows: spacedRows(tail), isBlock: true }] : []),
  ];
  return linesOfRows(blockRows(`resource "${type}" "${label}"`, spacedRows(parts)));
}

/** A name for a resource, made of the name of an object. */
export function resourceLabel(name: string): string {
  const label = name.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').replace(/^_+|_+$/g, '');
  return /^[\p{L}_]/u.test(label) ? label : `_${label}`;
}

/**
 * The provider never sends the protocol of a slice, and sends `false` for conditions that are left out next to others. An
 * `app_protocol` is required.
 */
function canSaySlice(object: MapPart): boolean {
  const isSaid = (item: ItemPart, names: readonly string[]): boolean =>
    item.value.kind === 'map' && names.every((name) => item.value.kind === 'map' && pairOf(item.value, name));
  const ports = listOf(object, 'ports')?.items ?? [];
  const arePortsSaid = ports.every((port) => {
    const protocol = port.value.kind === 'map' ? pairOf(port.value, 'protocol') : undefined;
    return isSaid(port, ['port', 'appProtocol']) && (!protocol || stringIn(protocol.value) === 'TCP');
  });
  const areConditionsSaid = (listOf(object, 'endpoints')?.items ?? []).every(({ value }) => {
    const conditions = value.kind === 'map' ? pairOf(value, 'conditions') : undefined;
    return (
      !conditions || isSaid({ above: [], beside: '', value: conditions.value }, ['ready', 'serving', 'terminating'])
    );
  });
  return arePortsSaid && areConditionsSaid;
}

/** True where the provider sends fewer blocks than are written. */
function hasLikeBlocks(form: ResourceForm): boolean {
  const { resources } = readTerraform('main.tf', `${resourceLines(form, 'x').join('\n')}\n`, () => []);
  return resources.some(({ terraform }) => terraform !== undefined && terraform.likeBlocks.length > 0);
}

function bodyRows(map: MapPart, parts: TerraformParts, without: ReadonlySet<string> = new Set()): Rows | undefined {
  const names = new Set(map.pairs.map(({ name }) => name));
  const isWhole = Object.values(parts).every((part) => part.isRequired !== true || names.has(part.field));
  const written = map.pairs.filter(({ name }) => !without.has(name)).map((pair) => pairRows(pair, parts));
  if (!isWhole || names.size < map.pairs.length || !written.every((each) => each !== undefined)) return undefined;
  const comments = map.pairs.filter(({ name }) => without.has(name)).flatMap(commentsBeside);
  const rows = spacedRows(written.flat());
  return [...commentRows(comments), ...rows, ...commentRows(map.below)];
}

function commentsBeside({ above, beside }: PairPart): readonly string[] {
  return onlyComments([...above, beside]);
}

type BodyPart = { readonly rows: Rows; readonly isBlock: boolean };

function pairRows(pair: PairPart, parts: TerraformParts): readonly BodyPart[] | undefined {
  const { value } = pair;
  const [name, part] = terraformPartOf(parts, pair.name) ?? [];
  if (name === undefined || !part) return undefined;
  if (part.kind === 'argument')
    return fits(value, part.type) ? [{ rows: argumentRows(name, pair), isBlock: false }] : undefined;
  const items = part.repeats === 'one' ? [{ ...pair, value }] : value.kind === 'list' ? value.items : [];
  // A list without items is not the same as none.
  if (items.length === 0) return undefined;
  const blocks = items.map((item, i): BodyPart | undefined => {
    if (item.value.kind !== 'map') return undefined;
    const body = bodyRows(item.value, part.parts);
    const comments = part.repeats !== 'one' && i === 0 ? commentsBeside(pair) : [];
    const rows = body && [
      ...commentRows([...comments, ...item.above, item.beside]),
      ...blockRows(name, body),
      ...(value.kind === 'list' && i === items.length - 1 ? commentRows(value.below) : []),
    ];
    return rows && { rows, isBlock: true };
  });
  return blocks.every((each) => each !== undefined) ? blocks : undefined;
}

/** True if the provider sends the value as it is. Expressions fit everywhere. */
function fits(part: Part, type: TerraformArgument['type']): boolean {
  if (part.kind === 'map') return type === 'map' && part.pairs.every(({ value }) => fits(value, 'text'));
  if (part.kind === 'list')
    return (type === 'list' || type === 'set') && part.items.every(({ value }) => fits(value, 'text'));
  const { origin } = part;
  if (origin?.kind !== 'scalar') return true;
  const { value } = origin;
  const isNumber = typeof value === 'bigint' || typeof value === 'number';
  if (type === 'number') return isNumber;
  // Digits in quotes are sent as a number.
  if (type === 'whole number as text') return isNumber || (typeof value === 'string' && !/^-?\d+$/.test(value));
  return type === 'boolean' ? typeof value === 'boolean' : typeof value === 'string';
}

/** An address of a block, as in `removed`. */
export function removedLines(address: string, comment: string): readonly string[] {
  const lifecycle = blockRows(
    'lifecycle',
    argumentRows('destroy', { above: [], beside: '', value: textPart('false') }),
  );
  const from = argumentRows('from', { above: [], beside: '', value: textPart(address) });
  const body = spacedRows([
    { rows: from, isBlock: false },
    { rows: lifecycle, isBlock: true },
  ]);
  return linesOfRows([...commentRows([comment]), ...indentedRows(blockRows('removed', body), 0)]);
}
