/** Writes objects as a manifest or as a Pulumi YAML program. */
import { spelledText, spelledValue } from '../../kustomize/spell-built.ts';
import { typeTokens } from '../../contract/contract.ts';
import { ownValue } from '../../text/own-value.ts';
import { apiVersionOf } from './found-objects.ts';
import type { CarriedEntry, CarriedMap, CarriedObject, CarriedValue } from './carried.ts';

/** Each object as a document. Empty without objects. */
export function manifestOf(objects: readonly CarriedObject[]): string {
  return objects.map((object) => documentOf(object).join('\n') + '\n').join('---\n');
}

function documentOf({ type, properties, comments }: CarriedObject): readonly string[] {
  const head = [
    ['apiVersion', apiVersionOf(type)],
    ['kind', type],
  ] as const;
  const entries = head.map(([name, value]) => ({ name, value: scalar(value), comments: [] }));
  return [...comments.map(commentLine), ...mapLines({ kind: 'map', entries: [...entries, ...properties.entries] })];
}

/** A whole program, or with `isFragment` only its resources, as they are written below `resources:`. */
export function pulumiYamlOf(objects: readonly CarriedObject[], names: Names, isFragment: boolean): string {
  if (objects.length === 0) return '';
  const blocks = objects.flatMap((object) => {
    const lines = mapLines(blockOf(object, names));
    return [
      ...object.comments.map(commentLine),
      `${spelledText(names.get(object) ?? '')}:`,
      ...lines.map((line) => indented(line)),
    ];
  });
  if (isFragment) return `${blocks.join('\n')}\n`;
  const head = ['name: endpoints', 'runtime: yaml', 'resources:'];
  return `${[...head, ...blocks.map((line) => indented(line))].join('\n')}\n`;
}

type Names = ReadonlyMap<CarriedObject, string>;

function blockOf(object: CarriedObject, names: Names): CarriedMap {
  const { type, logicalName, properties } = object;
  const own = names.get(object);
  const options = optionsOf(object, names);
  return mapOf([
    ['type', scalar(tokenOf(type))],
    ...(logicalName !== undefined && logicalName !== own ? [['name', scalar(logicalName)] as const] : []),
    ['properties', escaped(properties)],
    ...(options.entries.length > 0 ? [['options', options] as const] : []),
  ]);
}

function optionsOf({ options, dependsOn }: CarriedObject, names: Names): CarriedMap {
  const references = dependsOn.map((each) => scalar(`\${${names.get(each) ?? ''}}`));
  const own = options.map(({ name, value }) => {
    const carried: CarriedValue = typeof value === 'object' ? listOf(value.map(scalar)) : scalar(value);
    return [name, escaped(carried)] as const;
  });
  return mapOf([...(references.length > 0 ? [['dependsOn', listOf(references)] as const] : []), ...own]);
}

function tokenOf(type: string): string {
  return ownValue(typeTokens, type) ?? `kubernetes:core/v1:${type}`;
}

/** In a program, `${` starts an expression, and two dollar signs stand for one. */
function escaped<Value extends CarriedValue>(value: Value): Value {
  if (value.kind === 'scalar')
    return typeof value.value === 'string' ? { ...value, value: value.value.replaceAll('$', '$$$$') } : value;
  if (value.kind === 'list')
    return { ...value, items: value.items.map((item) => ({ ...item, value: escaped(item.value) })) };
  return { ...value, entries: value.entries.map((entry) => ({ ...entry, value: escaped(entry.value) })) };
}

function scalar(value: string | boolean): CarriedValue {
  return { kind: 'scalar', value };
}

function listOf(values: readonly CarriedValue[]): CarriedValue {
  return { kind: 'list', items: values.map((value) => ({ value, comments: [] })) };
}

function mapOf(entries: readonly (readonly [name: string, value: CarriedValue])[]): CarriedMap {
  return { kind: 'map', entries: entries.map(([name, value]) => ({ name, value, comments: [] })) };
}

function mapLines({ entries }: CarriedMap): readonly string[] {
  return entries.flatMap((entry) => [...entry.comments.map(commentLine), ...entryLines(entry)]);
}

function entryLines({ name, value }: CarriedEntry): readonly string[] {
  const key = spelledText(name);
  if (isInline(value)) return [`${key}: ${inlineText(value)}`];
  return [`${key}:`, ...valueLines(value).map((line) => indented(line))];
}

/** The lines of a list or a map that is not empty. */
function valueLines(value: CarriedValue): readonly string[] {
  if (value.kind === 'map') return mapLines(value);
  if (value.kind !== 'list') return [inlineText(value)];
  return value.items.flatMap((item) => {
    const lines = isInline(item.value) ? [inlineText(item.value)] : valueLines(item.value);
    // The comments of the first entry are above the dash.
    const comments = lines.findIndex((line) => !line.startsWith('#'));
    const above = [...item.comments.map(commentLine), ...lines.slice(0, comments)];
    return [...above, ...lines.slice(comments).map((line, i) => (i === 0 ? `- ${line}` : indented(line)))];
  });
}

function isInline(value: CarriedValue): boolean {
  if (value.kind === 'scalar') return true;
  return (value.kind === 'list' ? value.items : value.entries).length === 0;
}

function inlineText(value: CarriedValue): string {
  if (value.kind === 'scalar') return spelledValue(value.value);
  return value.kind === 'list' ? '[]' : '{}';
}

function commentLine(comment: string): string {
  return `# ${comment}`;
}

function indented(line: string): string {
  return line === '' ? line : `  ${line}`;
}
