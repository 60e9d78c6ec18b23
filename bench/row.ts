/** A line of the table: a figure of ours beside a named baseline of the same run, and what was aimed at. */

export interface Row {
  readonly what: string;
  readonly ours: string;
  /** The name of the baseline, and its figure. */
  readonly baseline: string;
  /** Ours divided by the baseline. */
  readonly ratio: number;
  readonly target?: string;
  readonly isMet?: boolean;
  /** Ours as a part of what the target allows; 1 is just enough. */
  readonly share?: number;
}

/** How much is allowed: of our own figure, or of its ratio to the baseline. */
export type Target = { readonly ours: number } | { readonly ratio: number };

export interface Measured {
  readonly what: string;
  readonly ours: number;
  readonly name: string;
  readonly baseline: number;
  /** Spells a figure; milliseconds where nothing is said. */
  readonly show?: (figure: number) => string;
  readonly target?: Target;
  /** What else is to be known of our figure. */
  readonly note?: string;
}

export function row({ what, ours, name, baseline, show = ms, target, note = '' }: Measured): Row {
  const figures = [ours, baseline].every((figure) => Number.isFinite(figure));
  if (!figures || baseline <= 0) throw new Error(`${what}: ${ours} beside ${baseline} cannot be compared.`);
  const ratio = ours / baseline;
  const line = {
    what,
    ours: note === '' ? show(ours) : `${show(ours)} (${note})`,
    baseline: `${name}, ${show(baseline)}`,
    ratio,
  };
  if (!target) return line;
  const isOfOurs = 'ours' in target;
  const share = isOfOurs ? ours / target.ours : ratio / target.ratio;
  return { ...line, target: `≤ ${isOfOurs ? show(target.ours) : times(target.ratio)}`, isMet: share <= 1, share };
}

/** The line of a group that could not be measured. */
export function failedRow(what: string): Row {
  return { what, ours: 'failed', baseline: 'see above', ratio: Number.NaN, target: 'a figure', isMet: false };
}

export function ms(time: number): string {
  return `${rounded(time)} ms`;
}

export function mb(size: number): string {
  return `${rounded(size)} MB`;
}

/** Spells the time that `count` things took as how many there are in a second. */
export function perSecond(count: number, unit: string): (time: number) => string {
  return (time) => `${Math.round((count / time) * 1000).toLocaleString('en')} ${unit}/s`;
}

/** A ratio; a small one as a fraction, which says how many times sooner. */
export function times(ratio: number): string {
  if (Number.isNaN(ratio)) return '–';
  return ratio < 0.1 ? `1/${Math.round(1 / ratio).toLocaleString('en')}` : `${ratio.toFixed(2)}×`;
}

function rounded(figure: number): string {
  return figure < 10 ? String(Number(figure.toFixed(1))) : Math.round(figure).toLocaleString('en');
}
