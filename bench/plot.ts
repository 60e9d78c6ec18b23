/** Draws the recorded runs: a line for each target, and on it what each run took as a part of what the target allows. */
import { describe } from './history.ts';
import type { Run } from './history.ts';

/** Older runs would only crowd the picture. */
const mostRuns = 24;

const [left, right, top, lineHeight, plotWidth] = [410, 70, 56, 24, 420];
const width = left + plotWidth + right;

interface Line {
  readonly what: string;
  /** From the oldest run to the latest. */
  readonly shares: readonly number[];
}

export function plotOf(runs: readonly Run[]): string {
  const shown = runs.slice(-mostRuns);
  const last = shown.at(-1);
  const lines = last ? linesOf(shown, last) : [];
  const all = lines.flatMap(({ shares }) => shares);
  // Powers of two around everything that is drawn.
  const from = Math.min(-3, ...all.map((share) => Math.floor(Math.log2(share))));
  const to = Math.max(3, ...all.map((share) => Math.ceil(Math.log2(share))));
  const place = (share: number): number => left + ((Math.log2(share) - from) / (to - from)) * plotWidth;
  const height = top + lines.length * lineHeight + 20;
  return svg(height, [
    ...captions(lines, shown),
    ...scale(from, to, height, place),
    ...lines.flatMap((line, n) => drawn(line, top + (n + 0.5) * lineHeight, place)),
  ]);
}

function linesOf(runs: readonly Run[], last: Run): readonly Line[] {
  return last.rows
    .filter(({ share }) => share !== undefined)
    .map(({ what }) => ({
      what,
      shares: runs
        .flatMap(({ rows }) => rows.find((row) => row.what === what && row.share !== undefined)?.share ?? [])
        .filter((share) => share > 0),
    }));
}

function captions(lines: readonly Line[], runs: readonly Run[]): readonly string[] {
  const last = runs.at(-1);
  const met = lines.filter(({ shares }) => (shares.at(-1) ?? 2) <= 1).length;
  const summary = `In the latest of ${runs.length} recorded runs ${met} of ${lines.length} targets are met.`;
  const described = last ? `${summary} ${describe(last)}.` : 'No run has been recorded yet.';
  return [
    '<title id="title">Each target, and what the recorded runs took of it</title>',
    `<desc id="desc">${escaped(`${described} ${lines.map(spoken).join('; ')}`)}</desc>`,
    style,
    `<text class="head" x="16" y="24">What is taken of what each target allows</text>`,
    `<text class="dim" x="16" y="42">filled: the latest run, met; hollow: not met; pale: earlier runs</text>`,
  ];
}

function spoken({ what, shares }: Line): string {
  return `${what}: ${shares.map(spelled).join(', then ')}`;
}

/** Each power of two, every other one with its number, and the target. */
function scale(from: number, to: number, height: number, place: (share: number) => number): readonly string[] {
  const powers = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const step = powers.length > 10 ? 2 : 1;
  return powers
    .filter((power) => power % step === 0)
    .map((power) => {
      const x = round(place(2 ** power));
      const isTarget = power === 0;
      const name = isTarget ? 'target' : power < 0 ? `1/${2 ** -power}` : `${2 ** power}×`;
      return `<path class="${isTarget ? 'target' : 'grid'}" d="M${x} ${top}V${height - 16}"/><text class="${isTarget ? 'mid' : 'dim mid'}" x="${x}" y="${top - 6}">${name}</text>`;
    });
}

function drawn({ what, shares }: Line, y: number, place: (share: number) => number): readonly string[] {
  const [latest = 1, ...earlier] = shares.toReversed();
  const isMet = latest <= 1;
  const xs = shares.map((share) => round(place(share)));
  const line = `<path class="way" d="M${Math.min(...xs)} ${y}H${Math.max(...xs)}"/>`;
  return [
    `<text class="end" x="${left - 14}" y="${y + 4}">${escaped(what)}</text>`,
    line,
    ...earlier.map((share) => `<circle class="past" cx="${round(place(share))}" cy="${y}" r="3"/>`),
    `<circle class="${isMet ? 'met' : 'missed'}" cx="${round(place(latest))}" cy="${y}" r="5"/>`,
    `<text class="${isMet ? 'good' : 'bad'}" x="${left + plotWidth + 12}" y="${y + 4}">${spelled(latest)}</text>`,
  ];
}

function spelled(share: number): string {
  return share < 0.1 ? share.toFixed(3) : share < 10 ? share.toFixed(2) : Math.round(share).toString();
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const style = `<style>
  .paper { fill: #f6f8fa; stroke: #d1d9e0 }
  text { fill: #1f2328; font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
  .head { font-weight: bold; font-size: 14px }
  .dim { fill: #656d76 }
  .mid { text-anchor: middle }
  .end { text-anchor: end }
  .grid { stroke: #d1d9e0 }
  .target { stroke: #1f2328; stroke-width: 1.5 }
  .way { stroke: #8c959f }
  .past { fill: #8c959f; opacity: 0.6 }
  .met { fill: #1a7f37 }
  .missed { fill: #f6f8fa; stroke: #cf222e; stroke-width: 2.5 }
  .good { fill: #116329 }
  .bad { fill: #cf222e; font-weight: bold }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #151b23; stroke: #3d444d }
    text { fill: #e6edf3 }
    .dim { fill: #9198a1 }
    .grid { stroke: #30363d }
    .target { stroke: #e6edf3 }
    .way { stroke: #6e7681 }
    .past { fill: #6e7681 }
    .met { fill: #3fb950 }
    .missed { fill: #151b23; stroke: #ff7b72 }
    .good { fill: #7ee787 }
    .bad { fill: #ff7b72 }
  }
</style>`;

function svg(height: number, parts: readonly string[]): string {
  const [title, desc, css, ...rest] = parts;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<!-- Generated from bench/history.json. -->
${title}
${desc}
${css}
<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${rest.join('\n')}
</svg>
`;
}
