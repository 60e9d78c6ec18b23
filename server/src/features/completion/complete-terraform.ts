/** Completes Terraform files: names and values in resources of ours, references to other resources, and whole resources. */
import { CompletionItemKind, type CompletionList } from 'vscode-languageserver-types';
import { defaultManager, managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { terraformSchemas, type TerraformPart, type TerraformParts } from '../../contract/terraform.ts';
import { quotedHcl } from '../../edits/hcl/print-hcl.ts';
import { attributeIn, hclBlocks, type HclBlock, type HclFile } from '../../frontends/hcl/hcl.ts';
import type { TerraformSlot } from '../../frontends/slot/terraform-slot.ts';
import { blanksAtStart, lineBreakOf } from '../../text/line.ts';
import type { Slot } from '../../tree/slot.ts';
import { nextStop, snippetText } from './draft.ts';
import { itemOf, type ItemOptions, type Proposal } from './proposal.ts';
import { terraformSkeletons } from './terraform-skeletons.ts';

/** `others` are the other files of the module. */
export function completeTerraform(
  slot: TerraformSlot,
  others: readonly HclFile[],
  options: ItemOptions,
): CompletionList {
  const { text } = options.located;
  const place = placeOf(slot, text);
  const items = proposalsFor(slot, others, place)
    .filter(({ label, filter = label }) => isLike(filter, slot.prefix))
    .flatMap((proposal, rank) => itemOf(proposal, place, { place: 0, rank }, options) ?? []);
  const written = text.slice(slot.typed.start, slot.typed.end);
  return { isIncomplete: slot.prefix !== '', items: items.filter(({ textEdit }) => textEdit?.newText !== written) };
}

/** True where the text has the typed letters in their order. */
function isLike(filter: string, prefix: string): boolean {
  const name = filter.toLowerCase();
  let at = 0;
  for (const letter of prefix.toLowerCase()) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function placeOf({ typed, prefix }: TerraformSlot, text: string): Slot {
  const indent = blanksAtStart(text, typed.start).length;
  return {
    subject: { area: 'program' },
    kind: 'value',
    path: [],
    names: new Map(),
    style: 'block',
    typed,
    word: prefix,
    prefix,
    quote: '',
    lead: '',
    tail: '',
    edits: [],
    isShifted: false,
    follows: 'nothing',
    adopted: undefined,
    indent,
    column: indent,
    layout: { step: 2, isCompact: false, newline: lineBreakOf(text) },
  };
}

function proposalsFor(slot: TerraformSlot, others: readonly HclFile[], place: Slot): readonly Proposal[] {
  if (slot.kind === 'top') return terraformSkeletons(place.layout.newline);
  const parts = partsAround(slot.blocks);
  if (!parts) return [];
  if (slot.kind === 'name') return slot.argument === undefined ? proposeNames(parts, slot, place) : proposeLabels(slot);
  const part = slot.argument === undefined || !Object.hasOwn(parts, slot.argument) ? undefined : parts[slot.argument];
  if (part?.kind !== 'argument') return [];
  const texts = valuesOf(part, slot, [slot.file, ...others]);
  return texts.map((each) => valueProposal(each, slot.prefix));
}

/** What the schema has in the innermost block; undefined outside of our resources. */
function partsAround([resource, ...inner]: readonly HclBlock[]): TerraformParts | undefined {
  const [type] = resource?.labels ?? [];
  const schema = resource?.type === 'resource' ? terraformSchemas.get(type?.text ?? '') : undefined;
  let parts = schema?.parts;
  for (const { type: name, labels } of inner) {
    if (name === 'content') continue;
    const own = name === 'dynamic' ? (labels[0]?.text ?? '') : name;
    const part = parts && Object.hasOwn(parts, own) ? parts[own] : undefined;
    parts = part?.kind === 'block' ? part.parts : undefined;
  }
  return inner.at(-1)?.type === 'dynamic' ? undefined : parts;
}

/** Those that are not written yet, the required ones first. */
function proposeNames(parts: TerraformParts, { written }: TerraformSlot, place: Slot): readonly Proposal[] {
  const isLeft = (name: string, part: TerraformPart): boolean =>
    !written.has(name) || (part.kind === 'block' && part.repeats !== 'one');
  const left = Object.entries(parts).filter(([name, part]) => isLeft(name, part));
  const isNeeded = ([name, { isRequired }]: readonly [string, TerraformPart]): boolean =>
    isRequired === true && !written.has(name);
  return [...left.filter(isNeeded), ...left.filter((each) => !isNeeded(each))].map(([name, part]) =>
    nameProposal(name, part, place),
  );
}

function nameProposal(name: string, part: TerraformPart, { layout: { newline }, indent }: Slot): Proposal {
  const isBlock = part.kind === 'block';
  const words = isBlock ? 'block' : part.type === 'whole number as text' ? 'text or number' : part.type;
  return {
    label: name,
    kind: isBlock ? CompletionItemKind.Struct : CompletionItemKind.Property,
    detail: part.isRequired ? `${words}, required` : words,
    spell: (spelling) => {
      if (!isBlock) return `${name} = `;
      const below = newline + ' '.repeat(spelling.added > 0 ? 0 : indent);
      const stop = spelling.isSnippet ? `$${nextStop(spelling)}` : '';
      return `${name} {${below}  ${stop}${below}${spelling.isSnippet ? '\\}' : '}'}`;
    },
  };
}

/** Keys of labels. */
function proposeLabels({ argument, written, blocks, prefix }: TerraformSlot): readonly Proposal[] {
  const isSlice = /slice/.test(blocks[0]?.labels[0]?.text ?? '');
  if (argument !== 'labels' || !isSlice) return [];
  return [serviceNameLabel, managedByLabel]
    .filter((key) => !written.has(key))
    .map((key) => ({
      ...valueProposal({ text: quotedHcl(key), label: key }, prefix),
      spell: () => `${quotedHcl(key)} = `,
    }));
}

interface TerraformText {
  readonly text: string;
  readonly label: string;
  readonly detail?: string;
}

function valueProposal({ text, label, detail }: TerraformText, prefix: string): Proposal {
  return {
    label,
    kind: /^[a-z_]\w*\./.test(text) ? CompletionItemKind.Reference : CompletionItemKind.Value,
    ...(detail === undefined ? {} : { detail }),
    filter: prefix.startsWith('"') ? text : label,
    spell: (spelling) => snippetText(text, spelling),
  };
}

function literal(value: string): TerraformText {
  return { text: quotedHcl(value), label: value };
}

function reference(text: string, detail: string): TerraformText {
  return { text, label: text, detail };
}

/** The likeliest values first. */
function valuesOf(part: TerraformPart, slot: TerraformSlot, files: readonly HclFile[]): readonly TerraformText[] {
  if (part.kind === 'block') return [];
  const { key, blocks, argument } = slot;
  const [resource] = blocks;
  const own = resource && addressOf(resource);
  const services = resourcesIn(files, /^kubernetes_service(?:_v1)?$/).filter((each) => addressOf(each) !== own);
  const isService = /service/.test(resource?.labels[0]?.text ?? '');
  const owner = blocks.at(-1)?.type ?? '';
  if (argument === 'labels') {
    if (key === serviceNameLabel) return services.flatMap((each) => metadataOf(each, 'name'));
    return key === managedByLabel ? [literal(defaultManager)] : [];
  }
  if (part.choices) return part.choices.map(literal);
  if (argument === 'protocol') return ['TCP', 'UDP', 'SCTP'].map(literal);
  if (part.type === 'boolean') return ['true', 'false'].map((text) => ({ text, label: text }));
  if (argument === 'ip_families') return ['IPv4', 'IPv6'].map(literal);
  if (argument === 'namespace') {
    const namespaces = resourcesIn(files, /^kubernetes_namespace(?:_v1)?$/).flatMap((each) => metadataOf(each, 'name'));
    return [...(isService ? [] : services.flatMap((each) => metadataOf(each, 'namespace'))), ...namespaces];
  }
  if (isService) return [];
  if (owner === 'metadata' && argument === 'name') return services.flatMap((each) => metadataOf(each, 'name'));
  return owner === 'port' || isContentOfPort(blocks) ? portTexts(argument ?? '', namedFirst(services, resource)) : [];
}

function isContentOfPort(blocks: readonly HclBlock[]): boolean {
  const [around, inner] = blocks.slice(-2);
  return inner?.type === 'content' && around?.labels[0]?.text === 'port';
}

function resourcesIn(files: readonly HclFile[], types: RegExp): readonly HclBlock[] {
  const all = files.flatMap(({ body }) => hclBlocks(body, 'resource'));
  return all.filter(({ labels }) => labels.length === 2 && types.test(labels[0]?.text ?? ''));
}

function addressOf({ labels, body }: HclBlock): string {
  const address = labels.map(({ text }) => text).join('.');
  if (attributeIn(body, 'for_each')) return `${address}[each.key]`;
  return attributeIn(body, 'count') ? `${address}[count.index]` : address;
}

/** A reference to what the metadata of a resource has. */
function metadataOf(block: HclBlock, name: string): readonly TerraformText[] {
  const [metadata] = hclBlocks(block.body, 'metadata');
  const isThere = metadata && attributeIn(metadata.body, name);
  return isThere ? [reference(`${addressOf(block)}.metadata[0].${name}`, textOf(metadata, name) ?? '')] : [];
}

function textOf({ body }: HclBlock, name: string): string | undefined {
  const value = attributeIn(body, name)?.expression;
  return value?.kind === 'literal' && value.value !== null ? String(value.value) : undefined;
}

/** The Service that the resource is named after comes first. */
function namedFirst(services: readonly HclBlock[], resource: HclBlock | undefined): readonly HclBlock[] {
  const own = resource?.labels[1]?.text;
  const isSame = ({ labels }: HclBlock): boolean => labels[1]?.text === own;
  return [...services.filter(isSame), ...services.filter((each) => !isSame(each))];
}

/** What the ports of Services have: references, and the literals that a port of endpoints repeats. */
function portTexts(argument: string, services: readonly HclBlock[]): readonly TerraformText[] {
  if (argument !== 'name' && argument !== 'port' && argument !== 'app_protocol') return [];
  const ports = services.flatMap((service) => {
    const [spec] = hclBlocks(service.body, 'spec');
    return spec ? hclBlocks(spec.body, 'port').map((port, i) => ({ service, port, i })) : [];
  });
  const references = ports.flatMap(({ service, port, i }) => {
    const isThere = attributeIn(port.body, argument) !== undefined;
    const path = `${addressOf(service)}.spec[0].port[${i}].${argument}`;
    return isThere ? [reference(path, textOf(port, argument) ?? '')] : [];
  });
  const known = ports.flatMap(({ port }) => {
    if (argument !== 'port') return textOf(port, argument) ?? [];
    const target = textOf(port, 'target_port');
    return target !== undefined && /^\d+$/.test(target) ? target : (textOf(port, 'port') ?? []);
  });
  const isNumber = argument === 'port';
  const literals = [...new Set(known)].map((each) => (isNumber ? { text: each, label: each } : literal(each)));
  return [...literals, ...references];
}
