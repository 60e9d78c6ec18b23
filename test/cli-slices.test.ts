/** `endpoints slices` as a process: agreement with a real control plane, and what it prints for people and for programs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownOutput, titledFiles } from './support/console-page.ts';
import { folderOf, type Folder } from './support/process.ts';
import { root } from './support/root.ts';
import { asSets, counts, endpoints, program, service, type Case, type Printed } from './support/slices.ts';
import { temporary } from './support/temporary.ts';

const page = readFileSync(join(root, 'docs/cli/slices.md'), 'utf8');

const cases = JSON.parse(readFileSync(join(root, 'test/data/conformance/mirror.json'), 'utf8')) as readonly Case[];

describe('endpoints slices', () => {
  const make = temporary(folderOf);
  let folder: Folder | undefined;
  const having = (files: Readonly<Record<string, string>>): Folder => (folder = make(files));

  const printed = (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const { out, err, code } = having(files).run('slices', '--format', 'json', '.', ...args);
    assert.ok(out !== '', err);
    return { all: JSON.parse(out) as readonly Printed[], err, code };
  };

  it('agrees with every recorded answer of a control plane', () => {
    const files = cases.map(({ endpoints, service }, i): [string, string] => [
      `${i}.json`,
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [endpoints, ...(service ? [service] : [])] }),
    ]);
    const { all, err, code } = printed(Object.fromEntries(files));
    assert.deepEqual([err, code, all.length], ['', 0, cases.length]);
    for (const each of cases) {
      const { name } = each.endpoints.metadata;
      const found = all.find(({ endpoints }) => endpoints.name === name);
      assert.deepEqual(found?.endpoints, { kind: 'Endpoints', namespace: 'default', name });
      assert.deepEqual(asSets(found?.slices ?? []), asSets(each.slices), each.id);
    }
  });

  it('prints members in the order of the recorded answers', () => {
    const { service, endpoints, slices } = cases[1] as Case;
    const { all } = printed({
      'a.json': JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [service, endpoints] }),
    });
    assert.equal(JSON.stringify(all[0]?.slices), JSON.stringify(slices));
  });

  it('prints what its page shows', () => {
    const { out, err, code } = having(titledFiles(page)).run('slices', 'k8s');
    assert.deepEqual([out, err, code], [shownOutput(page, 'endpoints slices k8s'), '', 0]);
    const { out: json } = (folder as Folder).run('slices', 'k8s', '--format', 'json');
    assert.deepEqual(JSON.parse(json), JSON.parse(fence('json')));
  });

  it('makes nothing without a Service, and takes one for granted where it is asked to', () => {
    const files = { 'a.yaml': endpoints('a', '- addresses: [{ ip: 10.0.0.1 }]') };
    const { out, code } = having(files).run('slices', 'a.yaml');
    const reason = `Endpoints default/a (a.yaml:2:7) is not mirrored: there is no Service "a" in its namespace.
Also name the file of the Service, or use --assume-service.

1 Endpoints, 0 EndpointSlices (Kubernetes 1.36).
`;
    assert.deepEqual([out, code], [reason, 0]);
    const assumed = (folder as Folder).run('slices', 'a.yaml', '--assume-service');
    assert.match(assumed.out, /^Endpoints default\/a \(a\.yaml:2:7\) is mirrored as 1 EndpointSlice\.\n/);
    assert.doesNotMatch(assumed.out, /namespace:/);
  });

  it('finds the Service by namespace and name, in whichever file and in whichever program', () => {
    const { all } = printed({
      'a.yaml': endpoints('a', '- addresses: [{ ip: 10.0.0.1 }]', 'namespace: one'),
      'b.yaml': endpoints('b', '- addresses: [{ ip: 10.0.0.1 }]'),
      'c/Pulumi.yaml': program,
      'services.yaml': [service('a', '', 'namespace: one'), service('b', '', 'namespace: one')].join('---\n'),
    });
    assert.deepEqual(counts(all), ['one/a 1', 'default/b 0', 'default/mine 1', 'default/selected 0']);
  });

  it('says why nothing is mirrored', () => {
    const { out, code } = having({
      'a.yaml': [
        endpoints(
          'skipped',
          '- addresses: [{ ip: 10.0.0.1 }]',
          'labels: { endpointslice.kubernetes.io/skip-mirror: "true" }',
        ),
        endpoints(
          'lock',
          '- addresses: [{ ip: 10.0.0.1 }]',
          'annotations: { control-plane.alpha.kubernetes.io/leader: "" }',
        ),
        endpoints('gone', '- addresses: [{ ip: 10.0.0.1 }]', 'deletionTimestamp: 2026-03-01T10:00:00Z'),
        endpoints('selected', '- addresses: [{ ip: 10.0.0.1 }]'),
        service('selected', 'selector: { app: a }'),
        endpoints('bare', '[]'),
        service('bare', 'selector: {}'),
        endpoints('kubernetes', '- addresses: [{ ip: 10.0.0.1 }]'),
      ].join('---\n'),
    }).run('slices', 'a.yaml');
    const reasons = [...out.matchAll(/^Endpoints default\/(\w+) \(\S+\) is not mirrored: (.*)$/gm)].map(
      ([, name, why]) => [name, why],
    );
    assert.equal(code, 0);
    assert.deepEqual(reasons, [
      ['skipped', 'the label "endpointslice.kubernetes.io/skip-mirror" disables mirroring (a.yaml:5:13).'],
      [
        'lock',
        'the annotation "control-plane.alpha.kubernetes.io/leader" marks a leader election lock (a.yaml:13:18).',
      ],
      ['gone', 'it is being deleted, so no new EndpointSlices are created (a.yaml:21:3).'],
      [
        'selected',
        'the Service "selected" (a.yaml:33:7) has a selector, so the EndpointSlice controller creates its slices from Pods.',
      ],
      ['bare', 'it has no addresses.'],
      ['kubernetes', 'the API server manages this object and its EndpointSlices itself.'],
    ]);
    assert.doesNotMatch(out, /--assume-service/);
  });

  it('names what is dropped, with the place', () => {
    const subsets = `- addresses: [{ ip: 10.0.0.1, hostname: a }, { ip: 10.0.0.2 }, { ip: '::ffff:10.0.0.3' }]
  ports: [{ name: a, port: 80 }]
- addresses: [{ ip: 10.0.0.1, hostname: b, nodeName: n1 }, { ip: 10.0.0.3, nodeName: n1 }]
  notReadyAddresses: [{ ip: 10.0.0.2 }]
  ports: [{ name: a, port: 80 }]
- addresses: [{ ip: 10.0.0.9 }]
- addresses: [{ ip: 10.0.0.9 }]
  ports: [{ name: b, port: 81 }]`;
    const { out } = having({ 'a.yaml': endpoints('a', subsets) }).run(
      'slices',
      'a.yaml',
      '--assume-service',
      '--kubernetes-version',
      '1.35',
    );
    assert.deepEqual(
      [...out.matchAll(/^dropped {2}(.*)$/gm)].map(([, line]) => line),
      [
        'a.yaml:8:19  The host name and node name of this entry are dropped: the mirroring controller uses the first entry of 10.0.0.1 (a.yaml:6:19).',
        'a.yaml:6:50  10.0.0.2 is ready here, but not ready for the same port elsewhere (a.yaml:9:27); it is mirrored as not ready.',
        'a.yaml:11:5  This subset without ports is dropped: its addresses have a port elsewhere (a.yaml:13:13).',
        'a.yaml:8:64  10.0.0.3 occurs twice with the same host name and target (a.yaml:6:68); only the other entry is mirrored.',
      ],
    );
    assert.match(out, /\n1 Endpoints, 2 EndpointSlices, 4 values dropped \(Kubernetes 1\.35\)\.\n$/);
  });

  it('says how many addresses are beyond the limit', () => {
    const ips = (from: number, count: number): string =>
      Array.from({ length: count }, (_, i) => `{ ip: 10.${from}.${i >> 8}.${i & 255} }`).join(', ');
    const { run } = having({ 'a.yaml': endpoints('a', `- addresses: [${ips(1, 1003)}]`) });
    const { out } = run('slices', 'a.yaml', '--assume-service');
    // Sorted as texts, 10.1.99.9 comes last.
    assert.match(
      out,
      /dropped {2}a\.yaml:6:\d+ {2}This and 2 more addresses are not mirrored: the limit is 1,000 addresses for one set of ports\.\n/,
    );
    assert.equal(out.match(/ {4}conditions:/g)?.length, 1000);
    const twice = [1, 2].map((n) => `- addresses: [${ips(n, 600)}]\n  ports: [{ port: 80, appProtocol: http }]`);
    const apart = having({ 'a.yaml': endpoints('a', twice.join('\n')) }).run('slices', 'a.yaml', '--assume-service');
    assert.match(
      apart.out,
      /This and 199 more addresses are not mirrored: .* Which addresses are left out is unpredictable\.\n/,
    );
    assert.equal(apart.out.match(/ {4}conditions:/g)?.length, 1000);
  });

  it('makes the same of subsets in another order, also where one endpoint takes the place of another', () => {
    const port = '  ports: [{ name: pg, port: 5432, appProtocol: postgresql }]';
    const one = `- addresses: [{ ip: 10.0.0.1 }, { ip: 10.0.0.2 }]\n${port}`;
    const other = `- notReadyAddresses: [{ ip: 10.0.0.1 }, { ip: 10.0.0.3 }]\n${port}`;
    const [first, second] = [
      [one, other],
      [other, one],
    ].map((subsets) => {
      const { all } = printed({ 'a.yaml': endpoints('a', subsets.join('\n')) }, '--assume-service');
      return all[0]?.slices ?? [];
    });
    assert.equal(first?.[0]?.endpoints.length, 3);
    assert.deepEqual(asSets(first ?? []), asSets(second ?? []));
  });

  it('keeps subsets as they are before Kubernetes 1.27, and copies no annotations before 1.21', () => {
    const text = endpoints(
      'a',
      '- addresses: [{ ip: 10.0.0.1 }]\n  ports: [{ name: a, port: 80 }]\n- addresses: [{ ip: 10.0.0.1 }]\n  ports: [{ name: b, port: 81 }]',
      'annotations: { a.b/c: d }',
    );
    const run = (version: string) =>
      printed({ 'a.yaml': text }, '--assume-service', '--kubernetes-version', version).all[0]?.slices;
    const at = (version: string) => {
      const slices = run(version);
      return slices?.map((slice) => [(slice as unknown as { annotations: unknown }).annotations, slice.ports.length]);
    };
    assert.deepEqual(at('1.20'), [
      [{}, 1],
      [{}, 1],
    ]);
    assert.deepEqual(at('1.26'), [
      [{ 'a.b/c': 'd' }, 1],
      [{ 'a.b/c': 'd' }, 1],
    ]);
    assert.deepEqual(at('1.27'), [[{ 'a.b/c': 'd' }, 2]]);
  });

  it('leaves out what the API server refuses, says so, and fails', () => {
    const subsets =
      '- addresses: [{ ip: 10.0.0.1 }]\n  ports: [{ name: a, port: 80 }]\n- addresses: [{ ip: 10.0.0.1 }]\n  ports: [{ name: a, port: 81 }]';
    const { all, err, code } = printed(
      {
        'a.yaml': [endpoints('a', subsets), endpoints('b', '- addresses: [{ ip: 10.0.0.300 }, { ip: 10.0.0.2 }]')].join(
          '---\n',
        ),
      },
      '--assume-service',
    );
    assert.deepEqual([counts(all), code], [['default/a 0', 'default/b 1'], 1]);
    const [first, second] = err.split('\n');
    assert.equal(
      first,
      'endpoints: a.yaml:2:7: The API server rejects this EndpointSlice: several of its ports are named "a". Give each port its own name.',
    );
    assert.match(
      second ?? '',
      /^endpoints: a\.yaml:16:23: The API server rejects this Endpoints: "10\.0\.0\.300" is not an IP address/,
    );
    const { out } = (folder as Folder).run('slices', 'a.yaml', '--assume-service');
    assert.match(out, /^Endpoints default\/a .* is not mirrored: the API server rejects its EndpointSlices\.\n/);
    assert.match(out, /"10\.0\.0\.300" is not an IP address, so it is not mirrored\.\n/);
  });

  it('says what cannot be told, shows the rest, and fails', () => {
    const { all, err, code } = printed({
      'a.yaml': [
        endpoints('a', '- addresses: [{ ip: "{{ .Values.ip }}" }]'),
        endpoints('"{{ .Release.Name }}"', '- addresses: [{ ip: 10.0.0.1 }]'),
        endpoints('b', '- addresses: [{ ip: 10.0.0.1 }]'),
        service('b', 'selector: {{ toYaml .Values.selector }}'),
        endpoints('c', '- addresses: [{ ip: 10.0.0.1 }]'),
        service('a'),
        service('c'),
      ].join('---\n'),
      'broken.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: { name: x\nsubsets: []\n',
    });
    assert.equal(code, 2);
    assert.deepEqual(counts(all), [
      'default/a null',
      'default/{{ .Release.Name }} null',
      'default/b null',
      'default/c 1',
    ]);
    const lines = err.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^endpoints: broken\.yaml:\d+:\d+: /);
    assert.deepEqual(lines.slice(1), [
      'endpoints: a.yaml:2:7: Endpoints default/a may be mirrored: a part of it (a.yaml:6:19) cannot be known statically.',
      'endpoints: a.yaml:9:7: Endpoints default/{{ .Release.Name }} may be mirrored: its name cannot be known statically.',
      'endpoints: a.yaml:16:7: Endpoints default/b may be mirrored: it is unknown whether the Service "b" (a.yaml:23:7) routes traffic to these addresses.',
    ]);
  });

  it('reads standard input, and says what is wrong with its usage', () => {
    const { runWith, run } = having({ 'a.yaml': 'kind: Deployment\n' });
    const text = [endpoints('a', '- addresses: [{ ip: 10.0.0.1 }]'), service('a')].join('---\n');
    assert.match(
      runWith(text, 'slices', '-').out,
      /^Endpoints default\/a \(<stdin>:2:7\) is mirrored as 1 EndpointSlice\.\n/,
    );
    assert.equal(run('slices', 'a.yaml').out, 'No Endpoints found in 1 file; nothing to mirror.\n');
    assert.equal(run('slices', 'a.yaml', '--format', 'json').out, '[]\n');
    const failures = [run('slices'), run('slices', 'none.yaml'), run('slices', '--assume', '.')].map(
      ({ err, code }) => [err, code],
    );
    assert.equal(run('slices', 'none.yaml').out, '');
    assert.deepEqual(failures, [
      ['endpoints: "endpoints slices" needs files to read. Name files, a directory, a glob or -.\n', 2],
      ['endpoints: none.yaml does not exist. Check the path.\n', 2],
      ['endpoints: There is no option --assume. Run "endpoints slices --help --all" to see all options.\n', 2],
    ]);
  });
});

/** The first fence of that language. */
function fence(language: string): string {
  const start = page.indexOf(`\`\`\`${language}\n`) + language.length + 4;
  return page.slice(start, page.indexOf('\n```', start) + 1);
}
