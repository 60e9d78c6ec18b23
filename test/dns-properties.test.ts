/** What DNS answers depend on, and what they do not depend on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, type QuestionType, type Resolution, type Workspace } from '../server/src/api.ts';
import { root } from './support/root.ts';

interface Case {
  readonly id: string;
  readonly objects: readonly object[];
  readonly questions: readonly { readonly name: string; readonly type: QuestionType }[];
}

const cases = JSON.parse(readFileSync(join(root, 'test/data/traffic/dns.json'), 'utf8')) as readonly Case[];

function holding(files: Readonly<Record<string, string>>): Workspace {
  const workspace = createWorkspace();
  for (const [name, text] of Object.entries(files)) workspace.set(name, text);
  return workspace;
}

function listOf(objects: readonly object[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
}

const service = (name: string, spec: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: shop}\nspec: {ports: [{name: http, port: 80}], ${spec}}\n`;
const slice = (name: string, of: string, addresses: string, type = 'IPv4'): string =>
  `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: ${name}, namespace: shop, labels: {kubernetes.io/service-name: ${of}}}\naddressType: ${type}\nports: [{name: http, port: 8080}]\nendpoints: [{addresses: [${addresses}]}]\n`;

const full = 'db.shop.svc.cluster.local';

describe('DNS answers', () => {
  it('do not depend on the case of the question, whose spelling they repeat', () => {
    for (const { objects, questions } of cases) {
      const workspace = holding({ 'objects.json': listOf(objects) });
      for (const [i, { name, type }] of questions.entries()) {
        if (i % 5 > 0) continue;
        const other = [...name].map((each, at) => (at % 2 === 0 ? each.toUpperCase() : each)).join('');
        const [lower, upper] = [workspace.resolve(name, type), workspace.resolve(`${other}.`, type)];
        assert.equal(upper.rcode, lower.rcode);
        const folded = ({ answer, extra }: Resolution): readonly string[] =>
          [...answer, ...extra].map((record) => record.toLowerCase());
        assert.deepEqual(folded(upper), folded(lower));
        for (const record of upper.answer)
          if (record.toLowerCase().startsWith(`${name}. `)) assert.ok(record.startsWith(`${other}. `), record);
      }
    }
  });

  it('do not depend on objects of other names and addresses', () => {
    const more = service('other', 'clusterIP: 10.96.9.9') + `---\n${slice('other-1', 'other', '10.9.9.9')}`;
    for (const { objects, questions } of cases) {
      const workspace = holding({ 'objects.json': listOf(objects) });
      const sample = questions.filter((_, i) => i % 5 === 1);
      const before = sample.map(({ name, type }) => workspace.resolve(name, type));
      workspace.set('more.yaml', more);
      const records = ({ rcode, answer, extra }: Resolution): object => ({ rcode, answer, extra });
      assert.deepEqual(
        sample.map(({ name, type }) => records(workspace.resolve(name, type))),
        before.map(records),
      );
    }
  });

  it('do not guess a cluster IP that the cluster assigns', () => {
    const workspace = holding({ 'a.yaml': service('db', 'ipFamilyPolicy: RequireDualStack, clusterIP: 10.96.0.5') });
    assert.deepEqual(workspace.resolve(full, 'A'), {
      rcode: 'NOERROR',
      answer: [`${full}. A 10.96.0.5`],
      extra: [],
      why: null,
    });
    const { answer, why } = workspace.resolve(full, 'AAAA');
    assert.deepEqual(answer, [`${full}. AAAA <assigned>`]);
    assert.match(why ?? '', /<assigned> stands for a cluster IP of the Service "shop\/db"/);
    const { answer: ports, extra } = workspace.resolve(full, 'SRV');
    assert.deepEqual(ports, [`${full}. SRV 0 50 80 ${full}.`]);
    assert.deepEqual(extra, [`${full}. A 10.96.0.5`, `${full}. AAAA <assigned>`]);
  });

  it('follow an externalName in the cluster, and mark addresses outside of it', () => {
    const workspace = holding({
      'a.yaml': service('db', 'clusterIP: 10.96.0.5'),
      'b.yaml': service('near', `type: ExternalName, externalName: ${full}`),
      'c.yaml': service('far', 'type: ExternalName, externalName: a.example.com.'),
    });
    assert.deepEqual(workspace.resolve('near.shop.svc.cluster.local', 'A'), {
      rcode: 'NOERROR',
      answer: [`near.shop.svc.cluster.local. CNAME ${full}.`, `${full}. A 10.96.0.5`],
      extra: [],
      why: null,
    });
    const { answer, why } = workspace.resolve('far.shop.svc.cluster.local', 'AAAA');
    assert.deepEqual(answer, [
      'far.shop.svc.cluster.local. CNAME a.example.com.',
      'a.example.com. AAAA 2001:db8:ffff::9',
    ]);
    assert.match(why ?? '', /addresses of "a\.example\.com" come from a name server outside of the cluster/);
  });

  it('have the version of the specification', () => {
    const { answer } = holding({}).resolve('DNS-version.cluster.local.', 'TXT');
    assert.deepEqual(answer, ['DNS-version.cluster.local. TXT "1.1.0"']);
  });

  it('say where several Services of one name differ', () => {
    const files = { 'dev/a.yaml': service('db', 'clusterIP: 10.96.0.5') };
    const same = holding({ ...files, 'prod/a.yaml': service('db', 'clusterIP: 10.96.0.5') });
    assert.equal(same.resolve(full, 'A').why, null);
    const other = holding({ ...files, 'prod/a.yaml': service('db', 'clusterIP: 10.96.0.6') });
    const { answer, why } = other.resolve(full, 'A');
    assert.deepEqual(answer, [`${full}. A 10.96.0.5`]);
    assert.match(why ?? '', /Several Services are named "shop\/db" in dev\/a\.yaml and prod\/a\.yaml/);
    other.delete('dev/a.yaml');
    assert.deepEqual(other.resolve(full, 'A').answer, [`${full}. A 10.96.0.6`]);
    const shared = holding({ ...files, 'b.yaml': service('db2', 'clusterIP: 10.96.0.5') });
    assert.match(shared.resolve('5.0.96.10.in-addr.arpa', 'PTR').why ?? '', /"shop\/db" and "shop\/db2" have this/);
  });

  it('say where a value is not known, or the order of slices decides', () => {
    const files = { 'a.yaml': service('db', 'clusterIP: None'), 'b.yaml': slice('db-1', 'db', '"${DB_IP}"') };
    const { answer, why } = holding(files).resolve(full, 'A');
    assert.deepEqual(answer, [`${full}. A \${DB_IP}`]);
    assert.match(why ?? '', /^"\$\{DB_IP\}" is not known .* may change this answer\.$/);
    assert.equal(holding({ ...files, 'b.yaml': slice('db-1', 'db', '10.1.0.1') }).resolve(full, 'A').why, null);
    const unnamed = holding({ 'a.yaml': service('${NAME}', 'clusterIP: None') });
    assert.match(unnamed.resolve(full, 'A').why ?? '', /"\$\{NAME\}" is not known .* may be the name/);
    const unlabeled = holding({
      'a.yaml': service('db', 'clusterIP: None'),
      'b.yaml': slice('a', '"${OF}"', '10.1.0.1'),
    });
    assert.match(unlabeled.resolve(full, 'A').why ?? '', /"\$\{OF\}" is not known .* is the Service of .* "a"/);
    assert.match(unlabeled.resolve('1.0.1.10.in-addr.arpa', 'PTR').why ?? '', /"\$\{OF\}" is not known/);
    const mixed = holding({
      'a.yaml': service('db', 'clusterIP: None'),
      'b.yaml': slice('db-1', 'db', 'a.example.com', 'FQDN'),
      'c.yaml': slice('db-2', 'db', '10.1.0.1'),
    });
    assert.match(mixed.resolve(full, 'CNAME').why ?? '', /the order of the slices is random/);
  });

  it('are without mirrored slices where the cluster does not mirror Endpoints', () => {
    const endpoints = `apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\nsubsets: [{addresses: [{ip: 10.1.0.1}], ports: [{name: http, port: 80}]}]\n`;
    const workspace = holding({ 'a.yaml': service('db', 'clusterIP: None'), 'b.yaml': endpoints });
    assert.deepEqual(workspace.resolve(full, 'A').answer, [`${full}. A 10.1.0.1`]);
    const { rcode, why } = workspace.resolve(full, 'A', { mirroring: false });
    assert.equal(rcode, 'NXDOMAIN');
    assert.match(why ?? '', /No controller mirrors Endpoints/);
  });

  it('are refused for what is no name, and for an unknown type', () => {
    const workspace = holding({});
    for (const name of [undefined, null, 5, {}]) assert.throws(() => workspace.resolve(name as string, 'A'), TypeError);
    for (const options of [{ mirroring: 'no' }, { node: 'a' }, null])
      assert.throws(() => workspace.resolve('db', 'A', options as unknown as { mirroring: boolean }), TypeError);
    for (const type of ['a', 'FOO', '', undefined])
      assert.throws(
        () => workspace.resolve('db', type as unknown as 'A'),
        /^TypeError: .*is not a type of DNS questions/,
      );
  });
});
