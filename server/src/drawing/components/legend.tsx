/** Explains the shapes, colours and dashes of drawings. */
import type { Flow, Mark } from '../../analysis/picture/picture.ts';
import { markWords } from '../labels.ts';
import { crossAt, markSign } from './mark-sign.tsx';

const marks: readonly Mark[] = ['ready', 'not-ready', 'terminating', 'refused'];

const edges: readonly { readonly flow: Flow; readonly isDashed: boolean; readonly words: string }[] = [
  { flow: 'used', isDashed: false, words: 'gets traffic' },
  { flow: 'idle', isDashed: false, words: 'no traffic, as it is written: not ready, a hint, a policy' },
  { flow: 'broken', isDashed: false, words: 'no traffic, and a mistake is probable' },
  { flow: 'unknown', isDashed: true, words: 'known only after rendering' },
];

export function Legend({ id }: { readonly id: string }) {
  return (
    <aside id={id} aria-label="Legend">
      <ul class="legend">
        {marks.map((mark) => (
          <li key={mark}>
            <svg class="picture" width={18} height={18} aria-hidden="true">
              {markSign(mark, 9, 9)}
            </svg>
            {markWords[mark]}
          </li>
        ))}
        {edges.map(({ flow, isDashed, words }) => (
          <li key={flow}>
            <svg class="picture" width={36} height={18} aria-hidden="true">
              <path class={`edge ${flow}${isDashed ? ' dashed' : ''}`} d="M1 9h34" />
              {flow === 'broken' && <path class="cross" d={crossAt(18, 9, 4)} />}
            </svg>
            {words}
          </li>
        ))}
      </ul>
    </aside>
  );
}
