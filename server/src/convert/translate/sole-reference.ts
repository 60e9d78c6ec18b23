/** Reads values that are nothing but one output of another resource, such as `${db.metadata.name}`. */
import { referencesIn } from '../../frontends/resources/interpolations.ts';
import type { Document } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import type { Value } from '../../tree/value.ts';

export interface SoleReference {
  /** What expressions call the resource. */
  readonly root: string;
  /** Empty for the resource itself. */
  readonly steps: Path;
}

/** Undefined for any other value. */
export function soleReference(value: Value, document: Document): SoleReference | undefined {
  if (value.kind !== 'opaque') return undefined;
  const written = value.expression ?? document.text.slice(value.span.start, value.span.end);
  const expression = written.trim().replace(/^(["'])(.*)\1$/, '$2');
  if (!/^\$\{[^{}]*\}$/.test(expression)) return undefined;
  const [reference, ...more] = referencesIn(expression, { start: 0, end: expression.length });
  if (!reference?.isClosed || more.length > 0) return undefined;
  return { root: reference.root, steps: reference.steps.map(({ step }) => step) };
}
