/** Replaces values of Terraform files: literals where they are written, and whole expressions. */
import { hclBlocks } from '../../frontends/hcl/hcl.ts';
import { isTerraformJson } from '../../frontends/terraform/module-file.ts';
import { blanksAtStart } from '../../text/line.ts';
import { memo } from '../../text/memo.ts';
import type { TextEdit } from '../../text/edit.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { DraftPart } from '../../tree/tree-edit.ts';
import { childrenOf, type Scalar, type Value } from '../../tree/value.ts';
import { filesBeside } from '../../frontends/terraform/read-document.ts';
import type { HclLayout } from './hcl-layout.ts';
import { printExpression, quotedHcl, type TextOf } from './print-hcl.ts';

export function replaceLiteral(
  document: Document,
  layout: HclLayout,
  value: Scalar,
  by: string | number | boolean,
): readonly TextEdit[] | undefined {
  if (value.isComputed || value.isShared || value.originFile !== undefined) return undefined;
  if (value.isAlias && !value.origin) return undefined;
  if (value.origin && !isOnlyUse(document, layout, value.span, value.origin)) return undefined;
  const span = value.origin ?? value.span;
  if (!layout.expressionAt(span) && !isInLocals(layout, span)) return undefined;
  const written = layout.file.text.slice(span.start, span.end);
  return [{ span, text: spelledLike(written, by, value.isConverted === true) }];
}

/** In the type in which the value is written, where the provider converts it. */
export function spelledLike(written: string, by: string | number | boolean, isConverted: boolean): string {
  const isQuoted = written.startsWith('"');
  if (typeof by !== 'string') return isConverted && isQuoted ? `"${by}"` : String(by);
  const isNumber = /^(?:0|-?[1-9]\d*)$/.test(by);
  // Bare words are texts only in the YAML of a heredoc.
  const isBare = !isConverted && /^[A-Za-z\d]/.test(written) && /^(?:[A-Za-z][\w./-]*|\d+(?:\.\d+){3})$/.test(by);
  if (isBare && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(by)) return by;
  return isConverted && !isQuoted && (isNumber || by === 'true' || by === 'false') ? by : quotedHcl(by);
}

function isInLocals({ file }: HclLayout, span: Span): boolean {
  return hclBlocks(file.hcl.body, 'locals').some((block) => contains(block.span, span));
}

/** True where the literal is in a local that only this place uses. */
function isOnlyUse(document: Document, { file }: HclLayout, use: Span, origin: Span): boolean {
  const [, name] =
    /^(?:\$\{\s*|"\$\{\s*)?local\.([\p{L}_][\p{L}\p{N}_-]*)/u.exec(file.text.slice(use.start, use.end)) ?? [];
  const local = hclBlocks(file.hcl.body, 'locals')
    .flatMap(({ body }) => body.attributes)
    .find((each) => each.name === name && contains(each.expression.span, origin));
  if (!local || usesIn(document).get(origin.start) !== 1) return false;
  const texts = [file, ...filesBeside(document)].map(({ text }) => text);
  const uses = texts.map(
    (text) => text.match(new RegExp(`\\blocal\\s*\\.\\s*${name}(?![\\p{L}\\p{N}_-])`, 'gu'))?.length ?? 0,
  );
  // An expression may reach all locals by other ways only through their names.
  return uses.reduce((sum, each) => sum + each, 0) === 1;
}

/** How many values have the literal, by its start. */
const usesIn = memo(({ root }: Document): ReadonlyMap<number, number> => {
  const uses = new Map<number, number>();
  const visit = (value: Value): void => {
    const origin = value.kind === 'scalar' ? (value.origin ?? value.span) : undefined;
    if (origin) uses.set(origin.start, (uses.get(origin.start) ?? 0) + 1);
    for (const child of childrenOf(value)) visit(child);
  };
  if (root) visit(root);
  return uses;
});

/** The text of a value in its place. */
export function textIn({ file, expressionAt, bodyAt }: HclLayout): TextOf {
  return (value) => {
    if (value.isShared) return undefined;
    const { text } = file;
    const { start, end } = value.span;
    const written = text.slice(start, end);
    if (value.kind === 'mapping' && value.blockKey) {
      if (!bodyAt(value) || written.includes('<<')) return undefined;
      const indent = blanksAtStart(text, start);
      const lines = written.split(/\r?\n/);
      return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart())).join('\n');
    }
    return expressionAt(value.span) && !/[\n\r]/.test(written) ? written : undefined;
  };
}

/** Undefined for blocks. */
export function replaceExpression(layout: HclLayout, value: Value, part: DraftPart): readonly TextEdit[] | undefined {
  if (value.isShared || !layout.expressionAt(value.span)) return undefined;
  if (value.kind !== 'opaque' && value.isAlias) return undefined;
  const { text, path } = layout.file;
  if (isTerraformJson(path)) return undefined;
  const indent = blanksAtStart(text, value.span.start);
  const written = printExpression(part, { textOf: textIn(layout), indent });
  return written === undefined ? undefined : [{ span: value.span, text: withBreaks(text, written) }];
}

/** With the line breaks of the file. */
export function withBreaks(text: string, written: string): string {
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}
