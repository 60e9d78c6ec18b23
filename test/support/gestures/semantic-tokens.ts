/** Prints semantic tokens, one line each, with text, type and modifiers. */
import { semanticTokens } from '../../../server/src/features/outline/semantic-tokens.ts';
import { tokenLegend } from '../../../server/src/features/vocabulary.ts';
import type { View } from '../../../server/src/features/view.ts';
import type { Input } from '../gesture-page.ts';
import { counting, placeOf, quoted } from './places.ts';

/** With two cursors only the tokens between them; the attributes set the encoding. */
export function drawTokens({ view, offsets }: Input, attributes: string): string {
  const counted = counting(view, attributes);
  const [start, end] = offsets;
  const { data } = semanticTokens(counted, start !== undefined && end !== undefined ? { start, end } : undefined);
  const lines: string[] = [];
  let at = { line: 0, character: 0 };
  for (let i = 0; i < data.length; i += 5) {
    const [lineStep = 0, step = 0, length = 0, type = 0, bits = 0] = data.slice(i, i + 5);
    at = { line: at.line + lineStep, character: lineStep === 0 ? at.character + step : step };
    lines.push(drawToken(counted, at, length, type, bits));
  }
  return lines.join('\n');
}

function drawToken(
  { located }: View,
  start: { line: number; character: number },
  length: number,
  type: number,
  bits: number,
): string {
  const range = { start, end: { line: start.line, character: start.character + length } };
  const set = tokenLegend.tokenModifiers.filter((_modifier, i) => bits & (1 << i));
  return [placeOf(range), quoted(located, range), tokenLegend.tokenTypes[type], ...set].join(' ');
}
