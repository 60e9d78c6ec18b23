/** What code scanning reads in a SARIF report: rules, places, levels, and fingerprints that outlive an edit. */
import assert from 'node:assert/strict';
import type { Log, Run } from 'sarif';
import { describeRule } from '../server/src/reports/sarif-rules.ts';
import { rules } from '../server/src/rules/rules.ts';
import { folderOf } from './support/process.ts';
import { sarifFaults } from './support/reports.ts';

const text = `# A remark.
apiVersion: v1
kind: Service
metadata: { name: a }
spec: { ports: [{ name: b, port: 80 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: a }
subsets:
  - addresses: [{ ip: "127.0.0.1" }, { ip: 169.254.0.1 }] # 😀
    ports: [{ name: 😀, port: 70000 }, { name: c, port: 80 }]
`;

function runOf(content: string, ...args: readonly string[]): Run {
  const folder = folderOf({ 'a.yaml': content });
  const { out } = folder.run('check', 'a.yaml', '--format', 'sarif', ...args);
  folder.remove();
  assert.deepEqual(sarifFaults(out), []);
  const [run] = (JSON.parse(out) as Log).runs;
  assert.ok(run?.results && run.results.length > 3);
  return run;
}

describe('SARIF', () => {
  it('describes every rule within the limits', () => {
    const described = describeRule(new Set(rules.map(({ code }) => code)));
    assert.deepEqual(
      described.map(({ id }) => id),
      rules.map(({ code }) => code),
    );
    const run = { ...runOf(text), results: [] };
    run.tool.driver.rules = [...described];
    const log = { $schema: 'https://example.com/schema.json', version: '2.1.0', runs: [run] };
    assert.deepEqual(sarifFaults(JSON.stringify(log)), []);
    for (const { id, help, shortDescription, fullDescription } of described) {
      assert.doesNotMatch(help?.markdown ?? '', /\]\((?!https:)|^```\w+ /m, id);
      assert.doesNotMatch(fullDescription?.text ?? '', /`|\*\*|\]\(|^#/m, id);
      assert.notEqual(fullDescription?.text, shortDescription?.text, id);
      assert.ok(help?.text.startsWith(shortDescription?.text ?? '-'), id);
    }
  });

  it('marks the places exactly', () => {
    const lines = text.split('\n');
    const marked = runOf(text).results?.map(({ ruleId, locations }) => {
      const { startLine = 0, startColumn = 0, endLine, endColumn } = locations?.[0]?.physicalLocation?.region ?? {};
      assert.equal(endLine, startLine);
      return [ruleId, lines[startLine - 1]?.slice(startColumn - 1, (endColumn ?? 0) - 1)];
    });
    for (const expected of [
      ['loopback-ip', '"127.0.0.1"'],
      ['link-local-ip', '169.254.0.1'],
      ['port-out-of-range', '70000'],
      ['malformed-port-name', '😀'],
    ])
      assert.ok(
        marked?.some((found) => found.join() === expected.join()),
        `${expected.join()} in ${JSON.stringify(marked)}`,
      );
  });

  it('links what a finding has to do with', () => {
    const found = runOf(text).results?.filter(({ relatedLocations }) => relatedLocations);
    assert.ok(found && found.length > 0);
    for (const { message, relatedLocations = [] } of found) {
      const links = [...(message.text ?? '').matchAll(/\[a\.yaml:(\d+)\]\((\d+)\)/g)];
      assert.deepEqual(
        links.map(([, line, id]) => [Number(line), Number(id)]),
        relatedLocations.map(({ physicalLocation, id }) => [physicalLocation?.region?.startLine, id]),
      );
    }
  });

  it('has fingerprints that stay when lines move, and differ from each other', () => {
    const prints = (content: string): readonly unknown[] =>
      runOf(content).results?.map(({ partialFingerprints }) => partialFingerprints) ?? [];
    const before = prints(text);
    assert.equal(new Set(before.map((each) => JSON.stringify(each))).size, before.length);
    assert.deepEqual(prints(`# Another.\n\n${text}`), before);
    assert.deepEqual(prints(text.replace('[{ ip: "', '[{ ip: 10.0.0.1 }, { ip: "')), before);
  });

  it('gives a result the level of the settings, and the rule its own', () => {
    const { tool, results } = runOf(text, '--severity', 'loopback-ip=info', '--severity', 'link-local-ip=warning');
    const levels = results?.map(({ ruleId, ruleIndex = -1, level }) => {
      const rule = tool.driver.rules?.[ruleIndex];
      assert.equal(rule?.id, ruleId);
      return [ruleId, rule?.defaultConfiguration?.level, level].join(' ');
    });
    assert.ok(levels?.includes('loopback-ip error note'));
    assert.ok(levels?.includes('link-local-ip error warning'));
    assert.ok(levels?.includes('port-out-of-range error error'));
  });

  it('for code scanning, which looks at no suppressions, is the same without what is accepted', () => {
    const ignoring = text.replace(' # 😀', ' # endpoints: ignore[loopback-ip] Why not?');
    const all = runOf(ignoring);
    const counting = all.results?.filter(({ suppressions }) => suppressions?.length === 0) ?? [];
    const scanned = runOf(ignoring, '--output', 'a.sarif', '--format', 'code-scanning');
    const plainly = (results: Run['results']): unknown =>
      results?.map(({ ruleIndex: _index, suppressions: _suppressions, ...result }) => result);
    assert.deepEqual(plainly(scanned.results), plainly(counting));
    assert.ok(scanned.results?.every(({ suppressions }) => suppressions === undefined));
    const codes = (run: Run): readonly unknown[] => run.tool.driver.rules?.map(({ id }) => id) ?? [];
    assert.deepEqual(
      codes(all).filter((id) => !codes(scanned).includes(id)),
      ['loopback-ip'],
    );
  });

  it('has suppressions for all results or for none', () => {
    const all = (content: string): readonly unknown[] =>
      runOf(content).results?.map(({ suppressions }) => suppressions) ?? [];
    assert.ok(all(text).every((each) => each === undefined));
    const ignored = all(text.replace(' # 😀', ' # endpoints: ignore[loopback-ip] Why not?'));
    assert.deepEqual(
      ignored.filter((each) => JSON.stringify(each) !== '[]'),
      [[{ kind: 'inSource', justification: 'Why not?' }]],
    );
  });
});
