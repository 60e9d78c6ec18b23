/** `endpoints test`: files, reports, exit codes, and what --record writes. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reporterNames } from '../server/src/reports/reporters.ts';
import { db } from './support/expectation-texts.ts';
import { folderOf, startCli, withoutColors } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

const met = '  - service: shop/db:postgres\n    only: [10.0.0.1]\n';
const unmet = '  - {name: second, service: shop/db, reaches: [10.0.0.2]}\n';
const name = 'endpoints.test.yaml';

describe('endpoints test', () => {
  const having = temporary(folderOf);

  it('ends with 0 if all expectations are met', () => {
    const folder = having({ 'db.yaml': db, [name]: `tests:\n${met}` });
    const { out, err, code } = folder.run('test');
    assert.deepEqual([out, err, code], [`1 expectation met in 1 file.\n`, '', 0]);
  });

  it('shows the places of an expectation that is not met', () => {
    const folder = having({ 'k8s/db.yaml': db, [`k8s/${name}`]: `tests:\n${met}${unmet}` });
    const { out, err, code } = folder.run('test');
    assert.equal(
      out,
      `k8s/endpoints.test.yaml:4:48  error[failed-expectation]  10.0.0.2 gets no traffic. The endpoint is not ready.
  4 |   - {name: second, service: shop/db, reaches: [10.0.0.2]}
    |                                                ^^^^^^^^ expected here
  see k8s/db.yaml:13:49  This keeps 10.0.0.2:5432 from traffic.

1 of 2 expectations not met in 1 file.
`,
    );
    assert.deepEqual([err, code], ['', 1]);
  });

  it('finds files in directories, takes named ones of any name, and reads what they name', () => {
    const folder = having({
      'k8s/db.yaml': db,
      [`k8s/prod.${name}`]: `tests:\n${met}`,
      [`tests/${name}`]: `paths: [../k8s/db.yaml]\ntests:\n${met}`,
      'tests/other.yaml': `paths: ['../k8s/*.yaml', '!../k8s/prod*']\ntests:\n${met}`,
      [`elsewhere/${name}`]: `paths: [none]\ntests:\n${met}`,
      [`part/${name}`]: `tests:\n${met.replace('only', 'reaches')}`,
      'part/slice.yaml': db.slice(db.indexOf('---')).replace('db-1', 'db-2'),
    });
    assert.equal(folder.run('test', 'k8s', 'tests').out, '2 expectations met in 2 files.\n');
    assert.equal(folder.run('test', 'tests/other.yaml').out, '1 expectation met in 1 file.\n');
    const { err, code } = folder.run('test', 'elsewhere');
    assert.deepEqual([err, code], ['endpoints: elsewhere/none does not exist. Check the path.\n', 2]);
    // A Service around the folder counts, unless the folder has one of this name.
    assert.equal(folder.run('test', 'part').code, 0);
    writeFileSync(join(folder.path, 'part/db.yaml'), db.slice(0, db.indexOf('---')).replace('postgres', 'pg'));
    assert.match(folder.run('test', 'part').out, /The Service has no port "postgres"\. It has pg\./);
  });

  it('ends with 2 for a mistake, at its place, and judges nothing in that file', () => {
    const folder = having({ 'db.yaml': db, [name]: `tests:\n${met}${unmet}  - {service: shop/db, onyl: []}\n` });
    const { out, code } = folder.run('test');
    assert.equal(code, 2);
    assert.match(
      out,
      /^endpoints\.test\.yaml:5:24 {2}error\[invalid-expectation\] {2}There is no key "onyl" here\. Did you mean "only"\?/m,
    );
    assert.doesNotMatch(out, /failed-expectation/);
    assert.match(out, /^2 mistakes in 1 file\.$/m);
  });

  it('ends with 2 for an unreadable manifest, and still reports', () => {
    const folder = having({ 'db.yaml': db, 'bad.yaml': Buffer.from([0xff, 0xfe, 0, 1]), [name]: `tests:\n${met}` });
    const { out, err, code } = folder.run('test');
    assert.equal(code, 2);
    assert.match(err, /bad\.yaml/);
    assert.match(out, /1 expectation met in 1 file\. The run is incomplete/);
  });

  it('says how to start', () => {
    const folder = having({ 'db.yaml': db });
    const { out, err, code } = folder.run('test');
    const start = 'Write one with "endpoints test --record", or name another directory.';
    assert.deepEqual([out, err, code], ['', `endpoints: There is no ${name} in this directory. ${start}\n`, 2]);
    assert.match(folder.run('test', 'db.yaml').out, /invalid-expectation/);
    assert.match(folder.run('test', 'none').err, /none does not exist/);
  });

  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['-'], /reads no standard input/],
    [['--force'], /--force replaces a recorded file/],
    [['--record', '--format', 'json'], /--record writes no report/],
    [['--record', 'a', 'b'], /--record takes one directory/],
    [['--record', 'db.yaml'], /db\.yaml is not a directory/],
    [['--mirroring', 'maybe'], /--mirroring maybe is not a valid value/],
    [['--format', 'xml'], /--format xml is not a valid format/],
  ];
  for (const [args, message] of wrong)
    it(`refuses ${args.join(' ')}`, () => {
      const { err, code } = having({ 'db.yaml': db }).run('test', ...args);
      assert.match(err, message);
      assert.equal(code, 2);
    });

  it('has every report format, and writes several', () => {
    const folder = having({ 'db.yaml': db, [name]: `tests:\n${met}${unmet}` });
    for (const format of reporterNames) {
      const { out, code } = folder.run('test', '--format', format);
      assert.equal(code, 1, format);
      assert.match(out, /10\.0\.0\.2 gets no traffic\. The endpoint is not ready\./, format);
    }
    folder.run('test', '-f', 'text', '-f', 'junit', '-o', 'report.xml');
    assert.match(
      readFileSync(join(folder.path, 'report.xml'), 'utf8'),
      /<testsuites name="endpoints test" tests="2" failures="1"/,
    );
  });

  it('has a test for each expectation in junit, tap and json', () => {
    const folder = having({ 'db.yaml': db, [name]: `tests:\n${met}${met}${unmet}` });
    const junit = folder.run('test', '-f', 'junit').out;
    assert.match(
      junit,
      /<testcase name="shop\/db:postgres" classname="endpoints\.test\.yaml" file="endpoints\.test\.yaml" line="2"\/>/,
    );
    assert.match(junit, /<testcase name="shop\/db:postgres \(2\)"[^>]*line="4"\/>/);
    assert.match(junit, /<testcase name="second"[^>]*line="6">\s*<failure message="10\.0\.0\.2 gets no traffic/);
    const tap = folder.run('test', '-f', 'tap').out;
    assert.match(
      tap,
      /^1\.\.3\nok 1 - endpoints\.test\.yaml:2:14 shop\/db:postgres\nok 2 .*\nnot ok 3 - endpoints\.test\.yaml:6:12 second\n/m,
    );
    const json = JSON.parse(folder.run('test', '-f', 'json').out) as {
      tests: readonly { title: string; ok: boolean }[];
    };
    assert.deepEqual(
      json.tests.map(({ title, ok }) => [title, ok]),
      [
        ['shop/db:postgres', true],
        ['shop/db:postgres', true],
        ['second', false],
      ],
    );
  });

  it('writes a JSON report that "endpoints merge" rejects', () => {
    const folder = having({ 'db.yaml': db, [name]: `tests:\n${met}` });
    folder.run('test', '-f', 'json', '-o', 'report.json');
    const { err, code } = folder.run('merge', 'report.json');
    assert.match(err, /report\.json is a report of "endpoints test", which is not merged/);
    assert.equal(code, 2);
  });

  it('reads the setting mirroring, which a file, an expectation and an option override', () => {
    const endpoints = `apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\nsubsets: [{addresses: [{ip: 10.0.0.1}], ports: [{name: postgres, port: 5432}]}]\n`;
    const files = { 'db.yaml': `${db.slice(0, db.indexOf('---'))}---\n${endpoints}`, [name]: `tests:\n${met}` };
    const on = having(files);
    assert.equal(on.run('test').code, 0);
    assert.equal(on.run('test', '--mirroring', 'off').code, 1);
    const off = having({ ...files, 'endpoints.config.yaml': 'mirroring: off\n' });
    assert.equal(off.run('test').code, 1);
    assert.equal(off.run('test', '--mirroring', 'on').code, 0);
    writeFileSync(join(off.path, name), `mirroring: on\ntests:\n${met}`);
    assert.equal(off.run('test').code, 0);
  });

  it('records what gets traffic, which is met at once, as a process', () => {
    const folder = having({ 'db.yaml': db });
    const start = (...args: readonly string[]) => startCli({ args, cwd: folder.path, env: withoutColors() });
    const { out, err, code } = start('test', '--record');
    assert.deepEqual([out, err, code], [`Wrote ${name} with 1 expectation. "endpoints test" checks them.\n`, '', 0]);
    assert.deepEqual([start('test').out, start('test').code], ['1 expectation met in 1 file.\n', 0]);
  });

  it('records the examples', () => {
    const folder = having({});
    cpSync(join(root, 'examples'), join(folder.path, 'examples'), { recursive: true });
    const { code, out } = folder.run('test', '--record', 'examples', '--force');
    assert.equal(code, 0, out);
    assert.equal(folder.run('test').code, 0);
    const text = readFileSync(join(folder.path, 'examples', name), 'utf8');
    folder.run('test', '--record', 'examples', '--force');
    assert.equal(readFileSync(join(folder.path, 'examples', name), 'utf8'), text);
  });

  it('overwrites no file without --force, and no link', () => {
    const folder = having({ 'db.yaml': db, [name]: 'tests: []\n' });
    const { err, code } = folder.run('test', '--record');
    assert.deepEqual([err, code], [`endpoints: ${name} already exists. Change it, or overwrite it with --force.\n`, 2]);
    assert.equal(readFileSync(join(folder.path, name), 'utf8'), 'tests: []\n');
    assert.equal(folder.run('test', '--record', '--force').code, 0);
    const linked = having({ 'db.yaml': db, 'target.yaml': 'kept\n' });
    symlinkSync('target.yaml', join(linked.path, name));
    assert.match(linked.run('test', '--record', '--force').err, /is not a regular file/);
  });

  it('names what it leaves out, and what gets no traffic', () => {
    const idle = db.replace('name: postgres, port: 5432}]}\n---', 'name: pg, port: 5432}]}\n---');
    const folder = having({ 'idle.yaml': idle });
    assert.match(
      folder.run('test', '--record').err,
      /shop\/db:pg gets no traffic today\. "endpoints why shop\/db:pg" says why\./,
    );
    const open = having({ 'db.yaml': db.replace('10.0.0.1', '"{{ .ip }}"') });
    const { err, code } = open.run('test', '--record');
    assert.match(err, /shop\/db:postgres is left out\. "\{\{ \.ip \}\}" is not known before the files are rendered/);
    assert.match(err, /No traffic is certain in \., so nothing is recorded\./);
    assert.equal(code, 2);
    assert.ok(!existsSync(join(open.path, name)));
    const bad = having({ 'db.yaml': db, 'bad.yaml': Buffer.from([0xff, 0xfe, 0, 1]) });
    assert.match(bad.run('test', '--record').err, /Nothing is recorded, because not all files are read\./);
  });
});
