/** `--stats`: prints the time of each stage and rule in columns. */
import type { Rule } from '../../lint/rule.ts';
import { counted, grouped } from '../../text/quote.ts';
import { stages, type RunProgress } from '../run-progress.ts';

interface Cost {
  time: number;
  calls: number;
}

interface TimedRules {
  readonly rules: readonly Rule[];
  readonly costs: ReadonlyMap<string, Cost>;
}

export function timed(rules: readonly Rule[]): TimedRules {
  const costs = new Map<string, Cost>();
  const wrapped = rules.map((rule): Rule => {
    const cost: Cost = { time: 0, calls: 0 };
    costs.set(rule.code, cost);
    const check: Rule['check'] = (subject, context) => {
      const start = performance.now();
      try {
        rule.check(subject, context);
      } finally {
        cost.time += performance.now() - start;
        cost.calls++;
      }
    };
    return { ...rule, check };
  });
  return { rules: wrapped, costs };
}

const mostRules = 10;

export function statsText(progress: RunProgress, costs: TimedRules['costs'], skipped: string): string {
  const times = stages.map((stage) => [stage, progress.timeOf(stage)] as const);
  const total = times.reduce((sum, [, time]) => sum + time, 0);
  const rows = times.map(([stage, time]) => [stage, milliseconds(time), share(time, total)]);
  const where = columns([['Stage', 'ms', 'share'], ...rows, ['total', milliseconds(total), '']]);
  const memory = `Peak memory: ${grouped(Math.round(process.resourceUsage().maxRSS / 1024))} MiB`;
  const dearest = [...costs].filter(([, { calls }]) => calls > 0).sort(([, a], [, b]) => b.time - a.time);
  const shown = dearest.slice(0, mostRules);
  const head = [`Slowest of ${counted(dearest.length, 'rule')}`, 'ms', 'calls'];
  const rules = shown.map(([code, { time, calls }]) => [code, milliseconds(time), grouped(calls)]);
  const unread = skipped === '' ? [] : [`${skipped}\n`];
  return [where, `${memory}\n`, ...unread, ...(shown.length > 0 ? [columns([head, ...rules])] : [])].join('\n');
}

function milliseconds(time: number): string {
  return time < 10 ? time.toFixed(1) : grouped(Math.round(time));
}

function share(time: number, total: number): string {
  return `${Math.round((time / Math.max(total, Number.MIN_VALUE)) * 100)} %`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
