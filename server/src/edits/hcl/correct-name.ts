/** Corrects a name that Terraform refuses: it gets the name of the schema, and the form, an argument or a block. */
import type { TerraformBlock, TerraformPart } from '../../contract/terraform.ts';
import {
  attributeIn,
  hclBlocks,
  type HclAttribute,
  type HclBlock,
  type HclExpression,
  type HclObject,
} from '../../frontends/hcl/hcl.ts';
import { headOf, statementsIn, type Statement } from '../../frontends/terraform/read-body.ts';
import { blanksAtStart } from '../../text/line.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { RefusedName } from '../../tree/document.ts';
import type { BodyPlace, HclLayout } from './hcl-layout.ts';
import { isOneLine } from './hcl-texts-around.ts';
import { isIdentifier, indentStep } from './print-fields.ts';
import { withBreaks } from './replace-hcl.ts';

/** Undefined where the name that is meant stands beside it already. */
export function correctName(layout: HclLayout, { span, meant }: RefusedName): readonly TextEdit[] | undefined {
  const place = layout.around(span);
  const statement = place && statementsIn(place.body).find((each) => headOf(each).span.start === span.start);
  const part = place && meant !== undefined && Object.hasOwn(place.parts, meant) ? place.parts[meant] : undefined;
  if (!place || !statement || !part || meant === undefined) return undefined;
  if (hasName(place, meant, part, statement) || isIterated(statement)) return undefined;
  const { text } = layout.file;
  const written = text.slice(span.start, span.end);
  const name = { span, text: written.startsWith('"') && 'body' in statement ? `"${meant}"` : meant };
  const renamed = written === name.text ? [] : [name];
  if ('expression' in statement) {
    if (part.kind === 'argument') return renamed;
    const blocks = blocksOf(text, statement, meant, part);
    return blocks && [blocks];
  }
  if (part.kind === 'block') return renamed;
  if (part.type !== 'map' || !isMapBlock(statement)) return undefined;
  const at = { start: statement.key.end, end: statement.key.end };
  return [...renamed, { span: at, text: ' =' }];
}

/** True for a dynamic block whose content names the items by the label. */
function isIterated(statement: Statement): boolean {
  return 'body' in statement && statement.type === 'dynamic' && !attributeIn(statement.body, 'iterator');
}

/** An argument may be there once, and so may some blocks. */
function hasName({ body }: BodyPlace, name: string, part: TerraformPart, own: Statement): boolean {
  const isRepeated = part.kind === 'block' && part.repeats !== 'one';
  return statementsIn(body).some((each) => {
    if (each === own || headOf(each).name !== name) return false;
    return !isRepeated || 'expression' in each;
  });
}

/** A block that can be read as an object. */
function isMapBlock({ body, labels, isClosed }: HclBlock): boolean {
  return labels.length === 0 && body.blocks.length === 0 && hclBlocks(body, 'dynamic').length === 0 && isClosed;
}

/** Blocks in the place of an object or a list of objects. */
function blocksOf(
  text: string,
  { key, expression }: HclAttribute,
  name: string,
  part: TerraformBlock,
): TextEdit | undefined {
  const objects = objectsIn(expression);
  if (!objects || (part.repeats === 'one' && objects.length > 1)) return undefined;
  const span = { start: key.start, end: expression.span.end };
  const [only] = objects;
  // Only the equals sign goes, so that comments and blanks stay.
  if (only && objects.length === 1 && expression.kind === 'object' && isBlockBody(text, only))
    return { span: { start: key.start, end: only.span.start }, text: `${name} ` };
  if (hasComment(text.slice(span.start, span.end))) return undefined;
  const indent = blanksAtStart(text, key.start);
  const blocks = objects.map((object) => {
    const rows = object.entries.map(({ key: each, value }) => {
      const isName = each.kind === 'literal' && typeof each.value === 'string' && isIdentifier(each.value);
      return isName
        ? `${indent}${indentStep}${each.value} = ${text.slice(value.span.start, value.span.end)}`
        : undefined;
    });
    if (!rows.every((row) => row !== undefined)) return undefined;
    return rows.length === 0 ? `${name} {}` : [`${name} {`, ...rows, `${indent}}`].join('\n');
  });
  if (!blocks.every((block) => block !== undefined)) return undefined;
  return { span, text: withBreaks(text, blocks.join(`\n${indent}`)) };
}

function objectsIn(expression: HclExpression): readonly HclObject[] | undefined {
  if (expression.kind === 'object') return expression.isClosed ? [expression] : undefined;
  if (expression.kind !== 'list' || !expression.isClosed || expression.items.length === 0) return undefined;
  const objects = expression.items.flatMap((item) => (item.kind === 'object' && item.isClosed ? [item] : []));
  return objects.length === expression.items.length ? objects : undefined;
}

/** True for an object that a block may have as it is: names, equals signs, no commas, and one entry on a line. */
function isBlockBody(text: string, { entries, span }: HclObject): boolean {
  if (isOneLine(text, span) && entries.length > 1) return false;
  return entries.every(({ key, value }, i) => {
    const to = entries[i + 1]?.key.span.start ?? span.end - 1;
    const isName =
      key.kind === 'literal' && typeof key.value === 'string' && isIdentifier(text.slice(key.span.start, key.span.end));
    return (
      isName &&
      text.slice(key.span.end, value.span.start).includes('=') &&
      !text.slice(value.span.end, to).includes(',')
    );
  });
}

function hasComment(text: string): boolean {
  return /#|\/\/|\/\*/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ''));
}
