/** `endpoints why`: its usage, exit codes, JSON, and what it does with files that it cannot read. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { titledFiles } from './support/console-page.ts';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

interface Answer {
  readonly version: number;
  readonly asked: Readonly<Record<string, string | null>>;
  readonly services: readonly {
    readonly arrives: string;
    readonly answer: string;
    readonly file: string | null;
    readonly range: readonly number[] | null;
    readonly steps: readonly Step[];
    readonly ports: readonly { readonly name: string; readonly arrives: string; readonly steps: readonly Step[] }[];
  }[];
}

interface Step {
  readonly step: string;
  readonly verdict: string;
  readonly text: string;
  readonly file: string | null;
  readonly range: readonly number[] | null;
  readonly change: string | null;
}

const page = readFileSync(join(root, 'docs/cli/why.md'), 'utf8');
const working = titledFiles(page)['db.yaml'] ?? '';
const broken = working.replace('  - name: postgres\n    port', '  - name: pg\n    port');

describe('endpoints why', () => {
  const having = temporary(folderOf);
  const codeOf = (text: string, ...args: readonly string[]): number | null =>
    having({ 'db.yaml': text }).run('why', ...args).code;
  const usage = (...args: readonly string[]): string => {
    const { out, err, code } = having({ 'db.yaml': working }).run('why', ...args);
    assert.deepEqual([out, code], ['', 2]);
    return err;
  };

  it('exits with 0 where traffic arrives, and with 1 where it does not', () => {
    assert.notEqual(broken, working);
    assert.equal(codeOf(working, 'shop/orders-db'), 0);
    assert.equal(codeOf(broken, 'shop/orders-db'), 1);
    assert.equal(codeOf(working, 'shop/orders-db', '10.20.0.15'), 0);
    assert.equal(codeOf(working, 'shop/orders-db', '10.20.0.16'), 1);
    assert.equal(codeOf(working, 'shop/orders-db', '--through', 'traefik-tcp'), 1);
    assert.equal(codeOf(working.replace('[10.20.0.15]', '["${DB_IP}"]'), 'shop/orders-db'), 1, 'not certain');
  });

  it('exits with 0 for an address that gets traffic from some zones, and with 1 from another zone', () => {
    const hinted = working
      .replace('[10.20.0.15]', '[10.20.0.15]\n    hints: {forZones: [{name: a}]}')
      .replace('[10.20.0.16]\n    conditions:\n      ready: false', '[10.20.0.16]\n    hints: {forZones: [{name: b}]}');
    assert.equal(codeOf(hinted, 'shop/orders-db'), 0);
    assert.equal(codeOf(hinted, 'orders-db', '10.20.0.15'), 0);
    assert.equal(codeOf(hinted, 'orders-db', '10.20.0.15', '--from', 'zone=a,node=worker-1'), 0);
    assert.equal(codeOf(hinted, 'orders-db', '10.20.0.15', '--from', 'zone=b'), 1);
    assert.equal(codeOf(hinted, 'orders-db', '10.20.0.15', '--from', 'zone='), 0);
  });

  it('reads an address in any spelling, and other operands as paths', () => {
    const six = working
      .replace('  ports:', '  ipFamilies: [IPv6]\n  ports:')
      .replace('IPv4', 'IPv6')
      .replace('10.20.0.15', '"2001:db8::15"')
      .replace('10.20.0.16', '"2001:db8::16"');
    assert.equal(codeOf(six, 'orders-db', '2001:DB8:0::15', 'db.yaml'), 0);
    assert.match(usage('orders-db', 'missing.yaml'), /missing\.yaml/);
  });

  it('prints JSON with the steps, their places and the way out', () => {
    const { out, err, code } = having({ 'db.yaml': broken }).run('why', 'orders-db:5432', '--format', 'json');
    assert.deepEqual([err, code], ['', 1]);
    const { version, asked, services } = JSON.parse(out) as Answer;
    assert.equal(version, 1);
    const nothing = { address: null, node: '', zone: null, family: null };
    assert.deepEqual(asked, { ...nothing, port: '5432', through: 'kube-proxy' });
    const [service, ...others] = services;
    assert.ok(service);
    assert.equal(others.length, 0);
    const { arrives, answer, file, range, steps, ports } = service;
    assert.deepEqual([arrives, file, range], ['no', 'db.yaml', [4, 9, 4, 18]]);
    assert.match(answer, /^No traffic arrives at shop\/orders-db:5432\. /);
    assert.deepEqual(
      steps.map(({ step, verdict }) => [step, verdict]),
      [
        ['name', 'ok'],
        ['port', 'ok'],
      ],
    );
    const [wrong] = ports[0]?.steps ?? [];
    assert.deepEqual([wrong?.step, wrong?.verdict, wrong?.file], ['slices', 'breaks', 'db.yaml']);
    assert.deepEqual(wrong?.range, [20, 11, 20, 13]);
    assert.ok(wrong?.change?.startsWith('Name the port "postgres"'));
    assert.ok(out.includes('"range": [4, 9, 4, 18]'), 'a range is on one line');
    const shown = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '') as Answer;
    assert.deepEqual(Object.keys(shown), ['version', 'asked', 'services']);
    assert.deepEqual(Object.keys(shown.asked), Object.keys(asked));
    assert.deepEqual(Object.keys(shown.services[0] ?? {}), Object.keys(service));
  });

  it('says what is wrong with its operands and options', () => {
    assert.match(usage(), /needs a Service, such as shop\/orders-db:postgres/);
    assert.match(usage('a/b/c'), /a\/b\/c is not the name of a Service/);
    assert.match(usage('shop/orders-db', '-n', 'test'), /name two namespaces/);
    assert.match(usage('order-db', '-n', 'shop'), /no Service shop\/order-db\. Did you mean shop\/orders-db\?/);
    assert.match(usage('orders'), /Did you mean shop\/orders-db\?/);
    assert.match(usage('orders-db', '--from', 'worker-1'), /--from worker-1 is not a place\. Write zone=NAME/);
    assert.match(usage('orders-db', '--from', 'node='), /is not a place/);
    assert.match(usage('orders-db', '--through', 'trafik'), /Did you mean traefik\?/);
    assert.match(usage('orders-db', '--family', '4'), /Use IPv4 or IPv6/);
  });

  it('answers, and exits with 2, where another file cannot be read', () => {
    const folder = having({ 'db.yaml': working, 'broken.yaml': 'kind: EndpointSlice\nmetadata: {' });
    const { out, err, code } = folder.run('why', 'orders-db');
    assert.match(out, /^Traffic arrives/);
    assert.match(err, /broken\.yaml/);
    assert.equal(code, 2);
  });

  it('explains each of several Services of one name with its place', () => {
    const { out, code } = having({ 'a/db.yaml': working, 'b/db.yaml': broken }).run('why', 'orders-db');
    assert.match(out, /^Traffic arrives at .* a\/db\.yaml:4:9$/m);
    assert.match(out, /^No traffic arrives at .* b\/db\.yaml:4:9$/m);
    assert.equal(code, 1);
  });

  it('explains what a kustomization builds', () => {
    const files = {
      'base/db.yaml': broken,
      'base/kustomization.yaml': 'resources: [db.yaml]\nnamePrefix: eu-\n',
    };
    const { out, code } = having(files).run('why', 'shop/eu-orders-db', '--build', 'base');
    assert.match(out, /^No traffic arrives at shop\/eu-orders-db:postgres/);
    // The base may be right for other overlays.
    assert.match(
      out,
      /renames the Service "orders-db" to "eu-orders-db", but not the label .* \(base\/db\.yaml:17:33\)\.\n +Add a replacement/,
    );
    assert.equal(code, 1);
  });

  it('considers a limited number of nodes, and says so', () => {
    const names = Array.from({ length: 300 }, (_, i) => i);
    const endpoints = names.map(
      (i) => `  - addresses: [10.1.${Math.floor(i / 250)}.${i % 250}]\n    nodeName: n${i}\n`,
    );
    const text = `${working.slice(0, working.indexOf('endpoints:'))}endpoints:\n${endpoints.join('')}`.replace(
      '  ports:\n    - name',
      '  internalTrafficPolicy: Local\n  ports:\n    - name',
    );
    const folder = having({ 'db.yaml': text });
    const { out, code } = folder.run('why', 'orders-db');
    assert.match(out, /^It is not certain .*: there are too many nodes\./);
    assert.doesNotMatch(out, /gets? no traffic/);
    assert.equal(code, 1);
    assert.match(folder.run('why', 'orders-db', '10.1.1.49').out, /sends connections from the node "n299"/);
    assert.equal(folder.run('why', 'orders-db', '--from', 'node=n299').code, 0);
  });
});
