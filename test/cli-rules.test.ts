/** `endpoints rules` in both formats, and the short spellings of --format and --output. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSeverity } from '../server/src/lint/rule.ts';
import { rules } from '../server/src/rules/rules.ts';
import { commands } from '../server/src/cli/commands/commands.ts';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

describe('endpoints rules', () => {
  const having = temporary(folderOf);

  it('prints an array with --format json', () => {
    const { out, err, code } = having({}).run('rules', '--format', 'json');
    assert.deepEqual([err, code], ['', 0]);
    const listed = JSON.parse(out) as readonly { code: string; page: string }[];
    assert.deepEqual(
      listed,
      rules.map((rule) => ({
        code: rule.code,
        summary: rule.summary,
        enforcedBy: rule.enforcedBy,
        severity: defaultSeverity(rule),
        since: '0.1.0',
        page: `docs/rules/${rule.code}.md`,
      })),
    );
    for (const { page } of listed) assert.ok(existsSync(join(root, page)), page);
  });

  it('lists a rule that is off as such', () => {
    const { out } = having({}).run('rules');
    assert.match(out, /^slice-without-manager +advice +off +An EndpointSlice should name its manager in a label\.$/m);
  });

  it('rejects another format and an operand', () => {
    const { run } = having({});
    assert.match(
      run('rules', '-f', 'yaml').err,
      /^endpoints: --format yaml is not a valid value\. Use text or json\.\n$/,
    );
    assert.match(run('rules', 'loopback-ip').err, /^endpoints: "endpoints rules" takes no arguments\.\n$/);
  });
});

describe('-f and -o', () => {
  const having = temporary(folderOf);

  it('are --format and --output in every command that has them', () => {
    for (const { name, options } of commands) {
      const shorts = Object.entries(options).filter(([, { short }]) => short === 'f' || short === 'o');
      const wanted = ['format', 'output'].filter((option) => Object.hasOwn(options, option));
      assert.deepEqual(
        shorts.map(([option]) => option),
        wanted,
        name,
      );
    }
  });

  it('belong together in their order', () => {
    const { run, path } = having({ 'a.yaml': 'kind: a\n' });
    const { out, err, code } = run('check', '-f', 'json', '-o', 'r.json', '-ftext', '-f', 'tap', '-or.tap');
    assert.deepEqual([out, err, code], ['No Endpoints found in 1 file; nothing to check.\n', '', 0]);
    assert.match(readFileSync(join(path, 'r.json'), 'utf8'), /^\{\n {2}"version": 1,/);
    assert.match(readFileSync(join(path, 'r.tap'), 'utf8'), /^TAP version 14/);
    assert.match(run('check', '-f').err, /^endpoints: --format needs a value\./);
  });
});
