/**
 * Types a line in the middle of a long list, letter by letter. Before its colon or its closing quote is written, the text has a
 * syntax error. Measures this beside a line that has none.
 */
import type { Position } from 'vscode-languageserver';
import { startOurs, type BenchClient } from './client.ts';
import { percentile, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { largeText, printedSlice } from './texts.ts';

interface TypedLine {
  readonly written: string;
  /** The field that completion must propose while the key is typed. */
  readonly field?: string;
}

interface LongText {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  /** A line in the list, below which the others are typed. */
  readonly above: string;
  readonly key: TypedLine;
  readonly quote: TypedLine;
  readonly finished: TypedLine;
}

const texts: readonly LongText[] = [
  {
    what: '1,000 addresses',
    file: 'half-typed.yaml',
    text: largeText(),
    above: '- ip: 10.0.1.244',
    key: { written: '    hostn', field: 'hostname' },
    quote: { written: '    hostname: "web' },
    finished: { written: '    hostname: webs' },
  },
  {
    what: 'an EndpointSlice of 1,000 endpoints',
    file: 'half-typed-slice.yaml',
    text: printedSlice(1, 1_000),
    above: '  nodeName: node-1',
    key: { written: '  hostn', field: 'hostname' },
    quote: { written: '  hostname: "web' },
    finished: { written: '  hostname: webs' },
  },
];

/** The rest of a line is written at once. */
const letters = 3;

const target = { ours: 15 };

export async function halfTyped(bench: Bench): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const text of texts) rows.push(...(await rowsOf(bench, text)));
  return rows;
}

async function rowsOf(bench: Bench, long: LongText): Promise<readonly BenchRow[]> {
  const { what, file, key, quote, finished } = long;
  const typing = await LineTyping.start(bench, `file:///bench/${file}`, long);
  const [keys, completions, quotes, lines, besides]: number[][] = [[], [], [], [], []];
  // In turns, and without the first rounds.
  for (let round = 0; round < (bench.isQuick ? 10 : 40); round++) {
    const typed = {
      lines: await typing.type(finished, false),
      keys: await typing.type(key, false),
      completions: await typing.type(key, true),
      quotes: await typing.type(quote, false),
      besides: await typing.typeBeside(key, finished),
    };
    if (round < 4) continue;
    lines?.push(...typed.lines);
    keys?.push(...typed.keys);
    completions?.push(...typed.completions);
    quotes?.push(...typed.quotes);
    besides?.push(...typed.besides);
  }
  await typing.stop();
  const baseline = percentile(lines ?? [], 95);
  const rowFor = (name: string, times: readonly number[] = []): BenchRow =>
    row({
      what: `${what}, ${name}, p95`,
      ours: percentile(times, 95),
      name: 'a line without an error',
      baseline,
      target,
    });
  return [
    rowFor('a key without its colon: keystroke → diagnostics', keys),
    rowFor('a key without its colon: completion after a keystroke', completions),
    rowFor('an open quote: keystroke → diagnostics', quotes),
    rowFor('a key without its colon elsewhere: keystroke → diagnostics', besides),
  ];
}

/** Types in one open text. */
class LineTyping {
  readonly #client: BenchClient;
  readonly #uri: string;
  /** The end of the line above. */
  readonly #end: Position;
  /** The end of such a line some hundred lines below. */
  readonly #elsewhere: Position;

  private constructor(client: BenchClient, uri: string, { text, above }: LongText) {
    this.#client = client;
    this.#uri = uri;
    const lines = text.split('\n');
    const line = lines.findIndex((each, n) => n > lines.length / 2 - 50 && each.includes(above));
    const key = above.slice(0, above.indexOf(':'));
    const below = lines.findIndex((each, n) => n > line + 300 && each.includes(key));
    this.#end = { line, character: (lines[line] ?? '').length };
    this.#elsewhere = { line: below, character: (lines[below] ?? '').length };
  }

  static async start(bench: Bench, uri: string, long: LongText): Promise<LineTyping> {
    const client = await startOurs(bench);
    client.open(uri, long.text);
    await client.published(uri, () => true);
    return new LineTyping(client, uri, long);
  }

  stop(): Promise<void> {
    return this.#client.stop();
  }

  /** Writes the line, and removes it. Returns the ms until diagnostics or completions arrive, for each of its last letters. */
  async type({ written, field = '' }: TypedLine, isCompleted: boolean): Promise<readonly number[]> {
    const times: number[] = [];
    const from = written.length - letters;
    const line = this.#end.line + 1;
    await this.#edit(this.#end, this.#end, `\n${written.slice(0, from)}`);
    for (let n = from; n < written.length; n++) {
      const at = { line, character: n };
      const start = performance.now();
      const arrived = this.#edit(at, at, written.charAt(n));
      const completed = isCompleted ? await this.#complete({ line, character: n + 1 }, field) : 0;
      const checked = await arrived;
      times.push((isCompleted ? completed : checked) - start);
    }
    await this.#edit(this.#end, { line, character: written.length }, '');
    return times;
  }

  /** The same while a key without its colon stands elsewhere. */
  async typeBeside({ written }: TypedLine, line: TypedLine): Promise<readonly number[]> {
    const { line: above } = this.#elsewhere;
    await this.#edit(this.#elsewhere, this.#elsewhere, `\n${written}`);
    const times = await this.type(line, false);
    await this.#edit(this.#elsewhere, { line: above + 1, character: written.length }, '');
    return times;
  }

  /** When the diagnostics of the new text arrive. */
  #edit(start: Position, end: Position, text: string): Promise<number> {
    const version = this.#client.change(this.#uri, { start, end }, text);
    return this.#client.published(this.#uri, (each) => each.version === version);
  }

  async #complete(position: Position, field: string): Promise<number> {
    const textDocument = { uri: this.#uri };
    const list = await this.#client.ask<{ items: readonly { label: string }[] }>('textDocument/completion', {
      textDocument,
      position,
    });
    if (!list.items.some(({ label }) => label === field)) throw new Error(`"${field}" is not proposed.`);
    return performance.now();
  }
}
