/** `--shard` and `endpoints merge`: the reports of all parts come to the report of the whole. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reporterNames } from '../server/src/reports/reporters.ts';
import { folderOf, type Folder } from './support/process.ts';

const endpoints = (name: string, ip: string, port = 'web'): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n  namespace: shop\nsubsets:\n  - addresses:\n      - ip: ${ip}\n    ports:\n      - name: ${port}\n        port: 80\n`;
const service = (name: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n  namespace: shop\nspec:\n  ports:\n    - name: web\n      port: 80\n`;

const files = {
  'a/orders.yaml': endpoints('orders', '127.0.0.1'),
  'a/other.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: some\n',
  'b/kustomization.yaml': 'resources:\n  - stock.yaml\nnamePrefix: x-\n',
  'b/stock.yaml': endpoints('stock', '10.0.0.1'),
  'b/broken.yaml': 'kind: Endpoints\n  a: b\n',
  'c/orders-service.yaml': service('orders'),
  'c/empty.yaml': '',
  'd/ignored.yaml': `# endpoints: ignore-file[loopback-ip] a node agent\n${endpoints('ignored', '127.0.0.1')}`,
  'd/latin.yaml': Buffer.from('kind: Endpoints # \xe9', 'latin1'),
  'e/wrong-port.yaml': endpoints('orders', '10.0.0.2', 'wrong'),
  'e/again.yaml': endpoints('stock', '10.0.0.1'),
};

describe('shards of a run', () => {
  let folder: Folder;
  before(() => (folder = folderOf(files)));
  after(() => folder.remove());

  const part = (index: number, count: number, ...options: readonly string[]): string => {
    const name = `part-${index}-of-${count}.txt`;
    folder.run('check', '.', '--shard', `${index}/${count}`, '--format', 'json', '--output', name, ...options);
    return name;
  };
  const partsOf = (count: number, ...options: readonly string[]): readonly string[] =>
    Array.from({ length: count }, (_, i) => part(i + 1, count, ...options));

  for (const count of [1, 3, 12]) {
    it(`merges ${count} to what the whole run says, in every format`, () => {
      const parts = partsOf(count);
      for (const format of reporterNames) {
        const whole = folder.run('check', '.', '--format', format);
        const merged = folder.run('merge', ...parts.toReversed(), '--format', format);
        assert.deepEqual([merged.out, merged.err, merged.code], [whole.out, whole.err, whole.code], format);
        assert.notEqual(whole.out, '', format);
      }
    });
  }

  it('merges into files, quietly, and counts warnings', () => {
    const parts = partsOf(2);
    for (const options of [['--quiet'], ['--max-warnings', '0'], ['--format', 'json', '--output', 'all.txt']]) {
      const whole = folder.run('check', '.', ...options);
      const file = options.includes('all.txt') ? readFileSync(join(folder.path, 'all.txt'), 'utf8') : '';
      const merged = folder.run('merge', ...parts, ...options);
      assert.deepEqual([merged.out, merged.err, merged.code], [whole.out, whole.err, whole.code], options.join(' '));
      if (file !== '') assert.equal(readFileSync(join(folder.path, 'all.txt'), 'utf8'), file);
    }
  });

  it('counts warnings up to the limit of the shards, wherever that comes from', () => {
    const options: readonly (readonly string[])[] = [['--max-warnings', '1'], ['--max-warnings', '40'], ['--config', 'limit.yaml']]; // prettier-ignore
    writeFileSync(join(folder.path, 'limit.yaml'), 'maxWarnings: 1\nseverity:\n  deprecated-endpoints: warning\n');
    for (const option of options) {
      const whole = folder.run('check', '.', ...option);
      const parts = partsOf(3, ...option);
      const merged = folder.run('merge', ...parts);
      assert.deepEqual([merged.out, merged.err, merged.code], [whole.out, whole.err, whole.code], option.join(' '));
      assert.equal(merged.err.includes('the limit is 1.'), !option.includes('40'), merged.err);
      assert.match(folder.run('merge', ...parts, '--max-warnings', '0').err, /the limit is 0\.$/m);
    }
    rmSync(join(folder.path, 'limit.yaml'));
  });

  it('looks into each file once', () => {
    const counts = partsOf(3).map((name) => readFileSync(join(folder.path, name), 'utf8'));
    const shards = counts.map((text) => JSON.parse(text) as { files: number; shard: { index: number; count: number } });
    assert.deepEqual(shards.map(({ shard: { index, count } }) => [index, count]), [[1, 3], [2, 3], [3, 3]]); // prettier-ignore
    const whole = JSON.parse(folder.run('check', '.', '--format', 'json').out) as {
      files: number;
      accepted: unknown[];
    };
    assert.equal(whole.accepted.length, 1);
    assert.equal(shards.reduce((sum, each) => sum + each.files, 0), whole.files); // prettier-ignore
  });

  it('takes no report for a manifest, so that all shards in one folder see the same files', () => {
    const whole = folder.run('check', '.');
    const names = [1, 2, 3].map((index) => {
      const name = `part-${index}.json`;
      folder.run('check', '.', '--shard', `${index}/3`, '--format', 'json', '--output', name);
      return name;
    });
    const merged = folder.run('merge', ...names);
    const again = folder.run('check', '.');
    for (const { out, err, code } of [merged, again])
      assert.deepEqual([out, err, code], [whole.out, whole.err, whole.code]);
    for (const name of names) rmSync(join(folder.path, name));
  });

  it('says what is wrong with reports that do not belong together', () => {
    const [one = '', two = '', three = ''] = partsOf(3);
    folder.run('check', '.', '--format', 'json', '--output', 'whole.txt');
    writeFileSync(join(folder.path, 'copy.txt'), readFileSync(join(folder.path, one)));
    writeFileSync(join(folder.path, 'text.txt'), 'No problems');
    const written = (shard: object): string => JSON.stringify({ ...JSON.parse(readFileSync(join(folder.path, one), 'utf8')), shard }); // prettier-ignore
    writeFileSync(join(folder.path, 'fourth.txt'), written({ index: 4, count: 3, run: 'a' }));
    writeFileSync(join(folder.path, 'many.txt'), written({ index: 3, count: 1_000_000_000, run: 'a' }));
    const half = part(1, 2);
    const other = 'other.txt';
    folder.run('check', '.', '--shard', '2/3', '--quiet', '--format', 'json', '--output', other);
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[], '"endpoints merge" needs the JSON reports of all shards. Name their files.'],
      [[one, three], 'Shard 2 of 3 is missing. Name its report, too.'],
      [[three], 'Shards 1 and 2 of 3 are missing. Name their reports, too.'],
      [[one, two, 'copy.txt'], `${one} and copy.txt are both shard 1 of 3. Name one of them.`],
      [[one, half], `${one} is from a run with 3 shards, but ${half} from one with 2. Name the reports of one run.`],
      [
        [one, other, three],
        `${other} and ${one} are from different runs: the files, the settings or the versions of endpoints differ. Check the same commit with the same options in each shard.`,
      ],
      [['fourth.txt'], 'fourth.txt is shard 4 of 3, which is impossible. Write it again with --shard.'],
      [['many.txt'], 'Shards 1, 2, 4, 5, 6 and 999999994 more of 1000000000 are missing. Name their reports, too.'],
      [['whole.txt'], 'whole.txt is the report of a whole run, not of a shard. Name reports written with --shard.'],
      [['nowhere.txt'], 'nowhere.txt does not exist. Check the path.'],
      [['.'], '. is a directory. Name a file in it.'],
    ];
    for (const [names, message] of cases) {
      const { out, err, code } = folder.run('merge', ...names);
      assert.deepEqual([out, err, code], ['', `endpoints: ${message}\n`, 2]);
    }
    assert.match(folder.run('merge', 'text.txt').err, /^endpoints: text\.txt is not JSON\. /);
  });

  it('knows a changed file for another run', () => {
    const [one = ''] = partsOf(2);
    const path = join(folder.path, 'e/again.yaml');
    writeFileSync(path, endpoints('stock', '10.0.0.9'));
    const two = part(2, 2);
    writeFileSync(path, files['e/again.yaml']);
    assert.match(folder.run('merge', one, two).err, /are from different runs/);
  });

  it('reads I/N and nothing else', () => {
    for (const text of ['', '1', '0/4', '5/4', '1/0', '-1/4', 'a/b', '1/4/2', '1.5/4', '1/99999']) {
      const { out, err, code } = folder.run('check', `--shard=${text}`);
      const said = `endpoints: --shard ${text || '""'} is not a valid shard. Use I/N, such as 1/4 for the first of four.\n`;
      assert.deepEqual([out, err, code], ['', said, 2]);
    }
    const { err, code } = folder.run('check', '--shard', '1/2', '--fix');
    assert.deepEqual([err, code], ['endpoints: --shard and --fix cannot be combined. Remove one of them.\n', 2]);
  });
});
