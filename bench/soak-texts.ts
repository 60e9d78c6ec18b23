/** The texts of the soak, the random edits that are made in them and undone, and the random numbers for both. */
import type { Position, Range } from 'vscode-languageserver';
import { largeText, listText, manifestText, serviceText, streamText } from './texts.ts';

interface SoakEdit {
  readonly range: Range;
  readonly text: string;
}

const mostEdits = 40;

/** What a person types: letters, digits, lines, keys, an open quote, an indentation, a marker. */
const typed = 'a|x|1|9|.|:| |"|\n|\n      - ip: 10.9.9.9\n|  |#|\n---\n|{|port: 80'.split('|');

export class SoakText {
  readonly uri: string;
  readonly languageId: string;
  #text: string;
  readonly #undo: { readonly start: number; readonly end: number; readonly text: string }[] = [];

  constructor(uri: string, languageId: string, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.#text = text;
  }

  text(): string {
    return this.#text;
  }

  hasEdits(): boolean {
    return this.#undo.length > 0;
  }

  place(roll: (below: number) => number): Position {
    return this.#positionAt(roll(this.#text.length + 1));
  }

  edit(roll: (below: number) => number): SoakEdit {
    if (this.hasEdits() && (this.#undo.length >= mostEdits || roll(2) === 0)) return this.undo();
    const start = roll(this.#text.length + 1);
    const lineEnd = `${this.#text}\n`.indexOf('\n', start);
    const isDeletion = lineEnd > start && roll(4) === 0;
    const end = isDeletion ? Math.min(start + 1 + roll(8), lineEnd) : start;
    const text = isDeletion ? '' : (typed[roll(typed.length)] ?? 'a');
    this.#undo.push({ start, end: start + text.length, text: this.#text.slice(start, end) });
    return this.#replace(start, end, text);
  }

  undo(): SoakEdit {
    const last = this.#undo.pop();
    if (!last) throw new Error('There is no edit to undo.');
    return this.#replace(last.start, last.end, last.text);
  }

  #replace(start: number, end: number, text: string): SoakEdit {
    const range = { start: this.#positionAt(start), end: this.#positionAt(end) };
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    return { range, text };
  }

  #positionAt(offset: number): Position {
    const lines = this.#text.slice(0, offset).split('\n');
    return { line: lines.length - 1, character: (lines.at(-1) ?? '').length };
  }
}

export function soakTexts(): readonly SoakText[] {
  return [
    new SoakText('file:///soak/large.yaml', 'yaml', largeText()),
    new SoakText('file:///soak/stream.yaml', 'yaml', streamText(200)),
    new SoakText('file:///soak/list.yaml', 'yaml', listText(50)),
    new SoakText('file:///soak/small.yaml', 'yaml', `${manifestText(1)}---\n${serviceText(1)}`),
    new SoakText('file:///soak/Pulumi.yaml', 'yaml', program),
    new SoakText('file:///soak/endpoints.json', 'json', `${JSON.stringify(object, null, 2)}\n`),
  ];
}

/** Random numbers that are the same in each run. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const program = `name: shop
runtime: yaml
variables:
  address: 10.0.0.1
resources:
  database:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata:
        name: database
        namespace: shop
      subsets:
        - addresses:
            - ip: \${address}
            - ip: 10.0.0.2
          ports:
            - name: sql
              port: 5432
`;

const object = {
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'database', namespace: 'shop' },
  subsets: [
    {
      addresses: Array.from({ length: 50 }, (_, n) => ({ ip: `10.0.0.${n + 1}`, nodeName: `worker-${n}` })),
      ports: [{ name: 'sql', port: 5432 }],
    },
  ],
};
