/** Reads the JSON syntax of Terraform into the blocks that the native syntax has. Every text is a template. */
import type { Span } from '../../text/span.ts';
import type { Entry, Mapping, Scalar, Value } from '../../tree/value.ts';
import type { HclBlock, HclBody, HclEntry, HclExpression, HclLabel, TemplatePart } from './hcl.ts';
import { hclCursor, skipBlank } from './hcl-cursor.ts';
import { readExpression } from './hcl-expressions.ts';
import { readTemplate } from './hcl-texts.ts';

/** Says of the names in a block which are blocks; undefined for an argument. */
export type BlocksIn = (name: string) => BlocksIn | undefined;

/** The blocks of a module at the top of a JSON text. `bodyOf` says what is in a resource of a type. */
export function jsonBody(root: Mapping, text: string, resourceBlocks: (type: string) => BlocksIn): HclBody {
  const blocks = root.entries.flatMap((entry): readonly HclBlock[] => {
    switch (entry.name) {
      case 'resource':
      case 'data':
        return mappingsOf(entry.value).flatMap((types) =>
          types.entries.flatMap((type) =>
            blocksIn(type.value, text, { of: entry, labels: [labelOf(type)], blocks: resourceBlocks(type.name) }),
          ),
        );
      case 'variable':
      case 'module':
      case 'output':
        return blocksIn(entry.value, text, { of: entry, labels: [], blocks: () => undefined });
      case 'locals':
        return mappingsOf(entry.value).map((each) =>
          blockOf(each, text, { of: entry, labels: [], blocks: () => undefined }),
        );
    }
    return [];
  });
  return { span: root.span, attributes: [], blocks };
}

interface JsonBlock {
  /** The entry with the type of the block. */
  readonly of: Entry;
  readonly labels: readonly HclLabel[];
  readonly blocks: BlocksIn;
}

/** The blocks whose last label is the name of a member. */
function blocksIn(value: Value, text: string, { of, labels, blocks }: JsonBlock): readonly HclBlock[] {
  return mappingsOf(value).flatMap((named) =>
    named.entries
      .filter(({ name }) => name !== comment)
      .flatMap((label) =>
        mappingsOf(label.value).map((body) => blockOf(body, text, { of, labels: [...labels, labelOf(label)], blocks })),
      ),
  );
}

function labelOf({ name, key }: Entry): HclLabel {
  return { text: name, span: key };
}

const comment = '//';

/** The span of a block is that of its object. */
function blockOf(body: Mapping, text: string, { of, labels, blocks }: JsonBlock): HclBlock {
  return { type: of.name, key: of.key, labels, body: bodyOf(body, text, blocks), span: body.span, isClosed: true };
}

function bodyOf({ entries, span }: Mapping, text: string, blocksOf: BlocksIn): HclBody {
  const written = entries.filter(({ name }) => name !== comment);
  const inner = ({ name, value }: Entry): BlocksIn | undefined =>
    mappingsOf(value).length > 0 || isEmptyList(value) ? blocksOf(name) : undefined;
  return {
    span,
    attributes: written
      .filter((entry) => entry.name !== 'dynamic' && !inner(entry))
      .map(({ name, key, value }) => ({ name, key, expression: expressionOf(value, text) })),
    blocks: written.flatMap((entry) => {
      if (entry.name === 'dynamic') return dynamicBlocks(entry, text, blocksOf);
      const blocks = inner(entry);
      return blocks
        ? mappingsOf(entry.value).map((each) => blockOf(each, text, { of: entry, labels: [], blocks }))
        : [];
    }),
  };
}

/** `"dynamic": {"port": {"for_each": …, "content": {…}}}` */
function dynamicBlocks(of: Entry, text: string, blocksOf: BlocksIn): readonly HclBlock[] {
  return mappingsOf(of.value).flatMap((named) =>
    named.entries.flatMap((label) => {
      const content = blocksOf(label.name) ?? (() => undefined);
      const blocks: BlocksIn = (name) => (name === 'content' ? content : undefined);
      return mappingsOf(label.value).map((body) => blockOf(body, text, { of, labels: [labelOf(label)], blocks }));
    }),
  );
}

function mappingsOf(value: Value): readonly Mapping[] {
  if (value.kind === 'mapping') return [value];
  const items = value.kind === 'sequence' ? value.items : [];
  return items.flatMap((item) => (item.kind === 'mapping' ? [item] : []));
}

function isEmptyList(value: Value): boolean {
  return value.kind === 'sequence' && value.items.length === 0;
}

function expressionOf(value: Value, text: string): HclExpression {
  const { span } = value;
  switch (value.kind) {
    case 'scalar':
      return typeof value.value === 'string'
        ? textExpression(value, value.value, text)
        : { kind: 'literal', span, value: value.value };
    case 'sequence':
      return {
        kind: 'list',
        span,
        items: value.items.map((item) => expressionOf(item, text)),
        isClosed: !value.isOpen,
      };
    case 'mapping': {
      const entries = value.entries.map((entry): HclEntry => ({
        key: keyExpression(entry, text),
        value: expressionOf(entry.value, text),
      }));
      return { kind: 'object', span, entries, isClosed: !value.isOpen };
    }
    case 'opaque':
      return { kind: 'other', span, parts: [] };
  }
}

function keyExpression({ name, key, isOpaqueKey }: Entry, text: string): HclExpression {
  if (isOpaqueKey) return { kind: 'other', span: key, parts: [] };
  const scalar: Scalar = { kind: 'scalar', span: key, value: name, text: '', isAlias: false };
  return textExpression(scalar, name, text);
}

/** A text of JSON is a template whose escapes are resolved first. */
function textExpression({ span }: Scalar, value: string, text: string): HclExpression {
  if (!/[$%]\{/.test(value)) return { kind: 'literal', span, value };
  const cursor = hclCursor(value, 'terraform');
  const read = readTemplate(cursor, { from: 0, to: value.length, isHeredoc: true }, (at) => {
    skipBlank(at, true);
    return readExpression(at, 'brackets', 0);
  });
  const place = placesIn(text.slice(span.start, span.end), value);
  const moved = (each: Span): Span =>
    place ? { start: span.start + place(each.start), end: span.start + place(each.end) } : span;
  const parts = read.parts.map((part) => movedPlaces(part, moved)) as readonly TemplatePart[];
  if (parts.every((part) => part.kind === 'text'))
    return { kind: 'literal', span, value: parts.map((part) => part.text).join('') };
  return { kind: 'template', span, parts, hasDirectives: read.hasDirectives, isJson: true };
}

/** The offsets in a written text by those in its value; undefined where the two do not fit. */
function placesIn(written: string, value: string): ((at: number) => number) | undefined {
  const offsets: number[] = [];
  let at = 1;
  while (at < written.length - 1) {
    offsets.push(at);
    at += written[at] === '\\' ? (written[at + 1] === 'u' ? 6 : 2) : 1;
  }
  offsets.push(at);
  return offsets.length === value.length + 1 ? (each) => offsets[each] ?? at : undefined;
}

/** The same syntax with all places moved. */
function movedPlaces<T>(node: T, moved: (span: Span) => Span): T {
  if (Array.isArray(node)) return node.map((each: unknown) => movedPlaces(each, moved)) as T;
  if (typeof node !== 'object' || node === null) return node;
  if ('start' in node && 'end' in node) return moved(node as unknown as Span) as T;
  return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, movedPlaces(each, moved)])) as T;
}
