/** Reading, which is making a located tree of a text, beside what the `yaml` package needs for its own; and checking. */
import { parseAllDocuments } from 'yaml';
import { cut } from '../server/src/frontends/documents/cut.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { readTree } from '../server/src/frontends/documents/read-document.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { rules } from '../server/src/rules/rules.ts';
import { all, inTurns } from './measure.ts';
import type { Bench } from './measure.ts';
import { ms, perSecond, row } from './row.ts';
import type { Row } from './row.ts';
import { styles } from './styles.ts';
import type { Style } from './styles.ts';
import { large, manifest } from './texts.ts';

const name = 'yaml: parseAllDocuments';
const settings = { rules, minor: 36, severities: new Map(), onBug: fail };

export function reading(bench: Bench): readonly Row[] {
  return [...many(bench.isQuick ? 500 : 10_000), ...one(bench.isQuick ? 8 : 30), worst(bench)];
}

function many(count: number): readonly Row[] {
  const texts = Array.from({ length: count }, (_, n) => manifest(n));
  const what = `${count.toLocaleString('en')} small manifests`;
  const tasks = [read, check, parse].map((task) => () => all(texts, (text) => task(text)));
  return rowsOf(what, inTurns(tasks, 3), perSecond(count, 'texts'));
}

function one(times: number): readonly Row[] {
  const text = large();
  const tasks = [read, check, parse].map((task) => () => task(text));
  return rowsOf('1,000 addresses', inTurns(tasks, times), ms);
}

function rowsOf(
  what: string,
  [reads = 0, checks = 0, baseline = 0]: readonly number[],
  show: typeof ms,
): readonly Row[] {
  const beside = { name, baseline, show };
  return [
    row({ what: `reading ${what}`, ours: reads, ...beside, target: { ratio: 1 / 30 } }),
    row({ what: `reading and checking ${what}`, ours: checks, ...beside }),
  ];
}

/**
 * The style in which we come off worst. Of so many the worst would be the one that was disturbed most, were it not the best
 * times that are compared.
 */
function worst(bench: Bench): Row {
  const compared = styles(bench.isQuick ? 300 : 1_000).map((style) => {
    const tasks = [() => read(style.text, style.syntax), () => parse(style.text)];
    const [ours = 0, baseline = 0] = inTurns(tasks, bench.isQuick ? 4 : 10, (times) => Math.min(...times));
    return { style, ours, baseline };
  });
  const last = compared.toSorted((a, b) => a.ours / a.baseline - b.ours / b.baseline).at(-1);
  if (!last) throw new Error('There are no styles.');
  const what = `reading the worst of ${compared.length} styles`;
  const note = last.style.name;
  return row({ what, ours: last.ours, note, name, baseline: last.baseline, target: { ratio: 1.15 } });
}

function check(text: string): number {
  return checkFile(readFile('a.yaml', text, { isPartial: false }), settings).length;
}

function read(text: string, syntax: Style['syntax'] = 'yaml'): number {
  return cut(text).filter((part) => readTree(part.text, syntax, 'kubernetes').root !== undefined).length;
}

function parse(text: string): number {
  return parseAllDocuments(text).length;
}

function fail(code: string, error: unknown): never {
  throw new Error(`The rule ${code} failed.`, { cause: error });
}
