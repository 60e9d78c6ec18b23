/** The texts of the soak, each with the edits that are made in it and taken back, and the chance that chooses them. */
import type { Position, Range } from 'vscode-languageserver';
import { large, list, manifest, service, stream } from './texts.ts';

export interface Change {
  readonly range: Range;
  readonly text: string;
}

/** No text grows further from what it was than by so many edits. */
const mostEdits = 40;

/** What a person types: letters, digits, lines, keys, half a quote, an indentation, a marker. */
const typed = [
  'a',
  'x',
  '1',
  '9',
  '.',
  ':',
  ' ',
  '"',
  '\n',
  '\n      - ip: 10.9.9.9\n',
  '  ',
  '#',
  '\n---\n',
  '{',
  'port: 80',
];

/** An open text as the client has it, which knows how to take its edits back. */
export class SoakText {
  readonly uri: string;
  readonly languageId: string;
  readonly #lines: string[];
  readonly #undo: Change[] = [];

  constructor(uri: string, languageId: string, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.#lines = text.split('\n');
  }

  text(): string {
    return this.#lines.join('\n');
  }

  hasEdits(): boolean {
    return this.#undo.length > 0;
  }

  /** A place in one of the lines. */
  place(roll: (below: number) => number): Position {
    const line = roll(this.#lines.length);
    return { line, character: roll((this.#lines[line] ?? '').length + 1) };
  }

  /** An edit somewhere, or the taking back of the last one. */
  edit(roll: (below: number) => number): Change {
    if (this.hasEdits() && (this.#undo.length >= mostEdits || roll(2) === 0)) return this.undo();
    const start = this.place(roll);
    const rest = (this.#lines[start.line] ?? '').length - start.character;
    const isDeleted = rest > 0 && roll(4) === 0;
    const end = { line: start.line, character: start.character + (isDeleted ? 1 + roll(Math.min(rest, 8)) : 0) };
    const made = { range: { start, end }, text: isDeleted ? '' : (typed[roll(typed.length)] ?? 'a') };
    this.#undo.push(this.#apply(made));
    return made;
  }

  undo(): Change {
    const made = this.#undo.pop();
    if (!made) throw new Error('There is nothing to take back.');
    this.#apply(made);
    return made;
  }

  /** Makes the change, and answers with the one that takes it back. */
  #apply({ range: { start, end }, text }: Change): Change {
    const before = (this.#lines[start.line] ?? '').slice(0, start.character);
    const after = (this.#lines[end.line] ?? '').slice(end.character);
    const removed = [...this.#lines.slice(start.line, end.line), (this.#lines[end.line] ?? '').slice(0, end.character)];
    removed[0] = (removed[0] ?? '').slice(start.character);
    const added = text.split('\n');
    const last = { line: start.line + added.length - 1, character: (added.at(-1) ?? '').length };
    if (added.length === 1) last.character += start.character;
    added[0] = before + (added[0] ?? '');
    added[added.length - 1] = (added.at(-1) ?? '') + after;
    this.#lines.splice(start.line, end.line - start.line + 1, ...added);
    return { range: { start, end: last }, text: removed.join('\n') };
  }
}

export function soakTexts(): readonly SoakText[] {
  return [
    new SoakText('file:///soak/large.yaml', 'yaml', large()),
    new SoakText('file:///soak/stream.yaml', 'yaml', stream(200)),
    new SoakText('file:///soak/list.yaml', 'yaml', list(50)),
    new SoakText('file:///soak/small.yaml', 'yaml', `${manifest(1)}---\n${service(1)}`),
    new SoakText('file:///soak/Pulumi.yaml', 'yaml', program),
    new SoakText('file:///soak/endpoints.json', 'json', `${JSON.stringify(object, null, 2)}\n`),
  ];
}

/** Chance that is the same in each run. */
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
