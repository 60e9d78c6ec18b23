/** `endpoints show --view`: mirrored slices, the state after patches, and after a conversion. */
import assert from 'node:assert/strict';
import type { Picture, PictureObject } from '../server/src/analysis/picture/picture.ts';
import { folderOf } from './support/process.ts';
import { times } from './support/runs.ts';
import { shownPicture, usedAddresses, type ShownPicture } from './support/show-run.ts';
import { temporary } from './support/temporary.ts';
import { service, slice } from './support/traffic-texts.ts';
import { writeCluster } from './support/traffic-writer.ts';

const web = service('web', '- { port: 80 }');
const endpoints = (subsets: string, metadata = ''): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata: { name: web${metadata} }\nsubsets: [${subsets}]\n---\n`;
const subset = (address: string, port = 80): string =>
  `{ addresses: [{ ip: "${address}" }], ports: [{ port: ${port} }] }`;

interface Patch {
  readonly name: string;
  readonly manager?: string;
  readonly force?: boolean;
  readonly fields: string;
}

/** A program with Endpoints of the field manager `platform`, and patches of them. */
function program(patches: readonly Patch[], base = true): string {
  const own = `  web:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: { name: web, namespace: shop, annotations: { pulumi.com/patchFieldManager: platform } }
      subsets: [${subset('10.0.0.1')}]
`;
  const others = patches.map(({ name, manager = name, force = false, fields }) => {
    const annotations = `{ pulumi.com/patchFieldManager: ${manager}, pulumi.com/patchForce: "${force}" }`;
    return `  ${name}:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata: { name: web, namespace: shop, annotations: ${annotations} }
      ${fields}
`;
  });
  const front =
    '  service:\n    type: kubernetes:core/v1:Service\n    properties:\n      metadata: { name: web, namespace: shop }\n      spec: { ports: [{ port: 80 }] }\n';
  return `name: shop\nruntime: yaml\nresources:\n${front}${base ? own : ''}${others.join('')}`;
}

describe('endpoints show --view', () => {
  const make = temporary(folderOf);
  const shown = (files: Readonly<Record<string, string>>, ...args: readonly string[]): ShownPicture =>
    shownPicture(make(files).run, ...args);
  const objectsOf = ({ services }: Picture): readonly PictureObject[] => services.flatMap(({ objects }) => objects);
  const patched = (patches: readonly Patch[], base = true): ShownPicture =>
    shown({ 'Pulumi.yaml': program(patches, base) }, '--view', 'patched');

  it('draws the slices that the mirroring controller makes, with names of its own', () => {
    const files = {
      'a.yaml':
        web + endpoints(`${subset('10.0.0.1')}, ${subset('fd00::1')}`) + slice('web', '{ port: 80 }', ['10.0.0.2']),
    };
    const mirrored = shown(files, '--view', 'mirrored');
    assert.deepEqual(
      objectsOf(mirrored).map(({ kind, name, manager, addressType }) => [kind, name, manager, addressType]),
      [
        ['EndpointSlice', 'web-… (1 of 2)', 'endpointslicemirroring-controller.k8s.io', 'IPv4'],
        ['EndpointSlice', 'web-… (2 of 2)', 'endpointslicemirroring-controller.k8s.io', 'IPv6'],
        ['EndpointSlice', 'web-1', '', 'IPv4'],
      ],
    );
    assert.equal(mirrored.view, 'with mirrored slices');
    const plain = shown({ 'a.yaml': web + endpoints(subset('10.0.0.1')) }, '--view', 'mirrored');
    assert.deepEqual(
      objectsOf(plain).map(({ kind, name }) => [kind, name]),
      [['EndpointSlice', 'web-…']],
    );
    const ids = objectsOf(mirrored).flatMap(({ id, addresses }) => [id, ...addresses.map((each) => each.id)]);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('says of a view that it shows nothing else than the written one', () => {
    const files = { 'a.yaml': web + slice('web', '{ port: 80 }', ['10.0.0.2']) };
    const written = shown(files);
    const remarks = ['mirrored', 'patched', 'converted'].map((view) => {
      const own = shown(files, '--view', view);
      assert.deepEqual(own.services, written.services, view);
      return own.remarks.at(-1)?.replace(/:.*/, '');
    });
    assert.deepEqual(remarks, [
      'No Endpoints of these Services are mirrored',
      'No patch of these objects is in the files',
      'There is nothing to convert',
    ]);
  });

  it('draws what the API server has after patches, and who owns it', () => {
    const all = patched([{ name: 'move', force: true, fields: `subsets: [${subset('10.0.0.9')}]` }]);
    const [object] = objectsOf(all);
    assert.deepEqual(
      object?.addresses.map(({ address, owners, range }) => [address, owners, range?.[0]]),
      [['10.0.0.9', ['move (patch "move")'], 18]],
    );
    assert.deepEqual([object?.range?.[0], object?.manager], [12, 'move (patch "move")']);
    assert.deepEqual(
      [all.services[0]?.ports[0]?.certain, all.services[0]?.ports[0]?.flow, all.code],
      [true, 'used', 0],
    );
    assert.deepEqual(usedAddresses(all), ['shop/web /TCP 10.0.0.9 80']);
  });

  it('draws a patch that conflicts as refused', () => {
    const all = patched([{ name: 'move', fields: `subsets: [${subset('10.0.0.9')}]` }]);
    const [object, patch, ...others] = objectsOf(all);
    assert.deepEqual(others, []);
    assert.deepEqual(usedAddresses(all), ['shop/web /TCP 10.0.0.1 80']);
    assert.deepEqual(
      [object?.mark, object?.addresses.map(({ owners }) => owners)],
      ['ready', [['platform (resource "web")']]],
    );
    assert.deepEqual([patch?.kind, patch?.mark, patch?.flows[0]?.flow], ['EndpointsPatch', 'refused', 'broken']);
    const { rule, message } = patch?.flows[0]?.why ?? {};
    assert.deepEqual(
      [rule, message],
      ['apply-conflict', 'The API server refuses this patch with a conflict: platform owns subsets.'],
    );
    assert.deepEqual(
      patch?.addresses.map(({ address, range }) => [address, range?.[0]]),
      [['10.0.0.9', 18]],
    );
  });

  it('says where the result depends on the order, or is not known', () => {
    const fields = (address: string): string => `subsets: [${subset(address)}]`;
    const two = patched([
      { name: 'one', force: true, fields: fields('10.0.0.8') },
      { name: 'two', force: true, fields: fields('10.0.0.9') },
    ]);
    assert.deepEqual(two.remarks, [
      'The order of the patches of Endpoints shop/web is not fixed, and the result depends on it. The written order is drawn.',
    ]);
    assert.deepEqual(usedAddresses(two), ['shop/web /TCP 10.0.0.9 80']);
    const unknown = patched([{ name: 'one', force: true, fields: 'subsets: ${other}' }]);
    const [port] = unknown.services[0]?.ports ?? [];
    const [object] = objectsOf(unknown);
    assert.deepEqual(
      [port?.certain, port?.flow, object?.flows[0]?.why?.message],
      [false, 'unknown', 'Its addresses are not known.'],
    );
    const ignoring = `${fields('10.0.0.8')}\n    options: { ignoreChanges: [subsets] }`;
    const open = patched([{ name: 'one', fields: ignoring }]);
    assert.match(
      open.remarks[0] ?? '',
      /^Endpoints shop\/web after its patches is not known\. It is unknown which fields/,
    );
    assert.match(open.remarks[1] ?? '', /^A patch of the Endpoints shop\/web is not applied here/);
    assert.deepEqual(
      [open.services[0]?.ports[0]?.certain, usedAddresses(open)],
      [false, ['shop/web /TCP 10.0.0.1 80']],
    );
    const alone = patched([{ name: 'one', fields: fields('10.0.0.8') }], false);
    assert.deepEqual(alone.remarks, [
      'Endpoints shop/web is in none of the files: only what its patches write is drawn.',
    ]);
    assert.deepEqual(usedAddresses(alone), ['shop/web /TCP 10.0.0.8 80']);
  });

  it('draws the slices of a conversion, and says what is not converted', () => {
    const files = {
      'a.yaml': web + endpoints(subset('10.0.0.1')),
      'b.yaml': `${service('b', '- { port: 1 }')}apiVersion: v1\nkind: Endpoints\nmetadata: { name: b }\nsubsets: [{ addresses: [{ ip: 127.0.0.1 }], ports: [{ port: 1 }] }]\n`,
    };
    const all = shown(files, '--view', 'converted');
    assert.equal(all.view, 'after conversion to EndpointSlice');
    const [, own] = all.services;
    assert.deepEqual(
      own?.objects.map(({ kind, name, file }) => [kind, name, file]),
      [['EndpointSlice', 'web-ipv4', 'a.yaml']],
    );
    assert.deepEqual(
      usedAddresses(all).filter((each) => each.includes('web')),
      ['default/web /TCP 10.0.0.1 80'],
    );
    assert.match(all.remarks[0] ?? '', /^Endpoints b \(b\.yaml:8\) is not converted: .*127\.0\.0\.1/);
    assert.deepEqual(shown(files, '--view', 'converted', '--service', 'web').remarks, []);
  });

  // Of fewer clusters, hardly any can be converted.
  const runs = Math.max(25, times(25));
  it(`gets the same addresses in each view: ${runs} random clusters`, () => {
    let count = 0;
    for (let seed = 0; seed < runs; seed++) {
      const { objects } = writeCluster(seed);
      const folder = make({ 'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) });
      const [written, mirrored, after, converted] = ['written', 'mirrored', 'patched', 'converted'].map((view) =>
        shownPicture(folder.run, '--view', view),
      );
      assert.ok(written && mirrored && after && converted);
      const used = usedAddresses(written);
      assert.deepEqual(usedAddresses(mirrored), used, `mirrored, seed ${seed}`);
      assert.deepEqual(after.services, written.services, `patched, seed ${seed}`);
      if (converted.remarks.some((each) => each.includes('is not converted'))) continue;
      assert.deepEqual(usedAddresses(converted), used, `converted, seed ${seed}`);
      count += used.length;
    }
    assert.ok(count > runs, 'many addresses are converted');
  });
});
