/** Measures parsing a text to a tree with positions, and checking it, beside `parseAllDocuments` of the `yaml` package. */
import { parseAllDocuments } from 'yaml';
import { cut } from '../server/src/frontends/documents/cut.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { readTree } from '../server/src/frontends/documents/read-document.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { rules } from '../server/src/rules/rules.ts';
import { inTurns, type Bench } from './measure.ts';
import { ms, perSecond, row, type BenchRow } from './row.ts';
import { styles, type TextStyle } from './styles.ts';
import { largeText, manifestText } from './texts.ts';

const name = 'yaml: parseAllDocuments';
const settings = { rules, minor: 36, severities: new Map(), onBug: fail };

export function reading(bench: Bench): readonly BenchRow[] {
  const count = bench.isQuick ? 500 : 10_000;
  const small = Array.from({ length: count }, (_, n) => manifestText(n));
  return [
    ...rowsOf(`${count.toLocaleString('en')} small manifests`, small, 3, perSecond(count, 'texts')),
    ...rowsOf('1,000 addresses', [largeText()], bench.isQuick ? 8 : 30, ms),
    slowestStyle(bench),
  ];
}

function rowsOf(what: string, texts: readonly string[], rounds: number, show: typeof ms): readonly BenchRow[] {
  const tasks = [read, check, parse].map((task) => () => texts.reduce((sum, text) => sum + task(text), 0));
  const [reads = 0, checks = 0, baseline = 0] = inTurns(tasks, rounds);
  const beside = { name, baseline, show };
  return [
    row({ what: `parsing ${what}`, ours: reads, ...beside, target: { ratio: 1 / 30 } }),
    row({ what: `parsing and checking ${what}`, ours: checks, ...beside }),
  ];
}

/** Compares minimum times: of many styles, the maximum of medians would be the one with the most disturbance. */
function slowestStyle(bench: Bench): BenchRow {
  const compared = styles(bench.isQuick ? 300 : 1_000).map((style) => {
    const tasks = [() => read(style.text, style.syntax), () => parse(style.text)];
    const [ours = 0, baseline = 0] = inTurns(tasks, bench.isQuick ? 4 : 10, (times) => Math.min(...times));
    return { note: style.name, ours, baseline };
  });
  const slowest = compared.toSorted((a, b) => a.ours / a.baseline - b.ours / b.baseline).at(-1);
  if (!slowest) throw new Error('There are no styles.');
  return row({ ...slowest, what: `parsing the slowest of ${compared.length} styles`, name, target: { ratio: 1.15 } });
}

function check(text: string): number {
  return checkFile(readFile('a.yaml', text, { isPartial: false }), settings).length;
}

function read(text: string, syntax: TextStyle['syntax'] = 'yaml'): number {
  return cut(text).filter((part) => readTree(part.text, syntax, 'kubernetes').root !== undefined).length;
}

function parse(text: string): number {
  return parseAllDocuments(text).length;
}

function fail(code: string, error: unknown): never {
  throw new Error(`The rule ${code} failed.`, { cause: error });
}
