/** What holds for every text: no crash, spans where they belong, fixes that only fix, edits that equal rebuilding. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { applyFixes } from '../server/src/edits/apply-fix.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { segment } from '../server/src/frontends/yaml/segment.ts';
import { checkFile, type LocatedFinding } from '../server/src/lint/check-file.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import type { Value } from '../server/src/tree/value.ts';
import { checkText, settingsFor } from './support/checking.ts';
import { mutate } from './support/mutate.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const examples = readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => ({ path: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));
const mutations = times(10_000);
const options = { isPartial: false };

describe('any text', () => {
  it(`survives ${mutations} mutations of the examples, with every span in its place`, function () {
    this.timeout(600_000);
    for (let seed = 0; seed < mutations; seed++) {
      const { path, text } = mutated(seed);
      const start = process.cpuUsage();
      inContext(path, text, seed, () => {
        const file = readFile(path, text, options);
        spansHold(file);
        for (const finding of checkFile(file, settingsFor(36))) findingHolds(finding, text);
      });
      assert.ok(process.cpuUsage(start).user < 5_000_000, `seed ${seed} took too long`);
    }
  });

  it('survives texts that nobody would write', () => {
    const piece = fc.constantFrom(
      'kind: Endpoints',
      'apiVersion: v1',
      '\n',
      ' ',
      '\t',
      '- ',
      ': ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '&a ',
      '*a',
      '<<: *a',
      '#',
      '---\n',
      '...\n',
      '|',
      '>',
      '!!int ',
      '? ',
      '\r\n',
      '{{',
      '}}',
      '${',
      'fn::join',
      'subsets',
      'ports',
      '\0',
      '\uFEFF',
      '😀',
      '%YAML 1.2\n',
      'type: kubernetes:core/v1:Endpoints',
      'resources:',
      '# endpoints: ignore[',
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('a.yaml', 'a.json', 'Pulumi.yaml'), (each, path) => {
        const file = readFile(path, each, options);
        spansHold(file);
        for (const finding of checkFile(file, settingsFor(36))) findingHolds(finding, each);
      }),
      { numRuns: times(2_000) },
    );
  });

  it('is cut into documents that together are the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('---', '...', '--- a', '%YAML 1.1', 'a: b', '', ' ---', '# x'), { maxLength: 12 }),
        (lines) => {
          const text = lines.join('\n');
          const cuts = segment(text);
          assert.equal(cuts.map((cut) => cut.text).join(''), text);
          for (const { start, text: part } of cuts) assert.equal(text.slice(start, start + part.length), part);
        },
      ),
    );
  });

  it('reads the same after an edit as from scratch, and keeps the documents that did not change', () => {
    for (let seed = 0; seed < times(500); seed++) {
      const { path, text } = examples[seed % examples.length] ?? { path: '', text: '' };
      const before = readFile(path, text, options);
      const edited = mutate(text, seed);
      const after = readFile(path, edited, { ...options, previous: before });
      const fresh = readFile(path, edited, options);
      assert.deepEqual(after, fresh);
      const old = new Map(before.parts.map(({ document }) => [document.text, document]));
      for (const { document } of after.parts) {
        const same = old.get(document.text);
        // In other blocks of a template, the same text says something else.
        if (same && same.blocks === document.blocks) assert.equal(document, same);
      }
    }
  });
});

describe('a file of several documents', () => {
  const program = (name: string): string =>
    `resources:\n  ${name}:\n    type: kubernetes:core/v1:Endpoints\n    properties: {metadata: {name: ${name}}}\n`;
  const pieces = [
    'x: 1\n',
    program('a'),
    program('b'),
    '{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a"},"subsets":[{"addresses":[{"ip":"::2"}],"ports":[{"port":80.0}]}]}\n',
    'apiVersion: v1\nkind: Endpoints\nmetadata: {name: A}\n',
  ];

  it('reads the same after documents came, went and moved as from scratch', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...pieces), { maxLength: 4 }), { minLength: 2, maxLength: 4 }),
        fc.constantFrom('---\n', '...\n'),
        (versions, marker) => {
          let file: SourceFile | undefined;
          for (const version of versions) {
            const text = version.join(marker);
            file = readFile('Main.yaml', text, { ...options, ...(file ? { previous: file } : {}) });
            assert.deepEqual(file, readFile('Main.yaml', text, options));
          }
        },
      ),
    );
  });
});

describe('safe fixes', () => {
  it('remove what they fix, add nothing, and change nothing when applied again', function () {
    this.timeout(600_000);
    for (let seed = 0; seed < times(1_500); seed++) {
      const { path, text } = mutated(seed);
      inContext(path, text, seed, () => {
        const before = codesOf(readFile(path, text, options));
        const { text: fixed, count } = applyFixes(path, text, options, safeFixes);
        if (count === 0) return;
        const after = codesOf(readFile(path, fixed, options));
        const added = [...after].filter(([code, number]) => number > (before.get(code) ?? 0)).map(([code]) => code);
        // A field that is now read can have faults of its own, which its wrong name or type hid.
        assert.deepEqual(
          added.filter((code) => decoding.has(code)),
          [],
        );
        assert.equal(applyFixes(path, fixed, options, safeFixes).text, fixed);
      });
    }
  });

  it('leave nothing of their own kind in the file of mistakes', () => {
    const path = join(root, 'examples/mistakes.yaml');
    const { text, count } = applyFixes(path, readFileSync(path, 'utf8'), options, safeFixes);
    assert.ok(count >= 8);
    assert.deepEqual(safeFixes(readFile(path, text, options)), []);
  });
});

describe('a valid Endpoints', () => {
  it('is a valid EndpointsPatch, but for repeated finalizers and owners', () => {
    const cases = JSON.parse(readFileSync(join(root, 'test/data/conformance/verdicts.json'), 'utf8')) as readonly {
      id: string;
      manifest: string;
      verdicts: Record<string, { outcome: string }>;
    }[];
    const accepted = cases.filter(
      ({ verdicts, manifest }) =>
        verdicts['1.36']?.outcome === 'accepted' &&
        !/generateName|[&*]|^\{|clusterName|- null|: null|yes/m.test(manifest),
    );
    assert.ok(accepted.length > 150);
    for (const { id, manifest } of accepted) {
      const body = manifest
        .split('\n')
        .map((line) => `      ${line}`)
        .join('\n');
      const program = `resources:\n  patch:\n    type: kubernetes:core/v1:EndpointsPatch\n    properties:\n${body}`;
      const refused = checkText(program, { path: 'Pulumi.yaml' }).filter(({ enforcedBy }) => enforcedBy === 'server');
      assert.deepEqual(
        refused.map(({ code }) => code),
        repetitionsIn(manifest),
        id,
      );
    }
  });
});

/** What server-side apply refuses, and a create accepts. */
function repetitionsIn(manifest: string): readonly string[] {
  const { metadata } = parse(manifest, { uniqueKeys: false }) as {
    metadata?: { finalizers?: readonly string[]; ownerReferences?: readonly { uid: string }[] };
  };
  const finalizers = metadata?.finalizers ?? [];
  const uids = metadata?.ownerReferences?.map(({ uid }) => uid) ?? [];
  return [
    ...finalizers.filter((each, i) => finalizers.indexOf(each) < i).map(() => 'repeated-finalizer'),
    ...uids.filter((each, i) => uids.indexOf(each) < i).map(() => 'repeated-owner'),
  ];
}

/** Findings that say that the text cannot be decoded; no fix may bring one. */
const decoding = new Set(['syntax-error', 'wrong-type', 'duplicate-key', 'integer-out-of-range']);

function mutated(seed: number): { path: string; text: string } {
  const { path, text } = examples[seed % examples.length] ?? { path: '', text: '' };
  return { path, text: mutate(text, seed) };
}

function inContext(path: string, text: string, seed: number, run: () => void): void {
  try {
    run();
  } catch (error) {
    throw new Error(`seed ${seed}, ${path}:\n${text}`, { cause: error });
  }
}

function spansHold(file: SourceFile): void {
  assert.equal(file.parts.map(({ document }) => document.text).join(''), file.text);
  for (const { document } of file.parts) if (document.root) spanHolds(document.root, 0, document.text.length);
}

function spanHolds(value: Value, from: number, to: number): void {
  const { start, end } = value.span;
  assert.ok(from <= start && start <= end && end <= to, `${value.kind} ${start}–${end} is not within ${from}–${to}`);
  const isAlias = value.kind !== 'opaque' && value.isAlias;
  const [low, high] = isAlias ? [from, to] : [start, end];
  if (value.kind === 'sequence') for (const item of value.items) spanHolds(item, low, high);
  if (value.kind !== 'mapping') return;
  for (const entry of value.entries) {
    if (entry.isMerged) continue;
    const { start: keyStart, end: keyEnd } = entry.key;
    assert.ok(low <= keyStart && keyStart <= keyEnd && keyEnd <= high, `key ${entry.name}`);
    spanHolds(entry.value, low, high);
  }
}

function findingHolds({ diagnostic, span }: LocatedFinding, text: string): void {
  assert.ok(span.start >= 0 && span.start <= span.end && span.end <= text.length, diagnostic.rule.code);
  assert.match(diagnostic.message, /[.?]$/, diagnostic.rule.code);
  assert.ok(diagnostic.message.length < 700 && !diagnostic.message.includes('\n'), diagnostic.message);
}

function safeFixes(file: SourceFile) {
  return checkFile(file, settingsFor(36)).flatMap(({ diagnostic: { fix }, document, start }) =>
    fix?.safety === 'safe' ? [{ fix, document, start }] : [],
  );
}

function codesOf(file: SourceFile): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { diagnostic } of checkFile(file, settingsFor(36)))
    counts.set(diagnostic.rule.code, (counts.get(diagnostic.rule.code) ?? 0) + 1);
  return counts;
}
