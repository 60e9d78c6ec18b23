/** A row of the bench's table: our figure beside a named baseline of the same run, and the target. */

export interface BenchRow {
  readonly what: string;
  readonly ours: string;
  readonly baseline: string;
  /** Ours divided by the baseline. */
  readonly ratio: number;
  readonly target?: string;
  readonly isMet?: boolean;
}

export interface MeasuredPair {
  readonly what: string;
  readonly ours: number;
  readonly name: string;
  readonly baseline: number;
  readonly show?: (figure: number) => string;
  /** The upper limit of our figure, or of its ratio to the baseline. */
  readonly target?: { readonly ours: number } | { readonly ratio: number } | undefined;
  readonly note?: string;
}

export function row({ what, ours, name, baseline, show = ms, target, note = '' }: MeasuredPair): BenchRow {
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
  return 'ours' in target
    ? { ...line, target: `≤ ${show(target.ours)}`, isMet: ours <= target.ours }
    : { ...line, target: `≤ ${times(target.ratio)}`, isMet: ratio <= target.ratio };
}

export function failedRow(what: string): BenchRow {
  return { what, ours: 'failed', baseline: 'see above', ratio: Number.NaN, target: 'a figure', isMet: false };
}

export function ms(time: number): string {
  return `${rounded(time)} ms`;
}

export function mb(size: number): string {
  return `${rounded(size)} MB`;
}

export function perSecond(count: number, unit: string): (time: number) => string {
  return (time) => `${Math.round((count / time) * 1000).toLocaleString('en')} ${unit}/s`;
}

/** A ratio; below a tenth as a fraction: 1/50 is fifty times faster. */
export function times(ratio: number): string {
  if (Number.isNaN(ratio)) return '–';
  return ratio < 0.1 ? `1/${Math.round(1 / ratio).toLocaleString('en')}` : `${ratio.toFixed(2)}×`;
}

function rounded(figure: number): string {
  return figure < 10 ? String(Number(figure.toFixed(1))) : Math.round(figure).toLocaleString('en');
}
