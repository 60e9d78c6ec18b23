/** Finds the fields of an object that a template fills with values of its chart. */
import type { Path } from '../../tree/path.ts';
import type { ChartValueUse } from '../../tree/value.ts';
import { member, textOf, type Binding, type Bound } from '../binding/bind.ts';

export interface ChartUse extends ChartValueUse {
  readonly field: Path;
  /** Of an EndpointSlice; undefined where it is absent or opaque. */
  readonly addressType: string | undefined;
}

export function chartUsesIn({ root, nodes }: Binding): readonly ChartUse[] {
  const addressType = textOf(member(root, 'addressType'));
  return nodes.flatMap((node) => {
    const use = node.value.kind === 'opaque' ? node.value.rendered?.use : undefined;
    return use && !isMisfit(node) ? [{ ...use, field: node.path, addressType }] : [];
  });
}

/** True for a string in the place of a number, whatever the value is. */
function isMisfit({ value, type }: Bound): boolean {
  return value.kind === 'opaque' && value.rendered?.isString === true && type.kind !== 'string';
}
