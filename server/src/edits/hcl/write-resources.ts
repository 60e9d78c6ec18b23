/** Writes the resources that replace one of a Terraform module, and rewrites what refers to it in the same file. */
import { apiVersions } from '../../contract/contract.ts';
import type { HclExpression } from '../../frontends/hcl/hcl.ts';
import { resourceAddress } from '../../frontends/terraform/module.ts';
import type { TextEdit } from '../../text/edit.ts';
import { blanksAtStart, lineBreakOf } from '../../text/line.ts';
import type { Document, Resource } from '../../tree/document.ts';
import type { CallObject, CallReplacement } from '../parts/calls.ts';
import {
  listOf,
  listPart,
  mapPart,
  mappingPart,
  pairOf,
  pairPart,
  stringIn,
  textPart,
  withPairs,
  type ItemPart,
  type MapPart,
  type PairPart,
} from '../parts/part.ts';
import type { ResourceAddressUse } from './module-references.ts';
import { quotedHcl } from './print-fields.ts';
import { argumentRows, hclLiteral } from './print-hcl.ts';
import {
  manifestForm,
  removedLines,
  resourceLabel,
  resourceLines,
  typedForm,
  typedResources,
  type ResourceForm,
  type ResourceArguments,
} from './print-resource.ts';
import { movableLines } from './read-body-parts.ts';
import { metadataExpression, needsBrackets, readHclResource, type ReadResource } from './read-resource.ts';

/** A resource that cannot be taken apart is left as it is. */
export function writeHclResources(document: Document, calls: readonly CallReplacement[]): readonly TextEdit[] {
  const taken = new Map<ReadResource['file'], Set<string>>();
  return calls.flatMap(({ resource, objects }) => {
    const read = readHclResource(document, resource);
    if (!('part' in read) || objects.length === 0) return [];
    const names = taken.get(read.file) ?? addressesIn(read);
    taken.set(read.file, names);
    return replacement(document, { resource, read, objects, names });
  });
}

function addressesIn({ file, siblings }: ReadResource): Set<string> {
  const blocks = [file, ...siblings].flatMap(({ hcl }) => hcl.body.blocks);
  return new Set(blocks.flatMap((block) => (block.type === 'resource' ? (resourceAddress(block) ?? []) : [])));
}

interface Replacing {
  readonly resource: Resource;
  readonly read: ReadResource;
  readonly objects: readonly CallObject[];
  /** The addresses of the module. */
  readonly names: Set<string>;
}

function replacement(document: Document, replacing: Replacing): readonly TextEdit[] {
  const { resource, read, objects } = replacing;
  const { text } = document;
  const isGone = objects[0]?.kind !== resource.type;
  const slices = objects
    .filter(({ kind }) => kind !== resource.type)
    .map((object) => objectLines(text, object, { ...replacing, after: [] }));
  const made = slices.flatMap(({ address }) => address ?? []);
  const kept = objects
    .filter(({ kind }) => kind === resource.type)
    .map((object) => objectLines(text, object, { ...replacing, after: made }));
  const blocks = [...kept, ...slices];
  const removed = isGone ? [removedLines(read.facts.address, removalComment(read.part, objects.length))] : [];
  const indent = blanksAtStart(text, resource.span.start);
  const lines = [...blocks.map((each) => each.lines), ...removed].flatMap((each, i) =>
    i === 0 ? each : ['', ...each],
  );
  const placed = lines.map((line, i) => (i === 0 || line === '' ? line : indent + line));
  const own = { span: resource.span, text: placed.join(lineBreakOf(text)) };
  return [own, ...(isGone ? read.uses.map((use) => useEdit(use, made, read, text)) : [])];
}

/** The label of the old object deletes the mirrored slices at once, so it has to wait for the new ones. */
function dependencyParts(written: PairPart | undefined, more: readonly string[]): ResourceArguments['tail'] {
  if (!written && more.length === 0) return [];
  const own = written ?? pairPart('depends_on', 'depends_on', listPart([]));
  const items = more.map((address): ItemPart => ({ above: [], beside: '', value: textPart(address) }));
  const value = own.value.kind === 'list' ? { ...own.value, items: [...own.value.items, ...items] } : own.value;
  return [{ rows: argumentRows('depends_on', { ...own, value }), isBlock: false }];
}

interface WrittenObject {
  readonly lines: readonly string[];
  /** Undefined for the old object. */
  readonly address: string | undefined;
}

function objectLines(
  text: string,
  { kind, part, suffix }: CallObject,
  { resource, read, names, after }: Replacing & { readonly after: readonly string[] },
): WrittenObject {
  const { facts, dependsOn } = read;
  const options = { ...read.options, tail: [...dependencyParts(dependsOn, after), ...read.options.tail] };
  const own = facts.address.slice(facts.type.length + 1);
  if (kind === resource.type) {
    if (part === read.part) return { lines: movableLines(text, resource.span), address: undefined };
    const form = facts.isManifest ? manifestForm(part, apiVersions[kind], kind) : typedForm(facts.type, part);
    return {
      lines: resourceLines(form ?? manifestForm(part, apiVersions[kind], kind), own, options),
      address: undefined,
    };
  }
  const form = formOf(part, facts.isManifest);
  // Never the old address: a manifest whose kind changes would be deleted before the new one is made.
  const wanted = resourceLabel(`${own}${suffix ?? ''}`);
  let label = wanted;
  for (let number = 2; names.has(`${form.type}.${label}`); number++) label = `${wanted}_${number}`;
  const address = `${form.type}.${label}`;
  names.add(address);
  return { lines: resourceLines(form, label, options), address };
}

/** In blocks only if the old object is, and if the blocks can say the slice. */
function formOf(part: MapPart, isManifest: boolean): ResourceForm {
  const typed = isManifest ? undefined : typedForm(typedResources.EndpointSlice, withConditions(part));
  return typed ?? manifestForm(withDefaultNamespace(part), apiVersions.EndpointSlice, 'EndpointSlice');
}

/** The provider sends `false` for conditions that are left out. */
function withConditions(part: MapPart): MapPart {
  const endpoints = pairOf(part, 'endpoints');
  const list = listOf(part, 'endpoints');
  if (!endpoints || !list) return part;
  const items = list.items.map((item): ItemPart => {
    const conditions = item.value.kind === 'map' ? mappingPart(item.value, 'conditions') : undefined;
    const ready = pairOf(conditions, 'ready');
    if (item.value.kind !== 'map' || !conditions || !ready || conditions.pairs.length > 1) return item;
    const more = [
      pairPart('serving', 'serving', ready.value),
      pairPart('terminating', 'terminating', textPart(hclLiteral(false))),
    ];
    const value = withPairs(conditions, [...conditions.pairs, ...more]);
    const pairs = item.value.pairs.map((pair) => (pair.value === conditions ? { ...pair, value } : pair));
    return { ...item, value: withPairs(item.value, pairs) };
  });
  return withPairs(
    part,
    part.pairs.map((pair) => (pair === endpoints ? { ...pair, value: { ...list, items } } : pair)),
  );
}

/** In blocks, an absent namespace is `default`; a manifest has to name it. */
function withDefaultNamespace(part: MapPart): MapPart {
  const metadata = mappingPart(part, 'metadata');
  if (!metadata || pairOf(metadata, 'namespace')) return part;
  const namespace = pairPart('namespace', 'namespace', textPart(quotedHcl('default')));
  const at = metadata.pairs.findIndex(({ name }) => name === 'name') + 1;
  const value = withPairs(metadata, metadata.pairs.toSpliced(at, 0, namespace));
  return withPairs(
    part,
    part.pairs.map((pair) => (pair.value === metadata ? { ...pair, value } : pair)),
  );
}

function removalComment(part: MapPart, count: number): string {
  const metadata = mappingPart(part, 'metadata') ?? mapPart([]);
  const name = stringIn(pairOf(metadata, 'name')?.value);
  const namespace = pairOf(metadata, 'namespace') ? stringIn(pairOf(metadata, 'namespace')?.value) : 'default';
  const slices = count === 1 ? 'its slice exists' : 'its slices exist';
  const isNamed = name !== undefined && namespace !== undefined;
  const command = isNamed ? `: kubectl delete endpoints ${name} -n ${namespace}` : '.';
  return `# The Endpoints stays in the cluster. Delete it once ${slices}${command}`;
}

function useEdit(use: ResourceAddressUse, made: readonly string[], read: ReadResource, text: string): TextEdit {
  if (use.what === 'address') return { span: use.span, text: made.join(', ') };
  const expression = metadataExpression(read.block, use.what === 'name' ? 'name' : 'namespace');
  if (!expression)
    return use.interpolation
      ? { span: use.interpolation, text: 'default' }
      : { span: use.span, text: quotedHcl('default') };
  const { start, end } = expression.span;
  const written = text.slice(start, end);
  if (use.interpolation && isQuoted(expression)) return { span: use.interpolation, text: written.slice(1, -1) };
  const isApart = use.interpolation === undefined && needsBrackets(expression);
  return { span: use.span, text: isApart ? `(${written})` : written };
}

/** True for a text in quotes, with or without templates. */
function isQuoted(expression: HclExpression): boolean {
  if (expression.kind === 'literal') return typeof expression.value === 'string';
  return expression.kind === 'template' && expression.heredoc === undefined;
}
