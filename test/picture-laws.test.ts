/** What holds for every picture: headless Services are those of DNS, ids are unique, hostile names stay texts, boxes do not overlap. */
import assert from 'node:assert/strict';
import { cellCount, charWidth } from '../server/src/drawing/cells.ts';
import { drawnPicture, type DrawnBox, type DrawnPicture } from './support/drawn-picture.ts';
import { pictureFolder } from './support/picture-runs.ts';
import { randomFrom } from './support/random.ts';
import { times } from './support/runs.ts';
import { canonical } from './support/traffic-model-mirror.ts';
import { shuffled } from './support/traffic-writer-parts.ts';
import { writeCluster } from './support/traffic-writer.ts';

const wanted = times(100);

describe('pictures', function () {
  this.timeout(120_000 + wanted * 500);
  const folder = pictureFolder();
  after(() => folder.remove());

  const show = async (objects: readonly unknown[], ...more: readonly string[]): Promise<string> =>
    folder.run(objects.map(escaped).join('\n---\n'), 'show', '--format', 'svg', ...more);

  it('of headless Services have the addresses with which DNS answers', async () => {
    let count = 0;
    for (let seed = 0; seed < wanted; seed++) {
      const { objects } = writeCluster(seed);
      const text = objects.map((each) => JSON.stringify(each)).join('\n---\n');
      for (const { id, boxes } of drawnPicture(await show(objects, '--unfold')).services) {
        const [namespace = '', name = ''] = id.split('/');
        const isHeadless = objects.some(({ kind, metadata, ...each }) => kind === 'Service' && metadata.name === name && (metadata.namespace ?? 'default') === namespace && 'spec' in each && each.spec.clusterIP === 'None'); // prettier-ignore
        if (!isHeadless) continue;
        count++;
        const drawn = boxes.filter(({ kind, flow }) => kind === 'address' && flow === 'used').map(addressIn);
        const { answer } = JSON.parse(await folder.run(text, 'resolve', `${name}.${namespace}`, '--format', 'json')) as { readonly answer: readonly string[] }; // prettier-ignore
        // Two addresses stand for those of a host name, which are outside of the cluster.
        const answered = answer
          .flatMap((record) => / (?:A|AAAA) (?!203\.0\.113\.9|2001:db8:ffff::9)(\S+)$/.exec(record)?.[1] ?? [])
          .map(canonical);
        assert.deepEqual(
          [...new Set(drawn)].filter(isIp).toSorted(),
          [...new Set(answered)].toSorted(),
          `seed ${seed}`,
        );
      }
    }
    assert.ok(count > wanted / 10);
  });

  it('do not depend on the order of objects', async () => {
    for (let seed = 0; seed < wanted; seed++) {
      const { objects } = writeCluster(seed);
      const one = withoutPlaces(await show(objects, '--unfold'));
      const other = withoutPlaces(await show(shuffled(randomFrom(seed), objects), '--unfold'));
      assert.deepEqual(other, one, `seed ${seed}`);
    }
  });

  it('have unique ids, no box over another one, and texts within their boxes', async () => {
    for (let seed = 0; seed < wanted; seed++)
      for (const width of ['560', '1080'])
        checkLayout(drawnPicture(await show(writeCluster(seed).objects, '--unfold', '--width', width)), `seed ${seed}`);
  });

  it('show hostile names as texts, in a bounded size', async () => {
    for (const name of hostile) {
      const svg = await show([...namesakes(name), ...namesakes(name), ...namesakes('plain')], '--unfold');
      checkLayout(drawnPicture(svg), JSON.stringify(name.slice(0, 50)));
      // Some 60 parts, each with ids of at most 260 characters a name and a label of at most 2,000.
      assert.ok(svg.length < 400_000, `${name.slice(0, 50)}: ${svg.length} characters`);
    }
  });

  it('fold addresses into groups with their number', async () => {
    const endpoints = Array.from({ length: 40 }, (_, i) => ({ addresses: [`10.0.0.${i}`], zone: `z${i % 3}`, conditions: { ready: i % 5 > 0 } })); // prettier-ignore
    const objects = [serviceOf('web'), { ...sliceOf('web'), endpoints }];
    const [open, folded] = [drawnPicture(await show(objects, '--unfold')), drawnPicture(await show(objects))];
    const groups = folded.services.flatMap(({ boxes }) => boxes.filter(({ kind }) => kind === 'group'));
    assert.equal(groups.length, 3);
    for (const { id, label } of groups) {
      const boxes = open.services.flatMap((service) => service.boxes);
      const start = boxes.findIndex((box) => box.id === id) + 1;
      const end = boxes.findIndex(({ kind }, i) => i > start && kind !== 'address');
      const rows = boxes.slice(start, end === -1 ? undefined : end);
      const ready = rows.filter(({ mark }) => mark === 'ready').length;
      assert.match(label, new RegExp(`: ${rows.length} addresses, ● ${ready} ○ ${rows.length - ready}`));
    }
  });

  it('keep the ids of a Service when another one changes', async () => {
    const [web, api] = [
      [serviceOf('web'), sliceOf('web')],
      [serviceOf('api'), sliceOf('api')],
    ] as const;
    const idsOf = async (objects: readonly unknown[]): Promise<readonly string[]> =>
      (drawnPicture(await show(objects)).services.find(({ id }) => id === 'default/web')?.boxes ?? []).map(({ id }) => id); // prettier-ignore
    assert.deepEqual(await idsOf([...web, ...api]), await idsOf(web));
    assert.ok((await idsOf(web)).length >= 3);
  });
});

/** Two characters may not be in a text of YAML. */
function escaped(object: unknown): string {
  return JSON.stringify(object)
    .replace(/\ufffe/g, '\\ufffe')
    .replace(/\uffff/g, '\\uffff');
}

/** Places in the text and in the image depend on the order of objects in it. */
function withoutPlaces(svg: string): unknown {
  return drawnPicture(svg.replace(/all\.yaml:\d+/g, 'all.yaml'));
}

/** Without lone surrogates, which are refused when the text is read. */
const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  ']]>&amp;"\'',
  '\u0000\u0001\u001b[31m\uffff\ufffe',
  '\u202eevil\u202c \u2066x',
  '👩‍👩‍👧 日本語',
  'x'.repeat(10_000),
  '日'.repeat(10_000),
  '',
  'a#2',
  'stray',
];

function namesakes(name: string): readonly unknown[] {
  const endpoint = { addresses: ['10.0.0.1', '10.0.0.1', name, 'fd00::1'], zone: name, nodeName: name, hostname: name };
  const slice = sliceOf(name);
  return [
    { ...serviceOf(name), spec: { ports: [{ name, port: 80 }, { name, port: 80 }, { port: 80 }] } },
    { ...slice, endpoints: [endpoint, endpoint], ports: [{ name, port: 80 }] },
    { ...slice, endpoints: [endpoint], metadata: { name } },
    { apiVersion: 'v1', kind: 'Endpoints', metadata: { name }, subsets: [{ addresses: [{ ip: name }] }] },
  ];
}

function serviceOf(name: string) {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ports: [{ port: 80 }] } };
}

function sliceOf(name: string) {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: `${name}-1`, labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'] }],
    ports: [{ port: 80 }],
  };
}

function checkLayout({ width, height, services }: DrawnPicture, about: string): void {
  const ids = services.flatMap(({ boxes }) => boxes.map(({ id }) => id));
  assert.deepEqual(ids.filter((id, i) => ids.indexOf(id) !== i), [], about); // prettier-ignore
  for (const { y: top, boxes } of services) {
    for (const box of boxes) {
      const right = box.x + box.width;
      assert.ok(
        box.x >= 0 && right <= width && box.y >= 0 && top + box.y + box.height <= height,
        `${about}: ${box.id}`,
      );
      for (const { text, x } of box.texts)
        assert.ok(x + cellCount(text) * charWidth <= box.width + 1, `${about}: ${box.id}: ${text}`);
    }
    const lanes = new Map<number, DrawnBox[]>();
    for (const box of boxes) lanes.set(box.x, [...(lanes.get(box.x) ?? []), box]);
    for (const lane of lanes.values())
      for (const [i, box] of lane.toSorted((a, b) => a.y - b.y).entries()) {
        const next = lane.toSorted((a, b) => a.y - b.y)[i + 1];
        assert.ok(!next || box.y + box.height <= next.y + 0.01, `${about}: ${box.id} reaches into ${next?.id}`);
      }
  }
}

function addressIn({ id }: DrawnBox): string {
  return id.slice(id.lastIndexOf('/') + 1).replace(/#\d+$/, '');
}

function isIp(text: string): boolean {
  return /^[\d.]+$|:/.test(text);
}
