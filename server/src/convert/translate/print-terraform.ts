/** Writes objects as resources of Terraform, which refer to the Services of the same text. */
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { argumentRows, commentRows, hclLiteral, linesOfRows } from '../../edits/hcl/print-hcl.ts';
import {
  manifestForm,
  resourceLabel,
  resourceLines,
  typedForm,
  typedResources,
  type ObjectKind,
  type ResourceForm,
} from '../../edits/hcl/print-resource.ts';
import { listPart, mapPart, pairPart, textPart, type MapPart, type Part } from '../../edits/parts/part.ts';
import type { Path } from '../../tree/path.ts';
import { apiVersionOf } from './found-objects.ts';
import { carriedText, type CarriedItem, type CarriedObject, type CarriedValue } from './carried.ts';
import { freeName, ownName } from './names.ts';

/** Each object as a resource. Empty without objects. */
export function terraformOf(objects: readonly CarriedObject[]): string {
  const addresses = addressesOf(objects);
  const services = new Map(
    objects.flatMap((object) => {
      const address = addresses.get(object);
      return object.type === 'Service' && address ? [[placeOf(object), address] as const] : [];
    }),
  );
  return objects.map((object) => `${blockLines(object, addresses, services).join('\n')}\n`).join('\n');
}

interface Address {
  readonly form: ResourceForm['type'];
  readonly label: string;
  readonly isTyped: boolean;
}

type Addresses = ReadonlyMap<CarriedObject, Address>;

function blockLines(
  object: CarriedObject,
  addresses: Addresses,
  services: ReadonlyMap<string, Address>,
): readonly string[] {
  const { type, comments, properties, dependsOn } = object;
  const own = addresses.get(object);
  const service = object.type === 'Service' ? undefined : serviceOf(object, services);
  const reference = service && nameReference(service);
  const place = type === 'EndpointSlice' ? ['metadata', 'labels', serviceNameLabel] : ['metadata', 'name'];
  const part = mapOf(properties, [], (path) => (isSame(path, place) ? reference : undefined));
  const form = own?.isTyped === true ? typedForm(own.form, part) : undefined;
  const references = dependsOn.flatMap((each) => {
    const address = addresses.get(each);
    return address && address !== service ? [`${address.form}.${address.label}`] : [];
  });
  const items = references.map((each) => ({ above: [], beside: '', value: textPart(each) }));
  const value = listPart(items);
  const tail =
    items.length === 0 ? [] : [{ rows: argumentRows('depends_on', { above: [], beside: '', value }), isBlock: false }];
  const written = form ?? manifestForm(part, apiVersionOf(type), type);
  return [
    ...linesOfRows(commentRows(comments.map((comment) => `# ${comment}`))),
    ...resourceLines(written, own?.label ?? '', { head: [], tail }),
  ];
}

/** The type and the name of each resource. The names are those of the objects, as words. */
function addressesOf(objects: readonly CarriedObject[]): Addresses {
  const taken = new Map<string, Set<string>>();
  const addresses = new Map<CarriedObject, Address>();
  for (const object of objects) {
    const part = mapOf(object.properties, []);
    const typed = isKind(object.type) ? typedForm(typedResources[object.type], part) : undefined;
    const form = typed?.type ?? manifestForm(part, '', '').type;
    const names = taken.get(form) ?? new Set<string>();
    taken.set(form, names);
    const name = ownName(object);
    const namespace = carriedText(object.properties, 'metadata', 'namespace');
    // Objects of all kinds may be manifests.
    const kind = object.type === 'Service' ? 'service' : object.type === 'Endpoints' ? 'endpoints' : 'slice';
    const proposals = [name, ...(typed ? [] : [`${name}_${kind}`]), `${namespace ?? ''}_${name}`].map(resourceLabel);
    const label = proposals.find((each) => !names.has(each)) ?? freeName(resourceLabel(name), names, '_');
    names.add(label);
    addresses.set(object, { form, label, isTyped: typed !== undefined });
  }
  return addresses;
}

function isKind(type: string): type is ObjectKind {
  return Object.hasOwn(typedResources, type);
}

function nameReference({ form, label, isTyped }: Address): string {
  return isTyped ? `${form}.${label}.metadata[0].name` : `${form}.${label}.manifest.metadata.name`;
}

function serviceOf(object: CarriedObject, services: ReadonlyMap<string, Address>): Address | undefined {
  const path = object.type === 'EndpointSlice' ? ['metadata', 'labels', serviceNameLabel] : ['metadata', 'name'];
  const name = carriedText(object.properties, ...path);
  return name === undefined ? undefined : services.get(placeOf(object, name));
}

function placeOf({ properties }: CarriedObject, name = carriedText(properties, 'metadata', 'name')): string {
  return JSON.stringify([carriedText(properties, 'metadata', 'namespace'), name]);
}

function isSame(path: Path, other: Path): boolean {
  return path.length === other.length && path.every((step, i) => step === other[i]);
}

type ExpressionAt = (path: Path) => string | undefined;

function mapOf(value: CarriedValue, path: Path, expressionAt?: ExpressionAt): MapPart {
  const entries = value.kind === 'map' ? value.entries : [];
  const pairs = entries.map((entry) => ({
    ...pairPart(entry.name, entry.name, partOf(entry, [...path, entry.name], expressionAt)),
    above: commentsOf(entry),
  }));
  return { ...mapPart(pairs), isSpread: pairs.length > 1 };
}

function partOf({ value }: CarriedItem, path: Path, expressionAt?: ExpressionAt): Part {
  if (value.kind === 'map') return mapOf(value, path, expressionAt);
  if (value.kind === 'list')
    return listPart(
      value.items.map((item, i) => ({
        above: commentsOf(item),
        beside: '',
        value: partOf(item, [...path, i], expressionAt),
      })),
    );
  const expression = expressionAt?.(path);
  if (expression !== undefined) return textPart(expression);
  const text = hclLiteral(value.value);
  const scalar = { kind: 'scalar', span: { start: 0, end: 0 }, value: value.value, text, isAlias: false } as const;
  return { ...textPart(text), origin: scalar };
}

function commentsOf({ comments }: CarriedItem): readonly string[] {
  return comments.map((comment) => `# ${comment}`);
}
