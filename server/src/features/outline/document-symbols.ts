/** textDocument/documentSymbol: the outline of our resources and Services, down to each address or endpoint and port. */
import { SymbolKind, type DocumentSymbol, type Range, type SymbolInformation } from 'vscode-languageserver-types';
import { member, type Bound, type BoundBlock } from '../../analysis/binding/bind.ts';
import { kindOfType } from '../../contract/contract.ts';
import { attachment, memo } from '../../text/memo.ts';
import { contains, shift, type Span } from '../../text/span.ts';
import { valueOf, type Mapping } from '../../tree/value.ts';
import { endpointSummary, subsetSize } from './endpoint-counts.ts';
import { positionOf, rangeOf, type Encoding, type Located } from '../lsp.ts';
import { describedObjects } from '../service-objects.ts';
import { writtenSpan, type LocatedResource, type LocatedDocument, type View } from '../view.ts';
import { isAddress, isWritten, shownLine, shownValue } from '../written-values.ts';

/** The symbols as a tree (`hierarchicalDocumentSymbolSupport`). Remembered, because several views of a client request them. */
export const documentSymbols = memo((view: View): DocumentSymbol[] => {
  return describedObjects(view).map((resource) => draw(resourceSymbol(resource), view.located));
});

function draw({ name, detail, kind, span, selection, children }: Outline, located: Located): DocumentSymbol {
  const range = rangeOf(located, span);
  const symbol: DocumentSymbol = { name, kind, range, selectionRange: rangeOf(located, selection) };
  if (detail !== undefined) symbol.detail = detail;
  if (children.length > 0) symbol.children = children.flatMap((each) => drawAll(each, located));
  return symbol;
}

function drawAll(part: Outline | BlockOutline, located: Located): readonly DocumentSymbol[] {
  return 'block' in part ? drawBlock(part, located) : [draw(part, located)];
}

interface DrawnBlock {
  readonly field: string;
  readonly encoding: Encoding;
  /** The number of its first line in the text for which it was drawn. */
  readonly line: number;
  readonly symbols: readonly DocumentSymbol[];
}

const drawnOf = attachment((_content: object): { last?: DrawnBlock } => ({}));

/** The last symbols of the block, moved to its lines. */
function drawBlock(outline: BlockOutline, located: Located): readonly DocumentSymbol[] {
  const { block, field, part } = outline;
  const { line } = positionOf(located, part.start + (block.start ?? 0));
  const { encoding } = located;
  const kept = drawnOf(block.content);
  const { last } = kept;
  const isKnown = last?.field === field && last.encoding === encoding;
  if (isKnown && last.line === line) return last.symbols;
  const symbols = isKnown
    ? last.symbols.map((symbol) => movedBy(symbol, line - last.line))
    : itemsOf(outline).map((each) => draw(each, located));
  // An item without a name is shown with its index, which other blocks decide.
  if (isKnown || block.nodes.every((item) => nameOf(item, field, part) !== undefined))
    kept.last = { field, encoding, line, symbols };
  return symbols;
}

function movedBy(symbol: DocumentSymbol, lines: number): DocumentSymbol {
  const { range, selectionRange } = symbol;
  return { ...symbol, range: movedRange(range, lines), selectionRange: movedRange(selectionRange, lines) };
}

function movedRange({ start, end }: Range, lines: number): Range {
  return {
    start: { line: start.line + lines, character: start.character },
    end: { line: end.line + lines, character: end.character },
  };
}

/** The same symbols as a flat list, each with the name of the symbol around it. */
export function flatSymbols(view: View): SymbolInformation[] {
  const flat: SymbolInformation[] = [];
  const add = ({ name, kind, span, children }: Outline, container?: string): void => {
    const location = { uri: view.uri, range: rangeOf(view.located, span) };
    flat.push({ name, kind, location, ...(container === undefined ? {} : { containerName: container }) });
    for (const child of children.flatMap((each) => ('block' in each ? itemsOf(each) : [each]))) add(child, name);
  };
  for (const resource of describedObjects(view)) add(resourceSymbol(resource));
  return flat;
}

/** A symbol. Spans are UTF-16 units of the file. */
interface Outline {
  readonly name: string;
  readonly detail: string | undefined;
  readonly kind: SymbolKind;
  readonly span: Span;
  readonly selection: Span;
  readonly children: readonly (Outline | BlockOutline)[];
}

/** The symbols of a block of a divided list. */
interface BlockOutline {
  readonly block: BoundBlock;
  readonly field: string;
  readonly part: LocatedDocument;
}

function resourceSymbol(located: LocatedResource): Outline {
  const { resource, binding, document, start } = located;
  const metadata = member(binding.root, 'metadata');
  const nameNode = metadata && member(metadata, 'name');
  const name = shownLine(resource.name ?? '') || unknownName(located) || shownValue(nameNode, document);
  const isProgram = resource.form === 'pulumi';
  const place = isProgram
    ? objectName(metadata, located)
    : shownValue(metadata && member(metadata, 'namespace'), document);
  const summary = resource.type === 'Service' ? serviceType(located) : endpointSummary(located);
  const details = [place, summary].filter((each) => each !== undefined);
  const isHere = isWritten(binding.root);
  const selection = !isProgram && nameNode && isHere && isWritten(nameNode) ? nameNode.value.span : undefined;
  return {
    name: name === undefined ? resource.type : `${resource.type} ${name}`,
    detail: details.length > 0 ? details.join(' · ') : undefined,
    kind: SymbolKind.Class,
    span: shift(resource.span, start),
    selection: shift(within(resource.span, selection ?? (isProgram ? keyOf(located) : resource.head)), start),
    children: isHere ? [...metadataSymbol(metadata, located), ...contentSymbols(located)] : [],
  };
}

/** The key of a program's resource, which is its logical name. */
function keyOf({ resource: { span, head, envelope }, document }: LocatedResource): Span {
  if (!envelope) return head;
  if (document.syntax === 'code') return logicalName(envelope) ?? head;
  const key = /^(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s:]+)/.exec(document.text.slice(span.start, span.start + 200))?.[0] ?? '';
  return { start: span.start, end: span.start + key.length };
}

/** The expression that names the resource of a program; undefined where its name is known. */
function unknownName({ resource: { envelope }, document: { syntax, text } }: LocatedResource): string | undefined {
  const name = syntax === 'code' && envelope ? valueOf(envelope, 'name') : undefined;
  return name?.kind === 'opaque' ? shownLine(text.slice(name.span.start, name.span.end)) : undefined;
}

/** The argument of a call. */
function logicalName(envelope: Mapping): Span | undefined {
  const name = valueOf(envelope, 'name');
  return name && name.kind !== 'opaque' && !name.isAlias ? name.span : undefined;
}

/** `namespace/name`, as far as they are written. */
function objectName(metadata: Bound | undefined, { document }: LocatedDocument): string | undefined {
  const names = ['namespace', 'name'].map((name) => shownValue(metadata && member(metadata, name), document));
  const known = names.filter((each) => each !== undefined);
  return known.length > 0 ? known.join('/') : undefined;
}

/** `headless`, or a type that is not the default one. */
function serviceType(located: LocatedResource): string | undefined {
  const spec = member(located.binding.root, 'spec');
  if (!spec) return undefined;
  const type = text(spec, 'type', located) ?? 'ClusterIP';
  return text(spec, 'clusterIP', located) === 'None' ? 'headless' : type === 'ClusterIP' ? undefined : type;
}

function metadataSymbol(metadata: Bound | undefined, part: LocatedDocument): Outline[] {
  if (!metadata?.entry || !isWritten(metadata)) return [];
  const { entry } = metadata;
  const detail = objectName(metadata, part);
  const span = shift(writtenSpan(metadata), part.start);
  const selection = shift(entry.key, part.start);
  return [{ name: 'metadata', detail, kind: SymbolKind.Property, span, selection, children: [] }];
}

function contentSymbols(located: LocatedResource): Outline['children'] {
  const { resource, binding } = located;
  const isService = resource.type === 'Service';
  if (!isService && kindOfType(resource.type) === 'Endpoints') {
    return subsetSymbols(member(binding.root, 'subsets'), located);
  }
  const owner = isService ? member(binding.root, 'spec') : binding.root;
  const lists = ['endpoints', 'ports'].map((name) => owner && member(owner, name));
  return lists.flatMap((list) => (list ? listSymbols(list, located) : []));
}

function subsetSymbols(subsets: Bound | undefined, part: LocatedDocument): Outline['children'] {
  if (!subsets || !isWritten(subsets)) return [];
  return subsets.children.map((subset, i) => {
    const children = isWritten(subset) ? subset.children.flatMap((list) => listSymbols(list, part)) : [];
    const detail = subsetSize(subset);
    return symbolOf(subset, { name: `subsets[${i}]`, detail, kind: SymbolKind.Struct, children }, part);
  });
}

function listSymbols(list: Bound, part: LocatedDocument): Outline['children'] {
  // A program lists what a variable holds, too.
  if (!isWritten(list) && (part.document.syntax !== 'code' || list.entry?.isMerged)) return [];
  const field = list.entry?.name ?? '';
  if (list.blocks) return list.blocks.map((block) => ({ block, field, part }));
  return list.children.map((item, i) => itemSymbol(item, i, field, part));
}

function itemsOf({ block, field, part }: BlockOutline): readonly Outline[] {
  return block.nodes.map((item, i) => itemSymbol(item, block.first + i, field, part));
}

function itemSymbol(item: Bound, index: number, field: string, part: LocatedDocument): Outline {
  const name = nameOf(item, field, part) ?? `${field}[${index}]`;
  const detail = field === 'ports' ? text(item, 'appProtocol', part) : addressDetail(item, part);
  const kind = field === 'ports' ? SymbolKind.Interface : SymbolKind.Field;
  return symbolOf(item, { name, detail, kind, children: [] }, part);
}

function nameOf(item: Bound, field: string, part: LocatedDocument): string | undefined {
  return field === 'ports' ? portName(item, part) : addressName(item, field, part);
}

function addressName(address: Bound, field: string, part: LocatedDocument): string | undefined {
  const ip = field === 'endpoints' ? endpointName(address, part) : text(address, 'ip', part);
  const name = ip ?? shownValue(address, part.document);
  const conditions = field === 'endpoints' ? member(address, 'conditions') : undefined;
  const ready = conditions && member(conditions, 'ready')?.value;
  const isNotReady = field === 'notReadyAddresses' || (ready?.kind === 'scalar' && ready.value === false);
  return name !== undefined && isNotReady ? `${name} (not ready)` : name;
}

/** The first address, which is the only one that consumers use, and the number of others. */
function endpointName(endpoint: Bound, { document }: LocatedDocument): string | undefined {
  const addresses = member(endpoint, 'addresses');
  const [first = addresses, ...others] = addresses?.children ?? [];
  const ip = shownValue(first, document);
  return ip !== undefined && others.length > 0 ? `${ip}, ${others.length} more` : ip;
}

function addressDetail(address: Bound, part: LocatedDocument): string | undefined {
  const hostname = text(address, 'hostname', part);
  if (hostname !== undefined) return hostname;
  const target = member(address, 'targetRef');
  const targetName = target && [text(target, 'kind', part), text(target, 'name', part)].filter(Boolean).join(' ');
  return targetName || (text(address, 'nodeName', part) ?? text(address, 'zone', part));
}

/** `pg 5432/TCP`, with a question mark for a missing number. */
function portName(port: Bound, part: LocatedDocument): string | undefined {
  if (port.value.kind !== 'mapping') return shownValue(port, part.document);
  const name = text(port, 'name', part);
  const number = text(port, 'port', part);
  if (name === undefined && number === undefined) return undefined;
  return `${name === undefined ? '' : `${name} `}${number ?? '?'}/${text(port, 'protocol', part) ?? 'TCP'}`;
}

function text(node: Bound, name: string, { document }: LocatedDocument): string | undefined {
  return shownValue(member(node, name), document);
}

/** The symbol of an item. Selects the item's first identifying member. */
function symbolOf(item: Bound, symbol: Omit<Outline, 'span' | 'selection'>, { start }: LocatedDocument): Outline {
  const { span } = item.value;
  const identifying = isWritten(item) ? identifyingMember(item) : undefined;
  const selection = identifying ? identifying.value.span : { start: span.start, end: span.start };
  return { ...symbol, span: shift(span, start), selection: shift(within(span, selection), start) };
}

function identifyingMember(item: Bound): Bound | undefined {
  for (const name of identifyingFields) {
    const node = member(item, name);
    if (node && isWritten(node)) return node;
  }
  const list = member(item, 'addresses');
  // All items of a divided list have one type.
  const first = (list?.blocks?.[0]?.nodes ?? list?.children)?.find(isAddress);
  return first && isWritten(first) ? first : undefined;
}

const identifyingFields = ['ip', 'name', 'port'];

function within(outer: Span, inner: Span): Span {
  return contains(outer, inner) ? inner : { start: outer.start, end: outer.start };
}
