/**
 * textDocument/hover: finds what is pointed at, a key or a value, and asks the other `hover-…` files what there is to
 * say. Everything is written as Markdown once; clients that show none get the same as plain text.
 */
import type { Hover } from 'vscode-languageserver-types';
import { bindEnvelope } from '../../analysis/binding/envelope.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import type { Services } from '../../contract/service-table.ts';
import { markdownToText } from '../../text/markdown.ts';
import { shift } from '../../text/span.ts';
import type { Span } from '../../text/span.ts';
import type { Entry, Mapping } from '../../tree/value.ts';
import { describeExpression } from './hover-expression.ts';
import { describeField } from './hover-field.ts';
import { describeUnknown } from './hover-finding.ts';
import { describeMember } from './hover-keys.ts';
import { ownerNote } from './hover-owners.ts';
import { describeCode } from './hover-rules.ts';
import { slicesNote } from './hover-slices.ts';
import { describeValue } from './hover-value.ts';
import { rangeOf } from '../lsp.ts';
import { nodesAt, partAt, resourceAt } from '../view.ts';
import type { Files, LocatedResource, LocatedDocument, View } from '../view.ts';

export interface HoverOptions {
  /** True where the client shows Markdown in hovers. */
  readonly isMarkdown: boolean;
  /** Milliseconds since 1970, for "8 months ago". */
  readonly now: number;
  /** A link to the page of a rule, or undefined where there is none. */
  pageUri(code: string): string | undefined;
  /** IANA's table; undefined where it is not loaded, and then ports and protocols are explained without it. */
  readonly services: Services | undefined;
  /** All files, for who owns what; undefined where nobody wants to know. */
  readonly files: (() => Files) | undefined;
}

/** What is pointed at. */
export interface HoverTarget {
  readonly node: Bound;
  readonly isKey: boolean;
  readonly resource: LocatedResource;
  /** True in the block around a program's resource. */
  readonly isEnvelope: boolean;
  readonly minor: number;
  readonly options: HoverOptions;
}

/** Markdown, and the span of the document that it is about. */
export interface Described {
  readonly markdown: string;
  readonly span: Span;
}

/** What there is to say at an offset of the file; null for nothing. */
export function hover(view: View, offset: number, options: HoverOptions): Hover | null {
  const part = partAt(view, offset);
  if (!part) return null;
  const at = offset - part.start;
  const described =
    describeIgnored(part, at, options) ??
    describeExpression(view, part, at, options) ??
    describeTarget(view, offset, options) ??
    describeUnknown(view, part, at, options);
  if (!described) return null;
  const { markdown, span } = described;
  const contents = options.isMarkdown
    ? { kind: 'markdown' as const, value: markdown }
    : { kind: 'plaintext' as const, value: markdownToText(markdown) };
  return { contents, range: rangeOf(view.located, shift(span, part.start)) };
}

function describeTarget(view: View, offset: number, options: HoverOptions): Described | undefined {
  const target = targetAt(view, offset, options);
  if (!target) return undefined;
  const said = target.isKey ? (describeMember(target) ?? describeField(target)) : describeValue(target);
  const markdown = [said, slicesNote(target, view), ownerNote(target, view)]
    .filter((each) => each !== undefined)
    .join('\n\n');
  return markdown === '' ? undefined : { markdown, span: spanOf(target, offset - target.resource.start) };
}

/** Up to the offset where a value is still to be written, so that the span holds what is pointed at. */
function spanOf({ node: { entry, value }, isKey }: HoverTarget, at: number): Span {
  if (!isKey || !entry) return value.span;
  return at <= entry.key.end ? entry.key : { start: entry.key.start, end: at };
}

/** The code in an ignore that holds the place. */
function describeIgnored({ document }: LocatedDocument, at: number, options: HoverOptions): Described | undefined {
  const codes = document.ignores.flatMap((ignore) => ignore.codes);
  const ignored = codes.find(({ span }) => span.start <= at && at <= span.end);
  if (!ignored) return undefined;
  const markdown = describeCode(ignored.code, options);
  return markdown === undefined ? undefined : { markdown, span: ignored.span };
}

function targetAt(view: View, offset: number, options: HoverOptions): HoverTarget | undefined {
  const resource = resourceAt(view, offset);
  if (!resource) return undefined;
  const at = offset - resource.start;
  const { envelope, properties } = resource.resource;
  const isEnvelope = envelope !== undefined && !holds(envelope, properties, at);
  const trail = nodesAt(isEnvelope ? bindEnvelope(envelope) : resource.binding, at);
  // What an alias brings stands elsewhere, and all of it is located at the alias.
  const alias = trail.findIndex(({ value }) => 'isAlias' in value && value.isAlias);
  const node = alias < 0 ? trail.at(-1) : trail[alias];
  if (!node) return undefined;
  const isEmpty = node.value.span.start === node.value.span.end;
  const isKey = isAtKey(node.entry, at) || (isEmpty && node.entry !== undefined);
  const unbound = isKey || alias >= 0 ? undefined : unboundAt(node, at);
  if (unbound) return { node: unbound, isKey: true, resource, isEnvelope, minor: view.minor, options };
  if (!isKey && !(node.value.span.start <= at && at <= node.value.span.end)) return undefined;
  return { node, isKey, resource, isEnvelope, minor: view.minor, options };
}

function isAtKey(entry: Entry | undefined, at: number): boolean {
  return entry !== undefined && !entry.isMerged && entry.key.start <= at && at <= entry.key.end;
}

/** A field whose value counts for nothing: one of another version, an output, or one that a later entry replaces. */
function unboundAt(parent: Bound, at: number): Bound | undefined {
  const { value, type, path } = parent;
  if (value.kind !== 'mapping' || type.kind !== 'object') return undefined;
  const entry = value.entries.find((each) => isAtKey(each, at));
  const field = entry && Object.hasOwn(type.fields, entry.name) ? type.fields[entry.name] : undefined;
  if (!entry || !field) return undefined;
  return { path: [...path, entry.name], value: entry.value, type: field.type, entry, field, parent, children: [] };
}

/** True where the offset is in the properties of the block, however their key is capitalized. */
function holds(envelope: Mapping, properties: Mapping, at: number): boolean {
  const isWritten = envelope.entries.some(({ value }) => value === properties);
  return isWritten && properties.span.start <= at && at <= properties.span.end;
}
