/** `endpoints why` for more nodes and zones than it considers: what it says holds for those that it leaves out, too. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { service, slice } from './support/traffic-texts.ts';

const count = 250;
const numbers = Array.from({ length: count }, (_, i) => i);
const ip = (i: number): string => `10.0.${i >> 7}.${i & 127}`;
const left = `The objects name ${count} nodes and zones, and only the first 199 are considered.`;

function nodes(names: readonly string[]): string {
  return names.map((name) => `apiVersion: v1\nkind: Node\nmetadata: { name: ${name} }\n---\n`).join('');
}

describe('endpoints why for many nodes', () => {
  const having = temporary(folderOf);
  const why = (text: string, ...args: readonly string[]): string =>
    having({ 'db.yaml': text }).run('why', 'db', ...args, 'db.yaml').out;

  it('says how many hinted zones it leaves out, and that traffic arrives', () => {
    const items = numbers.map((i) => `${ip(i)} | zones: z${i}`);
    const out = why(service('db', '{ port: 80 }') + slice('db', '{ port: 80 }', items));
    assert.match(out, /^Traffic arrives at default\/db:80 from every considered node\.\n/);
    assert.ok(out.includes(`  note     ${left}\n`), out);
    assert.ok(!out.includes('any other zone'), out);
    assert.match(out, /Connections from 192 other places go to other endpoints\./);
  });

  it('is not certain about an address that nodes out of the count may use', () => {
    const items = numbers.map((i) => `${ip(i)} | zones: z${i}`);
    const out = why(service('db', '{ port: 80 }') + slice('db', '{ port: 80 }', items), ip(count - 1));
    assert.match(out, /^It is not certain whether 10\.0\.1\.121 gets traffic/);
    assert.ok(out.includes(`  unknown  ${left}\n`), out);
  });

  it('claims nothing of other nodes under an external policy Local', () => {
    const local = service('db', '{ port: 80 }', 'type: NodePort, externalTrafficPolicy: Local');
    const items = numbers.map((i) => `${ip(i)} | node: n${i}`);
    const out = why(local + slice('db', '{ port: 80 }', items));
    assert.match(out, /arrives only on nodes with an endpoint, such as the node "n0", /);
    assert.ok(out.includes(`  note     ${left}\n`), out);
  });

  it('leaves nodes without an endpoint out, which are as any other node', () => {
    const local = service('db', '{ port: 80 }', 'type: NodePort, externalTrafficPolicy: Local');
    const cluster = nodes([...numbers.map((i) => `a${i}`), 'z']);
    const out = why(`${cluster}${local}${slice('db', '{ port: 80 }', ['10.0.0.1 | node: z'])}`);
    assert.match(out, /^Traffic arrives at default\/db:80 from every node\.\n/);
    assert.match(out, /arrives only on the node "z" \(/);
    assert.ok(!out.includes('considered'), out);
  });

  it('is not certain whether all nodes drop traffic from outside', () => {
    const local = service('db', '{ port: 80 }', 'type: NodePort, externalTrafficPolicy: Local');
    const items = numbers.map((i) => `${ip(i)} | node: n${i}${i < count - 1 ? ', ready: false' : ''}`);
    const out = why(local + slice('db', '{ port: 80 }', items));
    assert.match(out, /^It is not certain whether traffic arrives at default\/db:80: there are too many nodes\./);
    assert.match(out, /every considered node drops traffic from outside/);
  });

  it('answers for one node as ever', () => {
    const local = service('db', '{ port: 80 }', 'type: NodePort, externalTrafficPolicy: Local');
    const items = numbers.map((i) => `${ip(i)} | node: n${i}`);
    const out = why(local + slice('db', '{ port: 80 }', items), '--from', `node=n${count - 1}`);
    assert.match(out, /^Traffic arrives at default\/db:80 from the node "n249"\.\n/);
    assert.ok(!out.includes('considered'), out);
  });
});
