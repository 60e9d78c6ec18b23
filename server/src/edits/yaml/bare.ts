/** A value's text without comments and layout, as block lines or in flow style. Scalars keep their spelling. */
import type { Document } from '../../tree/document.ts';
import { childrenOf, isCollection, type Scalar, type Value } from '../../tree/value.ts';
import { listOffset } from './list-offset.ts';

/** Lines without indentation; flow style stays unless `isDeep`. Undefined for a value that has no such text. */
export function bareLines(document: Document, value: Value, isDeep = false): readonly string[] | undefined {
  if (!isCollection(value) || childrenOf(value).length === 0 || value.isAlias) return oneLine(document, value);
  if (value.style === 'flow' && !isDeep) return oneLine(document, value);
  const parts =
    value.kind === 'sequence'
      ? value.items.map((item) => {
          const lines = bareLines(document, item, isDeep);
          return lines && [`- ${lines[0]}`.trimEnd(), ...lines.slice(1).map((line) => `  ${line}`)];
        })
      : value.entries.map((entry) => {
          if (entry.isMerged || entry.isOpaqueKey) return undefined;
          const lines = bareLines(document, entry.value, isDeep);
          const isBelow =
            isCollection(entry.value) &&
            childrenOf(entry.value).length > 0 &&
            (isDeep || entry.value.style === 'block');
          if (!isBelow || lines === undefined) return lines && [`${entry.keyText}: ${lines[0]}`.trimEnd()];
          const indent = ' '.repeat(entry.value.kind === 'sequence' ? listOffset(document) : 2);
          return [`${entry.keyText}:`, ...lines.map((line) => indent + line)];
        });
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** One line, with `brace` inside braces (Prettier's style). Undefined if a part is opaque or written elsewhere. */
export function bareFlow(document: Document, value: Value, brace = ' '): string | undefined {
  if (value.kind === 'opaque' || value.isAlias) return undefined;
  if (value.kind === 'scalar') return flowScalar(value, document.text.slice(value.span.start, value.span.end));
  const parts =
    value.kind === 'sequence'
      ? value.items.map((item) => bareFlow(document, item, brace))
      : value.entries.map((entry) => {
          const text = entry.isMerged || entry.isOpaqueKey ? undefined : bareFlow(document, entry.value, brace);
          return text === undefined ? undefined : `${flowKey(entry.keyText)}: ${text}`;
        });
  if (parts.some((part) => part === undefined)) return undefined;
  if (value.kind === 'sequence') return `[${parts.join(', ')}]`;
  return parts.length === 0 ? '{}' : `{${brace}${parts.join(', ')}${brace}}`;
}

function oneLine(document: Document, value: Value): readonly string[] | undefined {
  const text = document.text.slice(value.span.start, value.span.end);
  if (!text.includes('\n') && !/^[|>]/.test(text)) return [text];
  if (value.kind === 'scalar') return typeof value.value === 'string' ? [JSON.stringify(value.value)] : undefined;
  const flow = bareFlow(document, value);
  return flow === undefined ? undefined : [flow];
}

/** Characters that end a plain scalar in flow style, or that go-yaml rejects there. */
const unsafeInFlow = /[,[\]{}?]|^:|:(?:\s|$)/;

function flowScalar({ value }: Scalar, text: string): string {
  const isQuoted = /^["']/.test(text);
  const isOneLine = text !== '' && !text.includes('\n') && !/^[|>]/.test(text);
  if (isOneLine && (isQuoted || !unsafeInFlow.test(text))) return text;
  return typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : text;
}

function flowKey(text: string): string {
  return /^["']/.test(text) || !unsafeInFlow.test(text) ? text : JSON.stringify(text);
}
