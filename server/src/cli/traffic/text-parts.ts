/** The parts that the texts on traffic share: places, notes and the limits of lists. */
import type { TrafficPlace } from '../../analysis/traffic/report.ts';
import { withoutControls } from '../../text/quote.ts';
import { wrapped } from '../../text/wrap.ts';

/** In columns. */
export const lineWidth = 80;

/** Longer lists are cut. */
export const mostListed = 10;

/** Below a table, wrapped. */
export function note(text: string): string {
  const [first = '', ...rest] = wrapped(withoutControls(text), lineWidth - 6);
  return [`    ${first}\n`, ...rest.map((line) => `      ${line}\n`)].join('');
}

/** `k8s/db.yaml:4:9`; `?` for a place in no file. */
export function rangeText({ file, range }: TrafficPlace): string {
  return file === null || range === null ? '?' : `${file}:${range[0]}:${range[1]}`;
}

/** A name or the text of a value, which may have several lines. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

const longest = 60;

/** A title with its place, which has a line of its own where both are too long for one. */
export function titleLines(title: string, place: string, indent: string): readonly string[] {
  const line = withoutControls(`${indent}${title} ${place}`.trimEnd());
  return line.length <= lineWidth ? [line] : [withoutControls(indent + title), withoutControls(`${indent}  ${place}`)];
}
