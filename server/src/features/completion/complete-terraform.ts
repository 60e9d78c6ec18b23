/** Completes Terraform files: names and values in resources of ours, references to other resources, and whole resources. */
import { CompletionItemKind, type CompletionList } from 'vscode-languageserver-types';
import { defaultManager, managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { terraformSchemas, type TerraformPart, type TerraformParts } from '../../contract/terraform.ts';
import { quotedHcl } from '../../edits/hcl/print-fields.ts';
import type { HclBlock, HclFile } from '../../frontends/hcl/hcl.ts';
import type { ManifestSlot, TerraformSlot } from '../../frontends/slot/terraform-slot.ts';
import { blanksAtStart, lineBreakOf } from '../../text/line.ts';
import type { Slot } from '../../tree/slot.ts';
import { complete, type CompletionOptions } from './completion.ts';
import { nextStop, snippetText } from './draft.ts';
import { itemOf, type ItemOptions, type Proposal } from './proposal.ts';
import { literalText, textsOfOthers, type TerraformText } from './terraform-references.ts';
import { terraformSkeletons } from './terraform-skeletons.ts';

/** `others` are the other files of the module. */
export function completeTerraform(
  slot: TerraformSlot | ManifestSlot,
  others: readonly HclFile[],
  options: CompletionOptions,
): CompletionList {
  if (slot.kind !== 'manifest') return completeBlocks(slot, others, { ...options, isOneLine: false });
  const files = [slot.file, ...others];
  return complete([slot.slot], {
    ...options,
    withReferences: (place, names) => referencesAmong(names, place, slot.blocks[0], files),
  });
}

/** The names of the workspace with references to resources of the module. A number or a name of a port comes first. */
function referencesAmong(
  names: readonly Proposal[],
  { subject, path, prefix }: Slot,
  resource: HclBlock | undefined,
  files: readonly HclFile[],
): readonly Proposal[] {
  const isPort = path.at(-3) === 'ports';
  const [owner, argument, key] = isPort ? ['port', portArgument(path.at(-1)), undefined] : path.map(String);
  const isService = subject.area === 'resource' && subject.type === 'Service';
  const place = { owner: owner ?? '', argument: argument ?? '', key, isService, resource };
  const references = textsOfOthers(place, files)
    .map((each) => valueProposal(each, prefix))
    .filter(({ kind }) => kind === CompletionItemKind.Reference);
  return isPort ? [...names, ...references] : [...references, ...names];
}

/** The name that the argument has in blocks. */
function portArgument(name: string | number | undefined): string {
  return name === 'appProtocol' ? 'app_protocol' : String(name);
}

function completeBlocks(slot: TerraformSlot, others: readonly HclFile[], options: ItemOptions): CompletionList {
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

function valueProposal({ text, label, detail }: TerraformText, prefix: string): Proposal {
  return {
    label,
    kind: /^[a-z_]\w*\./.test(text) ? CompletionItemKind.Reference : CompletionItemKind.Value,
    ...(detail === undefined ? {} : { detail }),
    filter: prefix.startsWith('"') ? text : label,
    spell: (spelling) => snippetText(text, spelling),
  };
}

/** The likeliest values first. */
function valuesOf(part: TerraformPart, slot: TerraformSlot, files: readonly HclFile[]): readonly TerraformText[] {
  if (part.kind === 'block') return [];
  const { key, blocks, argument = '' } = slot;
  if (argument === 'labels' && key === managedByLabel) return [literalText(defaultManager)];
  if (part.choices) return part.choices.map(literalText);
  if (argument === 'protocol') return ['TCP', 'UDP', 'SCTP'].map(literalText);
  if (part.type === 'boolean') return ['true', 'false'].map((text) => ({ text, label: text }));
  if (argument === 'ip_families') return ['IPv4', 'IPv6'].map(literalText);
  const owner = isContentOfPort(blocks) ? 'port' : (blocks.at(-1)?.type ?? '');
  const isService = /service/.test(blocks[0]?.labels[0]?.text ?? '');
  return textsOfOthers({ owner, argument, key, isService, resource: blocks[0] }, files);
}

function isContentOfPort(blocks: readonly HclBlock[]): boolean {
  const [around, inner] = blocks.slice(-2);
  return inner?.type === 'content' && around?.labels[0]?.text === 'port';
}
