/** `endpoints traffic`: agreement with recorded decisions of kube-proxy, what it prints for people, and its exit codes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, type TrafficReport } from '../server/src/api.ts';
import { consumerNames } from '../server/src/analysis/traffic/consumers/consumers.ts';
import { titledFiles } from './support/console-page.ts';
import { folderOf, type Outcome } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';
import { endpoints, service, slice } from './support/traffic-texts.ts';
import { recordedTraffic, type RecordedCase } from './support/recorded-traffic.ts';

const cases = recordedTraffic();
const page = readFileSync(join(root, 'docs/cli/traffic.md'), 'utf8');
describe('endpoints traffic', () => {
  const make = temporary(folderOf);
  const run = (files: Readonly<Record<string, string>>, ...args: readonly string[]): Outcome =>
    make(files).run('traffic', ...args);
  const printed = (files: Readonly<Record<string, string>>, ...args: readonly string[]): string => {
    const { out, err } = run(files, ...args);
    assert.equal(err, '');
    return out;
  };

  it('answers as the library does, which agrees with every recorded case', () => {
    const sample = cases.filter((_, i) => i % 8 === 0);
    const textOf = ({ objects }: RecordedCase): string =>
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const folder = make(Object.fromEntries(sample.map((each, i) => [`${i}/objects.json`, textOf(each)])));
    for (const [i, each] of sample.entries()) {
      const { node, zone, ipFamily: family } = each;
      const workspace = createWorkspace();
      workspace.set(`${i}/objects.json`, textOf(each));
      const where = ['--node', node, '--zone', zone ?? '', '--family', family];
      const { out, err } = folder.run('traffic', `${i}`, '--format', 'json', ...where);
      assert.equal(err, '', each.id);
      const { version, services, skipped, slices } = JSON.parse(out) as TrafficReport;
      assert.deepEqual({ version, services, skipped, slices }, workspace.traffic({ node, zone, family }), each.id);
    }
  });

  it('prints the members that its page has', () => {
    const { out, code } = run(titledFiles(page), 'k8s', '--format', 'json');
    const report = JSON.parse(out) as TrafficReport & { readonly strays: object[]; readonly unread: object[] };
    const members = [report, ...report.services, ...report.services.flatMap(({ ports }) => ports), ...report.strays]
      .concat(report.services.flatMap(({ ports }) => ports.flatMap((port) => [...port.endpoints])))
      .flatMap((each) => Object.keys(each));
    const documented = page.slice(page.indexOf('\n## JSON'));
    for (const member of new Set(members))
      assert.ok(documented.includes(`\`${member}\``) || documented.includes(`"${member}"`), member);
    assert.equal(code, 1);
    assert.match(out, /"range": \[4, 9, 4, 18\]/);
  });

  it('lists what the API server rejects, which it counts otherwise', () => {
    const files = { 'a.yaml': service('db', '- port: 80') + slice('db', '{ port: 80 }', ['127.0.0.1']) };
    const { out, code } = run(files);
    assert.match(out, /127\.0\.0\.1:\d+ +used/);
    assert.match(out, /Rejected by the API server, but counted above\n  127\.0\.0\.1 is a loopback address/);
    assert.match(out, /EndpointSlice \S+ \(a\.yaml:\d+:\d+\)\n/);
    assert.equal(code, 1);
    assert.equal(run(files, '--node', 'n1').code, 1);
    assert.equal(make(files).run('show').code, 1);
    const { rejected } = JSON.parse(run(files, '--format', 'json').out) as { readonly rejected: readonly object[] };
    assert.equal(rejected.length, 1);
    assert.deepEqual(Object.keys(rejected[0] ?? {}), ['kind', 'namespace', 'name', 'why', 'file', 'range']);
  });

  it('has a row in its page for each consumer', () => {
    const section = page.slice(page.indexOf('\n## Other consumers'), page.indexOf('\n## JSON'));
    assert.deepEqual(
      [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name),
      consumerNames,
    );
  });

  it('is silent about nothing that a table of 80 columns can say', () => {
    const files = {
      'a.yaml':
        service('db', '- { name: sql, port: 5432 }') +
        slice('db', '{ name: sql, port: 5432 }', ['10.0.0.1', '10.0.0.2 | ready: false']),
    };
    assert.equal(
      printed(files),
      `Service default/db (a.yaml:3:19)
  sql 5432/TCP: 1 of 2 addresses
    10.0.0.1:5432  used       a.yaml:15:19
    10.0.0.2:5432  not ready  a.yaml:16:19

1 Service, 1 port: 1 with endpoints. Simulated: kube-proxy.
`,
    );
  });

  it('takes the zone from the Node, and names the hint that keeps an address from traffic', () => {
    const files = {
      'a.yaml':
        service('db', '- { port: 80 }') +
        slice('db', '{ port: 80 }', ['10.0.0.1 | zones: a', '10.0.0.2 | zones: b']) +
        'apiVersion: v1\nkind: Node\nmetadata: { name: n1, labels: { topology.kubernetes.io/zone: a } }\n',
    };
    const near = printed(files, '--node', 'n1');
    assert.match(near, /80\/TCP: 1 of 2 addresses, by zone hints\n {4}10\.0\.0\.1:80 {2}used /);
    assert.match(near, /zone hint: The hints of the endpoint name other zones: "b" \(a\.yaml:16:\d+\)\.\n/);
    assert.match(near, /Simulated: kube-proxy, node n1,\nzone a\.\n$|Simulated: kube-proxy, node n1, zone a\.\n$/);
    assert.match(printed(files, '--zone', 'b'), /10\.0\.0\.2:80 {2}used/);
    assert.match(printed(files), /80\/TCP: 2 of 2 addresses\n/);
    assert.equal(run(files, '--node', 'n2').err, 'endpoints: No object names the node n2. Did you mean n1?\n');
    assert.equal(run(files, '--zone', 'eu').err, 'endpoints: No object names the zone eu.\n');
  });

  it('fails for a policy Local only where no node has an endpoint, or the named one has none', () => {
    const local = (addresses: readonly string[]) => ({
      'a.yaml':
        service('db', '- { port: 80 }', 'internalTrafficPolicy: Local') + slice('db', '{ port: 80 }', addresses),
    });
    const on = local(['10.0.0.1 | node: n1']);
    assert.equal(run(on).code, 0);
    assert.match(run(on).out, /policy Local, so only from nodes with an endpoint/);
    assert.equal(run(on, '--node', 'n1').code, 0);
    const { out, code } = run(on, '--node', 'n2');
    assert.match(out, /no endpoint is local on node n2, so packets are dropped/);
    assert.equal(code, 1);
    assert.equal(run(local(['10.0.0.1'])).code, 1);
    assert.equal(run(local(['10.0.0.1 | node: n1, ready: false'])).code, 1);
  });

  it('fails for an external policy that drops all traffic from outside', () => {
    const front = service('db', '- { port: 80 }', 'type: NodePort, externalTrafficPolicy: Local');
    const { out, code } = run({ 'a.yaml': front + slice('db', '{ port: 80 }', ['10.0.0.1']) });
    assert.match(out, /1 of 1 address; none is local on any node, so traffic from outside\n {4}is dropped\n/);
    assert.equal(code, 1);
    assert.equal(run({ 'a.yaml': front + slice('db', '{ port: 80 }', ['10.0.0.1 | node: n1']) }).code, 0);
  });

  it('says which traffic is dropped where the policies for both sides differ, or both are Local', () => {
    const node = (policies: string) => ({
      'a.yaml':
        service('db', '- { port: 80 }', `type: NodePort, ${policies}`) +
        slice('db', '{ port: 80 }', ['10.0.0.1 | node: n1', '10.0.0.2 | node: n2']),
    });
    const inside = run(node('internalTrafficPolicy: Local'), '--node', 'n3');
    assert.match(
      inside.out,
      /2 of 2 addresses; none is local on node n3, so traffic from inside\n {4}of the cluster is dr/,
    );
    assert.equal(inside.code, 1);
    const outside = run(node('externalTrafficPolicy: Local'), '--node', 'n3');
    assert.match(outside.out, /2 of 2 addresses; none is local on node n3, so traffic from outside\n {4}is dropped/);
    assert.equal(outside.code, 0);
    const both = node('internalTrafficPolicy: Local, externalTrafficPolicy: Local');
    assert.equal(run(both).code, 0);
    assert.match(run(both).out, /policy Local, so only from nodes with an endpoint/);
    const lost = run(both, '--node', 'n3');
    assert.match(lost.out, /no endpoint is local on node n3, so packets are dropped/);
    assert.equal(lost.code, 1);
    assert.match(
      run(both, '--node', 'n1').out,
      /1 of 2 addresses\n.* 10\.0\.0\.1:80 {2}used .*\n.* 10\.0\.0\.2:80 {2}not local /,
    );
  });

  it('accepts a dual-stack Service with addresses of one family, unless the other one is asked for', () => {
    const files = {
      'a.yaml':
        service('db', '- { port: 80 }', 'ipFamilyPolicy: PreferDualStack') + slice('db', '{ port: 80 }', ['10.0.0.1']),
    };
    const { out, code } = run(files);
    assert.match(out, /80\/TCP IPv6: no address of this family, so connections are refused\n/);
    assert.equal(code, 0);
    assert.equal(run(files, '--family', 'IPv6').code, 1);
  });

  it('fails for an object that no Service reads, and not for one that a template may name', () => {
    const lost = run({ 'a.yaml': service('db', '- { port: 80 }') + endpoints('web', '10.0.0.1') });
    assert.match(lost.out, /\nRead by nothing\n[^]*Endpoints default\/web \(a\.yaml:9:19\)\n/);
    assert.equal(lost.code, 1);
    const named = run({
      'Chart.yaml': 'name: a\n',
      'templates/a.yaml': service('{{ .Values.name }}-eb', '- { port: 80 }') + endpoints('web', '10.0.0.1'),
    });
    assert.match(named.out, /\nRead by nothing\n/);
    const perhaps = run({
      'Chart.yaml': 'name: a\n',
      'templates/a.yaml': service("'{{ .Values.name }}b'", '- { port: 80 }') + endpoints('web', '10.0.0.1'),
    });
    assert.match(perhaps.out, /\nPerhaps read by nothing\n/);
    assert.equal(perhaps.code, 0);
    const lock = endpoints('web', '10.0.0.1', 'annotations: { control-plane.alpha.kubernetes.io/leader: "" }');
    assert.equal(run({ 'a.yaml': lock }).code, 0);
  });

  it('does not fail for what Pods or another controller may serve, and names what kube-proxy skips', () => {
    const { out, code } = run({
      'a.yaml':
        service('pods', '- { port: 80 }', 'selector: { app: a }') +
        service('none', '- { port: 80 }') +
        service('head', '- { port: 80 }', 'clusterIP: None'),
    });
    assert.match(out, /Service default\/none [^]*no slice and no Endpoints, so connections are refused/);
    assert.match(out, /Skipped Services\n {2}The Service is headless/);
    assert.match(out, /1 Service \(default\/pods\) whose endpoints come from Pods/);
    assert.equal(code, 0);
  });

  it('reads Endpoints through their mirror, unless the cluster has none', () => {
    const files = { 'a.yaml': service('db', '- { port: 80 }') + endpoints('db', '10.0.0.1') };
    assert.match(printed(files), /10\.0\.0\.1:80 {2}used/);
    const { out, code } = run(files, '--mirroring', 'off');
    assert.match(out, /not mirrored: No controller mirrors Endpoints/);
    assert.equal(code, 1);
    const off = { ...files, 'endpoints.config.yaml': 'mirroring: off\n' };
    assert.equal(run(off).code, 1);
    assert.equal(run(off, '--mirroring', 'on').code, 0);
  });

  it('asks another consumer', () => {
    const files = { 'a.yaml': service('db', '- { port: 80 }') + slice('db', '{ port: 80 }', ['10.0.0.1']) };
    const { out, code } = run(files, '--consumer', 'traefik-tcp');
    assert.match(out, /80\/TCP: no endpoint\n {4}10\.0\.0\.1:80 {2}ready absent/);
    assert.match(out, /as\s+read\s+in\s+version\s+3\./);
    assert.equal(code, 1);
  });

  it('shortens long lists, and prints no line of more than 80 columns', () => {
    const addresses = Array.from({ length: 30 }, (_, i) => `10.0.0.${i + 1}${i % 2 ? ' | ready: false' : ''}`);
    const many = Array.from(
      { length: 25 },
      (_, i) => service(`fine-${i}`, '- { port: 80 }') + slice(`fine-${i}`, '{ port: 80 }', ['10.0.0.1']),
    );
    const name = 'a/rather/long/name/of/a/folder/with/manifests/in/it/for/the/test.yaml';
    const text = service('db', '- { port: 80 }') + slice('db', '{ port: 80 }', addresses) + many.join('');
    const { out, code } = run({ [name]: text });
    assert.match(out, /and 5 more: used\n/);
    assert.match(out, /and 5 more: not ready\n/);
    assert.match(out, /Not shown: 25 Services \(/);
    for (const line of out.split('\n')) assert.ok(line.length <= 80 || line.trimStart().startsWith(name), line);
    assert.equal(code, 0);
  });

  it('rejects options that it does not know', () => {
    const refused = (...args: readonly string[]): string => {
      const { err, code } = run({}, ...args);
      assert.equal(code, 2);
      return err;
    };
    assert.match(refused('--consumer', 'traefic'), /--consumer traefic is not known\. Did you mean traefik\?/);
    assert.match(refused('--family', 'ipv4'), /Use IPv4 or IPv6/);
    assert.match(refused('--mirroring', 'no'), /Use on or off/);
    assert.match(refused('--node='), /--node must not be empty/);
    assert.match(refused('--format', 'markdown'), /Add --since/);
    assert.match(refused('--kubernetes-version', '1.30,1.31'), /takes one Kubernetes version/);
    assert.match(refused('--since', 'main', '-'), /standard input/);
    assert.match(refused('--since', 'main'), /--since needs a git repository/);
  });
});
