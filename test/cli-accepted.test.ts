/** What an ignore silences is not forgotten: reports that can say so have it, with the reason. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';

const endpoints = (lines: string, annotations = ''): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n${annotations}subsets:\n  - addresses:\n${lines}    ports: [{ port: 80 }]\n`;

interface Written {
  readonly code: string;
  readonly fingerprint: string;
  readonly range: { readonly start: { readonly line: number } };
}

interface WrittenReport {
  readonly diagnostics: readonly Written[];
  readonly accepted: readonly (Written & { readonly by: string; readonly reason: string | null })[];
}

function check(text: string, ...args: readonly string[]): WrittenReport & { readonly exit: number | null } {
  const folder = folderOf({ 'a.yaml': text });
  const { code, out } = folder.run('check', 'a.yaml', '--format', 'json', ...args);
  folder.remove();
  return { ...(JSON.parse(out) as WrittenReport), exit: code };
}

const told = ({ accepted }: WrittenReport): readonly unknown[] =>
  accepted.map(({ code, by, reason, range }) => [code, by, reason, range.start.line]);

describe('accepted findings', () => {
  it('have the reason of their comment', () => {
    const report = check(endpoints('      - ip: 127.0.0.1 # endpoints: ignore[loopback-ip] a node agent\n'));
    assert.equal(report.exit, 0);
    assert.deepEqual(told(report), [['loopback-ip', 'ignore', 'a node agent', 7]]);
    assert.ok(!report.diagnostics.some(({ code }) => code === 'loopback-ip'));
  });

  it('have no reason where none is given', () => {
    const report = check(endpoints('      # endpoints: ignore[loopback-ip]\n      - ip: 127.0.0.1\n'));
    assert.deepEqual(told(report), [['loopback-ip', 'ignore', null, 8]]);
  });

  it('are those of an annotation and of a whole file, too', () => {
    const annotation = `  annotations:\n    endpoints/ignore: "loopback-ip: a node agent"\n`;
    assert.deepEqual(told(check(endpoints('      - ip: 127.0.0.1\n', annotation))), [
      ['loopback-ip', 'ignore', 'a node agent', 9],
    ]);
    const text = `# endpoints: ignore-file[loopback-ip, deprecated-endpoints] old\n${endpoints('      - ip: 127.0.0.1\n')}`;
    assert.deepEqual(told(check(text)), [
      ['deprecated-endpoints', 'ignore', 'old', 3],
      ['loopback-ip', 'ignore', 'old', 8],
    ]);
  });

  it('in a stream are told with their document', () => {
    const quiet = endpoints('      - ip: 127.0.0.1 # endpoints: ignore[loopback-ip] one\n');
    const loud = endpoints('      - ip: 127.0.0.1\n').replace('name: a', 'name: b');
    const report = check(`${quiet}---\n${loud}`);
    assert.deepEqual(told(report), [['loopback-ip', 'ignore', 'one', 7]]);
    assert.equal(report.diagnostics.filter(({ code }) => code === 'loopback-ip').length, 1);
  });

  it('are none of a rule that is turned off, and with --quiet only errors', () => {
    const text = `# endpoints: ignore-file[loopback-ip, deprecated-endpoints] old\n${endpoints('      - ip: 127.0.0.1\n')}`;
    assert.deepEqual(told(check(text, '--severity', 'loopback-ip=off')), [
      ['deprecated-endpoints', 'ignore', 'old', 3],
    ]);
    assert.deepEqual(told(check(text, '--quiet')), [['loopback-ip', 'ignore', 'old', 8]]);
  });

  it('change no fingerprint of the others', () => {
    const lines = ['127.0.0.1', '127.0.0.1', '127.0.0.1'];
    const text = (ignored: number): string =>
      endpoints(
        lines
          .map((ip, i) => `      - ip: ${ip}${i === ignored ? ' # endpoints: ignore[loopback-ip] so it is' : ''}\n`)
          .join(''),
      );
    const fingerprints = (report: WrittenReport): readonly string[] =>
      [...report.diagnostics, ...report.accepted]
        .filter(({ code }) => code === 'loopback-ip')
        .sort((a, b) => a.range.start.line - b.range.start.line)
        .map(({ fingerprint }) => fingerprint);
    const before = fingerprints(check(text(-1)));
    assert.equal(new Set(before).size, 3);
    for (const ignored of [0, 1, 2]) assert.deepEqual(fingerprints(check(text(ignored))), before);
  });
});
