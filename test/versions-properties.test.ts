/** A check for several Kubernetes versions reports for each version what a check for it alone reports. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../server/src/analysis/workspace/workspace.ts';
import { nothingCommitted } from '../server/src/analysis/facts/committed.ts';
import { writeEdits } from '../server/src/edits/write.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkDocuments, type CheckSettings } from '../server/src/lint/check-documents.ts';
import { checkFile, fileFindings, type LocatedFinding } from '../server/src/lint/check-file.ts';
import { checkChange } from '../server/src/lint/updates.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import { aloneAround, settingsFor } from './support/checking.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';
import { someText } from './support/some-manifests.ts';

const folder = join(root, 'test/data/conformance');

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
}

const manifests = readdirSync(folder)
  .filter((name) => name.endsWith('verdicts.json'))
  .flatMap((name) => read<readonly { readonly manifest: string }[]>(name))
  // The long ones are about one limit each.
  .filter(({ manifest }) => manifest.length < 5_000);

/** Pairs and triples around the changes of behavior. */
const choices = [
  [20, 36],
  [32, 33, 36],
  [35, 36],
  [22, 26, 30],
] as const;

function several(minors: readonly number[]): CheckSettings {
  return { ...settingsFor(minors.at(-1) ?? 0), minors };
}

/** Every text of a finding that a user sees, except for its versions. */
function linesOf(findings: readonly LocatedFinding[], minor?: number): readonly string[] {
  return findings
    .filter(({ diagnostic: { minors } }) => minor === undefined || !minors || minors.includes(minor))
    .map(({ diagnostic: { rule, message }, span, severity }) =>
      JSON.stringify([rule.code, severity, span.start, span.end, message]),
    )
    .sort();
}

/** An ignore is unused only if it suppresses nothing in any of the versions. */
function texts(findings: readonly LocatedFinding[], minor?: number): readonly string[] {
  return linesOf(
    findings.filter(({ diagnostic }) => diagnostic.rule.code !== 'unused-ignore'),
    minor,
  );
}

function unusedIgnores(findings: readonly LocatedFinding[]): readonly string[] {
  return linesOf(findings.filter(({ diagnostic }) => diagnostic.rule.code === 'unused-ignore'));
}

/** The edits of each safe fix. */
function safeEdits(findings: readonly LocatedFinding[]): ReadonlySet<string> {
  return new Set(
    findings.flatMap(({ diagnostic: { fix }, document }) =>
      fix?.safety === 'safe' ? JSON.stringify(writeEdits(document, fix.edits)) : [],
    ),
  );
}

/** Findings, and those that the API server ignores, because the field did not change. */
type Check = (
  settings: CheckSettings,
) => readonly [found: readonly LocatedFinding[], passed: readonly LocatedFinding[]];

function assertUnion(check: Check, minors: readonly number[]): number {
  const [all] = check(several(minors));
  const safe = safeEdits(all);
  for (const minor of minors) {
    const [alone, passed] = check(settingsFor(minor));
    assert.deepEqual(texts(all, minor), texts(alone));
    const unused = unusedIgnores(alone);
    for (const each of unusedIgnores(all)) assert.ok(unused.includes(each), `1.${minor} uses an ignore: ${each}`);
    const own = safeEdits([...alone, ...passed]);
    for (const edits of safe) assert.ok(own.has(edits), `1.${minor} has no safe fix ${edits}`);
  }
  for (const { diagnostic } of all) assert.notEqual(diagnostic.minors?.length, minors.length);
  return all.filter(({ diagnostic }) => diagnostic.minors).length;
}

describe('a check for several versions', () => {
  for (const [k, minors] of choices.entries()) {
    it(`is the union of the checks for ${minors.map((each) => `1.${each}`).join(', ')}`, () => {
      let partial = 0;
      // Each manifest once.
      for (const { manifest } of manifests.filter((_, i) => i % choices.length === k)) {
        const file = readFile('a.yaml', manifest, { isPartial: false });
        partial += assertUnion((settings) => [checkFile(file, settings), []], minors);
      }
      assert.ok(partial > 0);
    });
  }

  it('is the union for the relations between files', () => {
    const files = fc.array(someText, { minLength: 2, maxLength: 5 });
    let partial = 0;
    fc.assert(
      fc.property(files, fc.constantFrom(...choices), (written, minors) => {
        const workspace = new Workspace();
        const read = written.map((text, i) => ({
          uri: `file:///${i}.yaml`,
          file: readFile(`${i}.yaml`, text, { isPartial: false }),
        }));
        for (const { uri, file } of read) workspace.set(uri, fileFacts(file));
        for (const { uri, file } of read) {
          const around = workspace.around(uri, fileFacts(file));
          partial += assertUnion((settings) => [checkFile(file, settings, around), []], minors);
        }
      }),
      { numRuns: times(300) },
    );
    assert.ok(partial > 0);
  });

  it('is the union for changes, too', () => {
    let partial = 0;
    for (const [i, { manifest }] of manifests.filter((_, k) => k % 3 === 0).entries()) {
      const next = manifest.replace(/^( *)name: /m, '$1labels: {changed: "yes"}\n$1name: ');
      const [before, file] = [manifest, next].map((text): SourceFile => readFile('a.yaml', text, { isPartial: false }));
      if (!before || !file || next === manifest) continue;
      const check: Check = (settings) => {
        const around = aloneAround(file);
        const change = { committed: { ...nothingCommitted, file: before }, settings, around };
        const checked = checkChange(file, fileFindings(checkDocuments(file, settings, around)), change);
        return [checked.findings, checked.passed];
      };
      partial += assertUnion(check, choices[i % choices.length] ?? choices[0]);
    }
    assert.ok(partial > 0);
  });
});
