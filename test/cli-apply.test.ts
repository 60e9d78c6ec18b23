/** `endpoints apply FILES…` as a process: what it prints for people and for programs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../server/src/cli/main.ts';
import {
  labeled,
  live,
  manifest,
  nameOf,
  next,
  ownersOf,
  patch,
  platform,
  program,
  subsets,
  type Resource,
} from './support/cli-apply.ts';
import { shownOutput } from './support/console-page.ts';
import { folderOf, type Folder } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

const page = readFileSync(join(root, 'docs/cli/apply.md'), 'utf8');
const example = readFileSync(join(root, 'examples/patches/Pulumi.yaml'), 'utf8');

describe('endpoints apply', () => {
  const make = temporary(folderOf);
  let folder: Folder | undefined;
  const having = (files: Readonly<Record<string, string>>): Folder => (folder = make(files));

  /** The resources that are printed as JSON for all of the files. */
  const applied = (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const names = Object.keys(files).filter((name) => !args.includes(name));
    const { out, err, code } = having(files).run('apply', '--format', 'json', ...names, ...args);
    assert.ok(out !== '', err);
    const { resources } = JSON.parse(out) as { resources: readonly Resource[] };
    return { resources, first: resources[0], code, err };
  };

  it('prints for the example what its page shows', () => {
    const { out, err, code } = having({ 'examples/patches/Pulumi.yaml': example }).run('apply', 'examples/patches');
    assert.deepEqual([out, err, code], [shownOutput(page, 'endpoints apply examples/patches'), '', 0]);
  });

  it('prints as JSON what its page shows', () => {
    const { resources, code, err } = applied(
      { 'k8s/orders-db.yaml': next, 'live.yaml': live(block) },
      '--live',
      'live.yaml',
    );
    assert.deepEqual([{ resources }, err, code], [JSON.parse(fence('json', '"resources": [')), '', 1]);
  });

  it('shows a conflict with the fields and both places', () => {
    const { out, err, code } = having({ 'db.yaml': next, 'live.yaml': live(platform) }).run(
      'apply',
      'db.yaml',
      '--live',
      'live.yaml',
    );
    assert.deepEqual([err, code], ['', 1]);
    assert.equal(out, conflictText);
  });

  it('lets conflicts stand out on a terminal', async () => {
    const { path } = having({ 'db.yaml': next, 'live.yaml': live(platform) });
    let out = '';
    const terminal = {
      cwd: path,
      isColored: true,
      width: undefined,
      version: '0',
      out: (part: string) => void (out += part),
      err: () => {},
    };
    await main(['apply', 'db.yaml', 'live.yaml'], terminal);
    out = out.replaceAll('\u001b', '');
    assert.match(out, /\[31m2\. Manifest .* fails with a conflict: platform owns subsets\.\[/);
    assert.match(out, /\[31m# CONFLICT with manifest/);
    assert.match(out, /\[2m# platform, ready\[/);
    assert.match(out, /\[31mconflict\[39m {2}\[1msubsets/);
  });

  it('forces manifests where it is asked to, and says what is taken', () => {
    const { first, code } = applied(
      { 'db.yaml': next, 'live.yaml': live(platform) },
      '--live',
      'live.yaml',
      '--force-conflicts',
      '--field-manager',
      'ops',
    );
    assert.equal(code, 0);
    assert.deepEqual(first?.steps, [
      {
        place: { file: 'db.yaml', line: 2, column: 7 },
        operation: 'apply',
        manager: 'ops',
        force: true,
        result: 'applied',
        taken: [{ field: '.subsets', with: 'platform' }],
      },
    ]);
    assert.deepEqual(ownersOf(first), ['metadata.labels.app platform', 'subsets ops']);
    const { out } = (folder as Folder).run('apply', 'db.yaml', 'live.yaml', '--force-conflicts');
    assert.match(
      out,
      /is applied with force as field manager kubectl and sets subsets, taking subsets from platform\.\n/,
    );
    assert.match(out, /\n1 resource, no conflicts; 1 apply takes fields by force\.\n$/);
  });

  it('applies manifests one after the other by one manager, who lets go of what is no longer set', () => {
    const files = { 'b.yaml': `${labeled('one')}    old: x\n`, 'a.yaml': labeled('two') };
    const { first, code } = applied(files);
    assert.deepEqual(
      first?.steps.map(({ place, manager, result }) => `${place.file} ${manager} ${result}`),
      ['b.yaml kubectl applied', 'a.yaml kubectl applied'],
    );
    assert.deepEqual([first.result?.labels, first.orders.count, code], [{ app: 'two' }, 1, 0]);
  });

  it('tries all orders of what is free, and fails for a conflict in one of them', () => {
    const patches = [patch('a', 'labels: { x: "1" }'), patch('b', 'labels: { x: "2" }', { force: 'true' })];
    const { first, code } = applied({ 'Pulumi.yaml': program(...patches) });
    assert.deepEqual([code, first?.steps.map(({ result }) => result)], [1, ['applied', 'applied']]);
    assert.deepEqual(first?.orders, { count: 2, isComplete: true, isDecisive: true });
    assert.deepEqual(first.conflicts, [
      {
        path: 'metadata.labels.x',
        between: [
          { file: 'Pulumi.yaml', line: 10, column: 19 },
          { file: 'Pulumi.yaml', line: 17, column: 19 },
        ],
      },
    ]);
    const { out } = (folder as Folder).run('apply', 'Pulumi.yaml');
    assert.match(out, /2 orders are possible\. The outcome depends on the order\./);
    assert.match(
      out,
      /\nconflict {2}metadata\.labels\.x, in some orders\n {2}Pulumi\.yaml:10:19 {2}patch "a" sets it as field manager pulumi-kubernetes-<a>\n/,
    );
  });

  it('follows the order of the program', () => {
    const second = patch('b', 'labels: { x: "2" }', { force: 'true', options: '{ dependsOn: ["${a}"] }' });
    const { first, code } = applied({ 'Pulumi.yaml': program(second, patch('a', 'labels: { x: "1" }')) });
    assert.deepEqual([code, first?.orders.count], [0, 1]);
    assert.deepEqual(
      first?.steps.map(({ manager }) => manager),
      ['pulumi-kubernetes-<a>', 'pulumi-kubernetes-<b>'],
    );
  });

  it('reports what the server refuses, which changes nothing', () => {
    const files = { 'a.yaml': manifest('db', subsets('127.0.0.1')), 'b.yaml': labeled('x') };
    const { first, code } = applied(files);
    assert.equal(code, 1);
    assert.deepEqual(first?.steps[0]?.rejected, {
      causes: [{ field: 'subsets[0].addresses[0].ip', reason: 'FieldValueInvalid' }],
      message:
        'Endpoints "db" is invalid: subsets[0].addresses[0].ip: 127.0.0.1 is a loopback address: every node would connect to itself.',
    });
    assert.deepEqual([first.result?.labels, first.result?.subsets, first.conflicts], [{ app: 'x' }, [], []]);
    const { out, code: again } = (folder as Folder).run('apply', 'a.yaml');
    assert.match(out, /and is rejected: .*\n\nThe object does not exist afterwards\.\n\n1 resource, 1 rejected\.\n$/);
    assert.equal(again, 1);
  });

  it('meets what has the same namespace, written or not', () => {
    const provider = `  k8s:\n    type: pulumi:providers:kubernetes\n    properties: { namespace: shop }\n`;
    const unwritten = patch('a', 'labels: { app: y2 }', { options: '{ provider: "${k8s}" }' }).replace(
      '        namespace: shop\n',
      '',
    );
    const files = { 'db.yaml': labeled('x'), 'Pulumi.yaml': program(provider, unwritten) };
    assert.deepEqual(applied(files).resources.map(nameOf), ['shop/db']);
    const elsewhere = { ...files, 'Pulumi.yaml': program(unwritten.replace(/ {4}options.*\n/, '')) };
    assert.deepEqual(applied(elsewhere).resources.map(nameOf), ['shop/db', 'default/db']);
  });

  it('keeps apart what two providers make', () => {
    const providers = ['a', 'b'].map(
      (name) => `  ${name}s:\n    type: pulumi:providers:kubernetes\n    properties: {}\n`,
    );
    const patches = ['a', 'b'].map((name) =>
      patch(name, `labels: { app: x${name} }`, { options: `{ provider: "\${${name}s}" }` }),
    );
    const { resources, code } = applied({ 'Pulumi.yaml': program(...providers, ...patches) });
    assert.deepEqual([resources.map(nameOf), code], [['shop/db', 'shop/db'], 0]);
  });

  it('knows that a controller writes what a Service selects', () => {
    const service = `apiVersion: v1\nkind: Service\nmetadata: { name: db, namespace: shop }\nspec: { selector: { app: db }, ports: [{ port: 80 }] }\n`;
    const files = { 'svc.yaml': service, 'a.yaml': labeled('x'), 'b.yaml': manifest('db', subsets('10.0.0.1')) };
    const { first, code } = applied(files);
    assert.deepEqual([code, first?.steps.map(({ result }) => result)], [1, ['applied', 'conflict']]);
    assert.deepEqual(first?.conflicts[0]?.between[1], { file: 'svc.yaml', line: 2, column: 7 });
  });

  it('says so where there is nothing to apply, with exit code 0', () => {
    const { run } = having({ 'a.yaml': '', 'b.yaml': 'kind: Deployment\n' });
    const { out, code } = run('apply', '.');
    assert.deepEqual([out, code], ['No Endpoints or EndpointSlices found in 2 files; nothing to apply.\n', 0]);
    assert.deepEqual(JSON.parse(run('apply', 'a.yaml', '--format', 'json').out), { resources: [] });
  });

  it('leaves out what kustomize merges, and says so', () => {
    const part = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\nsubsets:\n- $patch: delete\n';
    const { resources, code, err } = applied({ 'a.yaml': labeled('x'), 'part.yaml': part });
    assert.deepEqual([resources.length, resources[0]?.steps.length, code], [1, 1, 0]);
    assert.match(err, /^endpoints: part\.yaml:2:7: Kustomize merges this patch into another object, .*\n$/);
  });

  it('takes its time from nobody: eight patches in free order, each with 1,000 addresses', () => {
    const addresses = (i: number): string =>
      Array.from({ length: 1000 }, (_, j) => `            - ip: 10.${i}.${j >> 8}.${j & 255}\n`).join('');
    const patches = Array.from(
      { length: 8 },
      (_, i) =>
        `${patch(`p${i}`, `labels: { l${i}: x }`, { force: i % 2 ? 'true' : '' })}      subsets:\n        - addresses:\n${addresses(i)}`,
    );
    const { run } = having({ 'Pulumi.yaml': program(...patches) });
    const { out, code, time } = run('apply', 'Pulumi.yaml', '--format', 'json');
    const { resources } = JSON.parse(out) as { resources: readonly Resource[] };
    assert.deepEqual([code, resources[0]?.orders], [1, { count: 24, isComplete: false, isDecisive: true }]);
    assert.ok(time < 10_000, `${time} ms`);
  });
});

const block =
  '    - manager: platform\n      operation: Apply\n      apiVersion: v1\n      time: "2026-03-01T10:00:00Z"\n      fieldsType: FieldsV1\n      fieldsV1:\n        f:metadata:\n          f:labels:\n            f:app: {}\n        f:subsets: {}\n';

const conflictText = `Endpoints shop/orders-db after all applies, Kubernetes 1.36

1. Live state (live.yaml:2:7): platform owns label app and subsets.
2. Manifest (db.yaml:2:7) is applied as field manager kubectl and fails with a conflict: platform owns subsets.

State: active. Addresses: 1 ready, 0 not ready.

apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
  namespace: shop
  labels:
    app: orders         # platform
subsets:                # CONFLICT with manifest (db.yaml:2:7); platform
  - addresses:          # platform
      - ip: 10.20.0.14  # platform, ready

conflict  subsets
  db.yaml:6:1  manifest sets it as field manager kubectl
  live.yaml:9:7  platform owns it

1 resource, 1 conflict.
`;

/** The fence of the page that holds what is printed. */
function fence(language: string, start = ''): string {
  const found = [...page.matchAll(/^```(\w+)\n(.*?\n)```$/gms)].find(
    ([, name, text = '']) => name === language && text.includes(start),
  );
  return found?.[2] ?? '';
}
