/** YAML with remarks behind its lines: the value stays what it is, and the remarks stand where a reader looks. */
import assert from 'node:assert/strict';
import { annotated } from '../server/src/edits/annotated.ts';
import { readsAs } from '../server/src/edits/apply-fix.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { pathText } from '../server/src/tree/path.ts';
import type { Plain } from '../server/src/tree/tree-edit.ts';
import { times } from './support/runs.ts';

const rounds = times(3_000);

describe('annotated YAML', () => {
  it('has all remarks in one column, and behind a long line right after it', () => {
    const value = {
      kind: 'Endpoints',
      metadata: {
        name: 'db',
        labels: { app: 'db' },
        annotations: { 'example.com/a-rather-long-name': 'and its value' },
      },
      subsets: [{ addresses: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }], ports: [] }],
    };
    const notes: Readonly<Record<string, string>> = {
      'metadata.labels.app': 'kubectl',
      'metadata.annotations["example.com/a-rather-long-name"]': 'argo\ncd',
      'metadata.annotations': 'helm',
      subsets: 'kubectl',
      'subsets[0].addresses[1]': 'second',
      'subsets[0].addresses[1].ip': 'its ip',
    };
    assert.equal(
      annotated(value, (path) => notes[pathText(path)]),
      `kind: Endpoints
metadata:
  name: db
  labels:
    app: db           # kubectl
  annotations:        # helm
    example.com/a-rather-long-name: and its value  # argo cd
subsets:              # kubectl
  - addresses:
      - ip: 10.0.0.1
      - ip: 10.0.0.2  # second; its ip
    ports: []
`,
    );
  });

  it('has as many lines with remarks as the value has', () => {
    const lines = annotated(
      { addresses: Array.from({ length: 200_000 }, (): Plain => '10.0.0.1') },
      () => 'kubectl',
    ).split('\n');
    assert.equal(lines.length, 200_002);
    assert.equal(lines.at(-2), '  - 10.0.0.1  # kubectl');
  });

  it(`reads back as the same value, for ${rounds} values`, () => {
    for (let seed = 1; seed <= rounds; seed++) {
      const random = generator(seed);
      const value = { apiVersion: 'v1', kind: 'Endpoints', metadata: valueOf(random, 0), subsets: valueOf(random, 0) };
      const text = annotated(value, () => (random() < 0.5 ? `note ${pick(random, strings)}` : undefined));
      for (const name of ['a.yaml', 'Pulumi.yaml']) {
        const { parts } = readFile(name, text, { isPartial: false });
        const document = parts[0]?.document;
        assert.equal(parts.length, 1, text);
        assert.deepEqual(document?.issues, [], text);
        assert.ok(readsAs(document?.root, value), `seed ${seed}, ${name}:\n${text}\n${JSON.stringify(value)}`);
      }
    }
  });
});

type Random = () => number;

/** Numbers from 0 to 1 that are the same for the same seed. */
function generator(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What YAML may take for something else, or for nothing; parts of a line are separated by two blanks. */
const words =
  'db  yes  NO  null  ~  true  80  080  0x50  1e3  1:20  .5  -  - a  a: b  a:b  a #b  #  "  \'  {  []  &a  *a  !x  |  >  %  @  `  <<  ?  :  =  \\  a,b  ---  ...  2026-01-31  2026-01-31T08:00:00Z  10.0.0.1  ::1  é😀  example.com/name  __proto__';
const odd = ['', ' ', ' a', 'a ', '\t', 'a\nb', 'a\r\nb\n', '\u0000', '\u007f', '\u0085', '\u2028', '\uFEFF'];
const strings = [...words.split('  '), ...odd, `long ${'x'.repeat(80)}`];

function valueOf(random: Random, depth: number): Plain {
  const kind = random();
  if (depth > 3 || kind < 0.4) return scalarOf(random);
  const count = Math.floor(random() * 4);
  const members = Array.from({ length: count }, () => valueOf(random, depth + 1));
  if (kind < 0.7) return members;
  return Object.fromEntries(members.map((member) => [pick(random, strings), member]));
}

function scalarOf(random: Random): Plain {
  const kind = random();
  if (kind < 0.7) return pick(random, strings);
  if (kind < 0.85) return Math.floor(random() * 70_000) - 100;
  return pick(random, [true, false, null]);
}

function pick<T>(random: Random, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}
