/** What holds for the text after all safe fixes: every ignore with its reason is there, unless it is unused after all other fixes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { applyFixes, fixEdits } from '../server/src/edits/apply-fix.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkFile, type LocatedFinding } from '../server/src/lint/check-file.ts';
import { unusedIgnore } from '../server/src/rules/unused-ignore.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import { settingsFor } from './support/checking.ts';
import { mutate } from './support/mutate.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const options = { isPartial: false };
const examples = readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
  .map((entry) => ({ path: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));
const reason = '# endpoints: ignore[loopback-ip] tunnel, see OPS-1';

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: a}\n';
const below = (key: string): string => `${head}subsets:\n- ${key}:\n  - ip: 127.0.0.1 ${reason}\n`;

describe('an ignore with a reason', () => {
  for (const key of ['Addresses', 'addreses', 'addr@esses', 'adresses', 'ADDRESSES', 'adrs', '"Addresses"'])
    it(`stays below ${key}, whether or not a fix renames it`, () => {
      const { text } = fixed(below(key));
      assert.ok(text.includes(reason), text);
      assert.deepEqual(
        codesOf(text).filter((code) => code === 'loopback-ip' || code === 'unused-ignore'),
        [],
      );
    });

  const texts: readonly (readonly [what: string, text: string])[] = [
    ['below a misspelt field of the object', below('addresses').replace('subsets', 'subset')],
    ['in an object of a misspelt kind', below('addresses').replace('Endpoints', 'endpoint')],
    ['in an object without a kind', below('addresses').replace('kind: Endpoints\n', '')],
    ['in a copy of a key that a later one replaces', `${below('addresses')}  addresses: []\n`],
    ['below a value of another type', `${head}subsets:\n  addresses:\n  - ip: 127.0.0.1 ${reason}\n`],
    ['in a text with a syntax error', `${below('addresses')}  ports: [\n`],
    ['for the whole file', `${reason.replace('ignore', 'ignore-file')}\n---\n${below('addreses')}`],
    ['above the whole list', below('addreses').replace('subsets', `${reason}\nsubsets`)],
  ];
  for (const [what, text] of texts)
    it(`is not called unused ${what}`, () => {
      assert.ok(!codesOf(text).includes('unused-ignore'));
      assert.ok(fixed(text).text.includes('tunnel, see OPS-1'));
    });

  it('stays where another document of the file has an error, and goes when that one is corrected', () => {
    const unused = below('addresses').replace('127.0.0.1', '10.0.0.1');
    const wrong = `${unused}---\n${below('addresses').replace(` ${reason}`, '')}`;
    assert.equal(fixed(wrong).text, wrong);
    assert.ok(!fixed(wrong.replace('127.0.0.1', '10.0.0.2')).text.includes(reason));
  });

  it('goes after the other fixes of the same run, when it is then still unused', () => {
    const text = below('addresses').replace('127.0.0.1', '10.0.0.1').concat('  ports: [{port: 80, protocol: tcp}]\n');
    const { text: after, count } = fixed(text);
    assert.deepEqual([after, count], [text.replace('tcp', 'TCP').replace(` ${reason}`, ''), 2]);
  });

  it('is not lost with a part that a safe fix removes', () => {
    const text = `${head}subsets:\n- addresses: [{ip: 10.0.0.1}]\n  ports:\n  - port: 80\n    protocol:\n      # endpoints: ignore[null-value] the template writes it\n`;
    assert.ok(fixed(text).text.includes('the template writes it'));
  });
});

describe('a fix that removes something', () => {
  const removable = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n  clusterName: "x"\n';
  const removals = (text: string): readonly unknown[] => {
    const file = readFile('a.yaml', text, options);
    return found(file).flatMap(({ diagnostic: { fix }, document, start }) =>
      fix?.title === 'Remove "clusterName"' ? [fixEdits('a.yaml', file, { fix, document, start }, options)] : [],
    );
  };

  it('is offered in a text without a syntax error', () => {
    assert.deepEqual(removals(removable).flat().length, 1);
  });

  it('is not offered after a syntax error, because it would leave behind what is below', () => {
    for (const text of [
      removable.replace('x"', 'x\n    y: z'),
      removable.replace('"x"', '{a: 1\n    b: 2'),
      `${removable}subsets: [\n`,
    ])
      assert.ok(
        removals(text).every((edits) => edits === undefined),
        text,
      );
  });
});

describe('the safe fixes', () => {
  const usually = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
  const keys = usually('addresses', 'Addresses', 'addreses', 'addr@esses', 'notReadyAddresses', 'x');
  const ips = usually('10.0.0.1', '127.0.0.1', '010.0.0.1', '127.000.0.1', '"::1"', '169.254.0.1', '1');
  const comments = ['', ` ${reason}`, ` ${reason}`, ' # endpoints: ignore[not-an-ip, ambiguous-ip] why', ' # plain'];
  const line = fc.tuple(ips, fc.constantFrom(...comments));
  const subset = fc
    .tuple(keys, fc.array(line, { minLength: 1, maxLength: 3 }), fc.constantFrom('tcp', 'TCP', 'TCP'))
    .map(([key, lines, protocol]) => {
      const items = lines.map(([ip, comment]) => `  - ip: ${ip}${comment}\n`).join('');
      return `- ${key}:\n${items}  ports: [{port: 80, protocol: ${protocol}}]\n`;
    });
  const document = fc
    .tuple(
      usually('Endpoints', 'endpoints'),
      usually('subsets', 'Subsets', 'subset'),
      fc.array(subset, { minLength: 1, maxLength: 3 }),
    )
    .map(([kind, name, all]) => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: a}\n${name}:\n${all.join('')}`);
  const file = fc
    .tuple(fc.array(document, { minLength: 1, maxLength: 2 }), fc.option(fc.nat({ max: 1_000_000 }), { freq: 1 }))
    .map(([all, seed]) => (seed === null ? all.join('---\n') : mutate(all.join('---\n'), seed)));

  it('lose no ignore that is needed after them, break nothing, and change nothing the second time', function () {
    this.timeout(600_000);
    let [removed, kept] = [0, 0];
    const judge = (text: string): void => {
      const outcome = holds('a.yaml', text);
      if (outcome === 'removed') removed++;
      if (outcome === 'kept') kept++;
    };
    fc.assert(fc.property(file, judge), { numRuns: times(900) });
    for (let seed = 0; seed < times(250); seed++) {
      const { path, text } = examples[seed % examples.length] ?? { path: '', text: '' };
      const commented = mutate(text, seed).replaceAll(/(?<=\S)$/gm, (_end, at: number) =>
        (at + seed) % 11 === 0 ? ` ${reason}` : '',
      );
      holds(path, commented);
    }
    assert.ok(removed > times(10) && kept > times(50), `${removed} removed, ${kept} kept`);
  });
});

/** What became of the ignores of the text. */
function holds(path: string, text: string): 'removed' | 'kept' | 'none' {
  const { text: after } = fixed(text, path);
  const { text: commented } = fixed(text, path, ({ rule }) => rule !== unusedIgnore);
  assert.deepEqual(reasonsIn(commented, path), reasonsIn(text, path), 'no other fix removes an ignore');
  const isOther = (code: string): boolean => code !== 'unused-ignore';
  assert.deepEqual(
    codesOf(after, path).filter(isOther),
    codesOf(commented, path).filter(isOther),
    'no finding appears',
  );
  assert.equal(fixed(after, path).text, after, 'a second run changes nothing');
  const faults = (each: string): number => codesOf(each, path).filter((code) => code === 'syntax-error').length;
  assert.ok(faults(after) <= faults(text), 'no fix breaks the syntax');
  if (after !== commented) return 'removed';
  return reasonsIn(text, path).length > 0 ? 'kept' : 'none';
}

type Diagnostic = LocatedFinding['diagnostic'];

function fixed(text: string, path = 'a.yaml', isMeant: (diagnostic: Diagnostic) => boolean = () => true) {
  return applyFixes(path, text, options, (read) =>
    found(read).flatMap(({ diagnostic, document, start }) =>
      diagnostic.fix?.safety === 'safe' && isMeant(diagnostic) ? [{ fix: diagnostic.fix, document, start }] : [],
    ),
  );
}

function found(file: SourceFile): readonly LocatedFinding[] {
  return checkFile(file, settingsFor(36));
}

function codesOf(text: string, path = 'a.yaml'): readonly string[] {
  return found(readFile(path, text, options)).map(({ diagnostic }) => diagnostic.rule.code);
}

/** Sorted, as a fix may move what they belong to. */
function reasonsIn(text: string, path: string): readonly string[] {
  const { parts } = readFile(path, text, options);
  return parts.flatMap(({ document: { ignores } }) => ignores.map(({ reason: why }) => why)).sort();
}
