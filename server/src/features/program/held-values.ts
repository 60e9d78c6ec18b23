/** Finds the values of resources that are written outside of their calls: in a variable, or in a list that is mapped over. */
import { bindObjects, type BoundResource } from '../../analysis/binding/bind-document.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import { memoBy } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';

export interface HeldValue extends BoundResource {
  /** Of the objects of the document. */
  readonly ordinal: number;
  readonly node: Bound;
  /** Where the value is written, or its key. */
  readonly span: Span;
  readonly isKey: boolean;
}

/** Those whose key or literal holds the offset of the document, in the order of the objects; empty for YAML and JSON. */
export function heldValuesAt(document: Document, minor: number, offset: number): readonly HeldValue[] {
  if (document.syntax !== 'code') return [];
  return heldValues(document, minor).filter(({ span: { start, end } }) => start <= offset && offset <= end);
}

const heldValues = memoBy((document: Document, minor: number): readonly HeldValue[] =>
  bindObjects(document, minor).flatMap((bound, ordinal) =>
    bound.binding.nodes.flatMap((node): HeldValue[] => {
      const { entry, value } = node;
      const { keyOrigin } = entry ?? {};
      const origin = value.kind === 'scalar' && value.originFile === undefined ? value.origin : undefined;
      return [
        ...(origin ? [{ ...bound, ordinal, node, span: origin, isKey: false }] : []),
        ...(keyOrigin ? [{ ...bound, ordinal, node, span: keyOrigin, isKey: true }] : []),
      ];
    }),
  ),
);
