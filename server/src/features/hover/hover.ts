/** textDocument/hover: finds the key or value at an offset and asks the other `hover-…` files to explain it. */
import type { Hover } from 'vscode-languageserver-types';
import { bindEnvelope } from '../../analysis/binding/envelope.ts';
import type { Binding, Bound } from '../../analysis/binding/bind.ts';
import { shift, type Span } from '../../text/span.ts';
import { isPathStep } from '../../tree/json-patch.ts';
import type { Entry, Mapping, Value } from '../../tree/value.ts';
import { describeExpression } from './hover-expression.ts';
import { describeField } from './hover-field.ts';
import { describeUnknown } from './hover-finding.ts';
import { describeMember } from './hover-keys.ts';
import { ownerNote } from './hover-owners.ts';
import { describeCode } from './hover-rules.ts';
import { describeVariable, programTarget } from './hover-program.ts';
import { describeInTerraform } from './hover-terraform.ts';
import { slicesNote } from './hover-slices.ts';
import type { HoverAnswer, HoverOptions, HoverTarget } from './hover-target.ts';
import { describeValue } from './hover-value.ts';
import { rangeOf } from '../lsp.ts';
import { describedIn, serviceAt } from '../service-objects.ts';
import { jsonPatchAt, nodesAt, partAt, resourceAt, type LocatedDocument, type View } from '../view.ts';
import { ownValue } from '../../text/own-value.ts';

/** Explains what is at an offset of the file (UTF-16 units); null where there is nothing to explain. */
export function hover(view: View, offset: number, options: HoverOptions): Hover | null {
  const part = partAt(view, offset);
  if (!part) return null;
  const at = offset - part.start;
  const isHere = ({ start, end }: Span): boolean => start <= at && at <= end;
  const answer =
    describeIgnored(part, at, options) ??
    (part.document.form === 'terraform'
      ? describeInTerraform(view, part, at, options)
      : part.document.syntax === 'code'
        ? describeInProgram(view, part, at, options)
        : (describeExpression(view, part, at, options) ?? describeTarget(view, offset, options))) ??
    (isOfObject(view, part, isHere) ? describeUnknown(view, part, options, isHere) : undefined);
  if (!answer) return null;
  const { text, span } = answer;
  const contents = { kind: options.markup.kind, value: text };
  return { contents, range: rangeOf(view.located, shift(span, part.start)) };
}

/** False in a part of a program without objects, which no rule on names checks. */
function isOfObject(view: View, part: LocatedDocument, isHere: (span: Span) => boolean): boolean {
  return part.document.syntax !== 'code' || describedIn(view, part).some(({ resource }) => isHere(resource.span));
}

function describeInProgram(
  view: View,
  part: LocatedDocument,
  at: number,
  options: HoverOptions,
): HoverAnswer | undefined {
  const variable = describeVariable(view, part, at, options);
  const found = variable ? undefined : programTarget(view, part, at, options);
  const text = found && explain(found.target, view);
  return text === undefined || text === '' ? variable : { text, span: found?.span ?? { start: at, end: at } };
}

function describeTarget(view: View, offset: number, options: HoverOptions): HoverAnswer | undefined {
  const target = targetAt(view, offset, options);
  const text = target && explain(target, view);
  return target && text ? { text, span: spanOf(target, offset - target.resource.start) } : undefined;
}

/** Empty where there is nothing to explain. */
function explain(target: HoverTarget, view: View): string {
  const explained = target.isKey ? (describeMember(target) ?? describeField(target)) : describeValue(target);
  const notes = target.options.hasApply ? [slicesNote(target, view), ownerNote(target, view)] : [];
  return [explained, ...notes].filter(Boolean).join('\n\n');
}

/** Extends to the offset where a value is still missing, so that the span holds the cursor. */
function spanOf({ node: { entry, value }, isKey }: HoverTarget, at: number): Span {
  if (!isKey || !entry) return value.span;
  return at <= entry.key.end ? entry.key : { start: entry.key.start, end: at };
}

function describeIgnored({ document }: LocatedDocument, at: number, options: HoverOptions): HoverAnswer | undefined {
  const codes = document.ignores.flatMap((ignore) => ignore.codes);
  const ignored = codes.find(({ span }) => span.start <= at && at <= span.end);
  const text = ignored && describeCode(ignored.code, options);
  return ignored && text !== undefined ? { text, span: ignored.span } : undefined;
}

function targetAt(view: View, offset: number, options: HoverOptions): HoverTarget | undefined {
  const resource = resourceAt(view, offset) ?? serviceAt(view, offset) ?? jsonPatchAt(view, offset);
  if (!resource) return undefined;
  const at = offset - resource.start;
  const { envelope, properties, isJsonPatch } = resource.resource;
  const isEnvelope = envelope !== undefined && !holds(envelope, properties, at);
  const trail = isJsonPatch
    ? patchedAt(resource.binding, at)
    : nodesAt(isEnvelope ? bindEnvelope(envelope) : resource.binding, at);
  // Everything below an alias has the span of the alias.
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

/** A name in a path, or the values of an operation that hold the offset. */
function patchedAt({ nodes }: Binding, at: number): readonly Bound[] {
  return nodes.filter(({ entry, value }) => {
    const isInPath = entry?.inPath !== undefined && isAtKey(entry, at);
    return isInPath || (!isPathStep(value) && value.kind !== 'opaque' && holdsOffset(entry, value, at));
  });
}

function holdsOffset(entry: Entry | undefined, { span }: Value, at: number): boolean {
  const start = entry && !entry.inPath ? entry.key.start : span.start;
  return start <= at && at <= span.end;
}

function isAtKey(entry: Entry | undefined, at: number): boolean {
  return entry !== undefined && !entry.isMerged && entry.key.start <= at && at <= entry.key.end;
}

/** A field whose value is not bound: a field of another version, an output, or one that a later entry overrides. */
function unboundAt(parent: Bound, at: number): Bound | undefined {
  const { value, type, path } = parent;
  if (value.kind !== 'mapping' || type.kind !== 'object') return undefined;
  const entry = value.entries.find((each) => isAtKey(each, at));
  const field = entry && ownValue(type.fields, entry.name);
  if (!entry || !field) return undefined;
  return { path: [...path, entry.name], value: entry.value, type: field.type, entry, field, parent, children: [] };
}

/** True where the offset is in the properties of the block, in whichever case their key is written. */
function holds(envelope: Mapping, properties: Mapping, at: number): boolean {
  const isWritten = envelope.entries.some(({ value }) => value === properties);
  return isWritten && properties.span.start <= at && at <= properties.span.end;
}
