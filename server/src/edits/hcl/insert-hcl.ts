/** Inserts arguments, blocks and entries of objects into Terraform files. */
import { terraformPartOf } from '../../contract/terraform.ts';
import { headOf, statementsIn } from '../../frontends/terraform/read-body.ts';
import { blanksAtStart, lineStartAt, nextLineAt } from '../../text/line.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { DraftPart } from '../../tree/tree-edit.ts';
import type { Mapping } from '../../tree/value.ts';
import { wholeStatement, type BodyPlace, type HclLayout } from './hcl-layout.ts';
import { isOneLine } from './hcl-texts-around.ts';
import { hclKey, printExpression, printField, quotedHcl, indentStep } from './print-fields.ts';
import { hclTextOf, withBreaks } from './replace-hcl.ts';

export function insertNamed(
  layout: HclLayout,
  mapping: Mapping,
  name: string,
  value: DraftPart,
): readonly TextEdit[] | undefined {
  if (mapping.isAlias || mapping.isShared) return undefined;
  const place = layout.bodyAt(mapping);
  return place ? insertField(layout, place, name, value) : insertInObject(layout, mapping, name, value);
}

/** A name comes first, other arguments behind the first ones, and blocks behind the last one of their kind. */
function insertField(
  layout: HclLayout,
  place: BodyPlace,
  field: string,
  value: DraftPart,
): readonly TextEdit[] | undefined {
  const { text } = layout.file;
  const { block, body, parts, isTop } = place;
  const [name, part] = terraformPartOf(parts, field) ?? [];
  const indent = blanksAtStart(text, block.span.start) + indentStep;
  const lines = printField(field, value, parts, { textOf: hclTextOf(layout), indent });
  if (!lines || !part || !block.isClosed) return undefined;
  const statements = statementsIn(body);
  if (isOneLine(text, block.span)) return openedBlock(text, place, lines, field === 'name');
  const same = statements.findLast((each) => headOf(each).name === name);
  const first = statements[0];
  const run = statements.findIndex((each) => !('expression' in each));
  const leading = run < 0 ? statements : statements.slice(0, run);
  const isFirst = part.kind === 'argument' && field === 'name';
  const behind = part.kind === 'block' ? (same ?? statements.at(-1)) : isFirst ? undefined : leading.at(-1);
  const isApart = isTop && (part.kind === 'block' || !behind);
  const written = lines.map((line) => `${line}\n`).join('');
  if (behind) {
    const at = nextLineAt(text, wholeStatement(behind).end);
    return [{ span: { start: at, end: at }, text: withBreaks(text, (isApart ? '\n' : '') + written) }];
  }
  // Above a comment on the first statement.
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(nextLineAt(text, body.span.start)))?.[0].length ?? 0;
  const at = nextLineAt(text, body.span.start) + (first ? blank : 0);
  return [{ span: { start: at, end: at }, text: withBreaks(text, written + (isApart && first ? '\n' : '')) }];
}

/** A block on one line gets lines of its own for what is in it. */
function openedBlock(
  text: string,
  { block, body }: BodyPlace,
  lines: readonly string[],
  isFirst: boolean,
): readonly TextEdit[] | undefined {
  const indent = blanksAtStart(text, block.span.start);
  const inner = text.slice(body.span.start, body.span.end).trim();
  if (/#|\/\*|\/\//.test(inner.replace(/"(?:[^"\\]|\\.)*"/g, ''))) return undefined;
  const own = inner === '' ? [] : [indent + indentStep + inner];
  const all = ['', ...(isFirst ? [...lines, ...own] : [...own, ...lines]), indent].join('\n');
  return [{ span: body.span, text: withBreaks(text, all) }];
}

function insertInObject(
  layout: HclLayout,
  mapping: Mapping,
  name: string,
  value: DraftPart,
): readonly TextEdit[] | undefined {
  const object = layout.expressionAt(mapping.span);
  if (object?.kind !== 'object' || !object.isClosed) return undefined;
  const { text } = layout.file;
  const [first] = object.entries;
  const start = first?.key.span.start;
  const indent = blanksAtStart(text, start ?? mapping.span.start);
  const isOnLine = start !== undefined && text.slice(lineStartAt(text, start), start).trim() === '';
  const written = printExpression(value, { textOf: hclTextOf(layout), indent, isInline: !isOnLine });
  if (written === undefined) return undefined;
  const isQuoted = start !== undefined && text[start] === '"';
  const between = first ? text.slice(first.key.span.end, first.value.span.start) : '=';
  const key = isQuoted ? quotedHcl(name) : hclKey(name);
  const pair = withBreaks(text, between.includes(':') ? `${key}: ${written}` : `${key} = ${written}`);
  if (!first || start === undefined) {
    const isEmpty = text.slice(object.span.start + 1, object.span.end - 1).trim() === '';
    return isEmpty ? [{ span: object.span, text: `{ ${pair} }` }] : undefined;
  }
  const at = { start, end: start };
  if (!isOnLine) return [{ span: at, text: `${pair}, ` }];
  const comma = text.slice(first.value.span.end).trimStart().startsWith(',') ? ',' : '';
  return [{ span: at, text: withBreaks(text, `${pair}${comma}\n${indent}`) }];
}
