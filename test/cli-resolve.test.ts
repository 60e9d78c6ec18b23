/** `endpoints resolve`: recorded answers as a process, short names, exit codes, and files that it cannot read. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resolution } from '../server/src/api.ts';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

interface Case {
  readonly id: string;
  readonly objects: readonly object[];
  readonly questions: readonly (Pick<Resolution, 'rcode' | 'answer'> & {
    readonly name: string;
    readonly type: string;
    readonly extra?: readonly string[];
  })[];
}

const cases = JSON.parse(readFileSync(join(root, 'test/data/traffic/dns.json'), 'utf8')) as readonly Case[];

const db = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {clusterIP: 10.96.0.5, ports: [{name: postgres, port: 5432}]}
`;

describe('endpoints resolve', () => {
  const having = temporary(folderOf);

  const ran = ({ out, err, code }: { out: string; err: string; code: number | null }): readonly unknown[] => [
    out,
    err,
    code,
  ];

  it('prints recorded answers', () => {
    const sample = cases.filter((_, i) => i % 12 === 0);
    const folder = having(
      Object.fromEntries(
        sample.map(({ objects }, i) => [
          `${i}.json`,
          JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
        ]),
      ),
    );
    for (const [i, { id, questions }] of sample.entries()) {
      const question = questions[i % questions.length] ?? assert.fail(id);
      const { name, type, rcode, answer, extra = [] } = question;
      const { out, code } = folder.run('resolve', name, type, `${i}.json`, '--format', 'json');
      const found = JSON.parse(out) as Resolution;
      assert.equal(code, answer.length > 0 ? 0 : 1, id);
      assert.equal(found.rcode, rcode, id);
      assert.deepEqual(setOf(found.answer), setOf(answer), id);
      assert.deepEqual(setOf(found.extra), setOf(extra), id);
    }
  });

  it('completes short names from the namespace of the Pod', () => {
    const folder = having({ 'db.yaml': db });
    for (const args of [
      ['db', '-n', 'shop'],
      ['db.shop'],
      ['DB.shop.svc', 'a'],
      ['db.shop.svc.cluster.local'],
      ['db.shop.svc.cluster.local.', 'A', '.'],
      ['db.shop', 'db.yaml'],
    ])
      assert.deepEqual(ran(folder.run('resolve', ...args)), ['10.96.0.5\n', '', 0], args.join(' '));
    assert.equal(
      folder.run('resolve', '_postgres._tcp.db', '--namespace', 'shop').out,
      '0 100 5432 db.shop.svc.cluster.local.\n',
    );
    assert.equal(folder.run('resolve', '10.96.0.5').out, 'db.shop.svc.cluster.local.\n');
    const { out, err, code } = folder.run('resolve', 'db.shop.svc.');
    assert.deepEqual([out, code], ['', 1]);
    assert.match(err, /^"db\.shop\.svc" is no complete name\. Ask for db\.shop\.svc\.cluster\.local\.$/m);
  });

  it('names the type of two cluster IPs that the cluster assigns', () => {
    const dual = db.replace('clusterIP: 10.96.0.5', 'ipFamilyPolicy: RequireDualStack');
    const folder = having({ 'db.yaml': dual });
    assert.equal(folder.run('resolve', 'db.shop').out, 'A <assigned>\nAAAA <assigned>\n');
    assert.equal(folder.run('resolve', 'db.shop', 'AAAA').out, '<assigned>\n');
  });

  it('explains the name that is meant', () => {
    const folder = having({ 'db.yaml': db });
    for (const [name, words] of [
      ['db', /^db\.default\.svc\.cluster\.local does not exist \(NXDOMAIN\)\.\n.*"shop" has one/],
      ['bd.shop', /^bd\.shop\.svc\.cluster\.local .*\n.*Did you mean "db"/],
      ['db.shpo', /^db\.shpo\.svc\.cluster\.local .*\n.*"shop" has one/],
      ['primary.db.shop', /^primary\.db\.shop\.svc\.cluster\.local .*\n.*no EndpointSlice|No EndpointSlice/],
      ['example.com', /^"example\.com" is outside of cluster\.local/],
    ] as const) {
      const { out, err, code } = folder.run('resolve', name);
      assert.deepEqual([out, code], ['', 1], name);
      assert.match(err, words);
    }
  });

  it('answers from what a kustomization builds', () => {
    const folder = having({
      'base/kustomization.yaml': 'resources: [db.yaml]\n',
      'base/db.yaml': db,
      'prod/kustomization.yaml': 'namespace: prod\nnameSuffix: "-1"\nresources: [../base]\n',
    });
    assert.deepEqual(ran(folder.run('resolve', 'db-1.prod', '--build', 'prod')), ['10.96.0.5\n', '', 0]);
    assert.equal(folder.run('resolve', 'db.shop', '--build', 'prod').code, 1);
  });

  it('refuses wrong usage, and says what it cannot read', () => {
    const folder = having({ 'db.yaml': db });
    for (const [args, words] of [
      [[], /needs a name/],
      [['db.shop', 'db.yaml', '--namespace='], /--namespace must not be empty/],
      [['db.shop', '--mirroring', 'maybe'], /Use on or off/],
      [['db.shop', 'missing.yaml'], /missing\.yaml/],
    ] as const) {
      const { err, code } = folder.run('resolve', ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, words);
    }
    const { out, err, code } = folder.run('resolve', 'db.shop', 'db.yaml', 'missing.yaml');
    assert.deepEqual([out, code], ['10.96.0.5\n', 2]);
    assert.match(err, /missing\.yaml/);
  });
});

function setOf(records: readonly string[]): readonly string[] {
  return [...new Set(records)].sort();
}
