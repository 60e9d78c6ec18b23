/** Draws the sign of a state. Drawn, not written: fonts have these signs in different sizes. */
import type { VNode } from 'preact';
import type { Mark } from '../../analysis/picture/picture.ts';

/** No component: thousands are drawn. */
export function markSign(mark: Mark, x: number, y: number): VNode {
  if (mark === 'refused') return <path class="mark refused" d={crossAt(x, y, 4)} />;
  if (mark !== 'terminating') return <circle class={`mark ${mark}`} cx={x} cy={y} r={4.5} />;
  return (
    <g class="mark terminating">
      <circle cx={x} cy={y} r={4.5} />
      <path class="half" d={`M${x} ${y - 4.5}a4.5 4.5 0 0 0 0 9z`} />
    </g>
  );
}

/** The path of a cross. */
export function crossAt(x: number, y: number, r: number): string {
  return `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
}
