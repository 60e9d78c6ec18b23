/** Reports operations of JSON patches that kustomize, Flux and Argo CD reject, or that write nothing. */
import { replaceBy } from '../lint/fix.ts';
import { defineRule, type Context } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import { entryOf, isNull, valueOf, type Mapping, type Value } from '../tree/value.ts';

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

export const malformedJsonPatch = defineRule({
  code: 'malformed-json-patch',
  summary: 'A JSON patch must have a target, and each operation its members.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'document',
  check(document, context) {
    for (const { kind, operations: list } of document.jsonPatches ?? []) {
      const [first] = list.items;
      if (kind === undefined && first)
        context.report(
          { span: headOf(first) },
          'This JSON patch has no target, so kustomize rejects it. Add a target with the kind and the name of the object.',
        );
      for (const item of list.items) checkOperation(item, context);
    }
  },
});

function checkOperation(item: Value, context: Context): void {
  const { report } = context;
  if (item.kind === 'opaque') return;
  if (item.kind !== 'mapping') {
    report({ span: item.span }, 'An operation of a JSON patch must be a mapping with "op" and "path". Write both.');
    return;
  }
  const op = valueOf(item, 'op');
  const named = op?.kind === 'scalar' ? operations.find((each) => each === op.value) : undefined;
  if (op?.kind !== 'opaque' && !named) reportOperation(item, op, context);
  checkPath(item, 'path', named ?? 'operation', context);
  if (named === 'move' || named === 'copy') checkPath(item, 'from', named, context);
  if ((named === 'add' || named === 'replace') && !entryOf(item, 'value') && !item.isOpen) {
    const wayOut = named === 'replace' ? 'Add the value, or use "remove".' : 'Add the value.';
    report({ span: headOf(item) }, `This ${quote(named)} has no "value", so it writes null. ${wayOut}`);
  }
}

function reportOperation(item: Mapping, op: Value | undefined, { report }: Context): void {
  if (!op || isNull(op)) {
    const message = `This operation has no "op", so kustomize rejects the patch. Use ${listed}.`;
    if (!item.isOpen) report({ span: headOf(item) }, message);
    return;
  }
  const written = op.kind === 'scalar' ? String(op.value) : '';
  const meant = nearest(written, operations);
  const wayOut = meant ? `Did you mean ${quote(meant)}?` : `Use ${listed}.`;
  const subject = op.kind === 'scalar' ? `${quote(written)} is` : 'This is';
  const fix = replaceBy(op, meant, 'suggested');
  report({ span: op.span }, `${subject} not an operation of a JSON patch, so kustomize rejects it. ${wayOut}`, { fix });
}

const listed = `${operations.slice(0, -1).join(', ')} or ${operations.at(-1)}`;

function checkPath(item: Mapping, member: 'path' | 'from', op: string, { report }: Context): void {
  const path = valueOf(item, member);
  if (path?.kind === 'opaque') return;
  if (!path || isNull(path)) {
    const message = `This ${quote(op)} has no ${quote(member)}, so kustomize rejects the patch. Add the path of the field.`;
    if (!item.isOpen) report({ span: headOf(item) }, op === 'operation' ? message.replace('"operation"', op) : message);
    return;
  }
  if (path.kind !== 'scalar' || typeof path.value !== 'string') {
    report(
      { span: path.span },
      `A ${quote(member)} must be a string such as "/metadata/labels". Write the path in quotes.`,
    );
    return;
  }
  if (path.value === '' || path.value.startsWith('/')) return;
  const right = `/${path.value}`;
  const message = `${quote(path.value)} does not start with "/", so a JSON patch does not find the field. Write ${quote(right)}.`;
  report({ span: path.span }, message, { fix: replaceBy(path, right, 'suggested') });
}

/** The operation, or its first member. */
function headOf(item: Value): Value['span'] {
  const [first] = item.kind === 'mapping' ? item.entries : [];
  if (!first) return item.span;
  return first.value.kind === 'scalar' ? { start: first.key.start, end: first.value.span.end } : first.key;
}
