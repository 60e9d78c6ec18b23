/** `endpoints show` as text: the tree at several widths, colours, hostile names. */
import assert from 'node:assert/strict';
import { eastAsianWidth } from 'get-east-asian-width';
import { hostileManifests, hostileNames } from './support/hostile-names.ts';
import { folderOf, runCli, withoutColors } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { service, slice } from './support/traffic-texts.ts';

const shop =
  service('web', '- { name: http, port: 80 }, { name: admin, port: 9000 }') +
  slice('web', '{ name: http, port: 8080 }', ['10.0.0.1', '10.0.0.2 | ready: false']) +
  slice('web', '{ name: htp, port: 8080 }', ['10.0.0.3'], 'web-2');

const cells = (line: string): number =>
  [...line].reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0) ?? 0), 0);

describe('endpoints show as text', () => {
  const make = temporary(folderOf);
  const written = (text: string, ...args: readonly string[]): string =>
    make({ 'k.yaml': text }).run('show', 'k.yaml', ...args).out;

  it('draws a tree of ports, slices and addresses, and says where it breaks', () => {
    assert.equal(
      written(shop),
      `✕ default/web ClusterIP  k.yaml:3
├─→ 80/TCP http
│   ├─→ EndpointSlice web-1  k.yaml:10 · IPv4 · 8080/TCP http
│   │   ├─→ ● 10.0.0.1:8080
│   │   └── ○ 10.0.0.2:8080
│   │         The endpoint is not ready.
│   └─✕ EndpointSlice web-2  k.yaml:21 · IPv4 · 8080/TCP htp
│       │ unmatched-port: The slice has no port "http"; it has "htp". Ports
│       │ match by name, never by number.
│       └─✕ ● 10.0.0.3
└─✕ 9000/TCP admin
    │ No endpoint, so connections are refused.
    ├─✕ EndpointSlice web-1  k.yaml:10 · IPv4 · 8080/TCP http
    │   │ unserved-port: The slice has no port "admin"; it has "http". Ports
    │   │ match by name, never by number.
    │   ├─✕ ● 10.0.0.1
    │   └─✕ ○ 10.0.0.2
    └─✕ EndpointSlice web-2  k.yaml:21 · IPv4 · 8080/TCP htp
        │ unmatched-port: The slice has no port "admin"; it has "htp". Ports
        │ match by name, never by number.
        └─✕ ● 10.0.0.3

● ready   ○ not ready   ─→ gets traffic   ── gets no traffic now
─✕ gets no traffic
1 Service, 2 ports: 1 with endpoints, 1 without. Simulated: kube-proxy.
`,
    );
  });

  it('draws ports with the same answer as one', () => {
    const text =
      service('web', '- { name: http, port: 80 }, { name: https, port: 443 }') +
      slice('web', '{ name: http, port: 80 }, { name: https, port: 80 }', ['10.0.0.1']);
    assert.match(written(text), /^└─→ 80\/TCP http, 443\/TCP https\n {4}└─→ EndpointSlice web-1/m);
  });

  it('fits each width, whatever the names are', () => {
    const text = `${shop}${hostileManifests()}`;
    for (const width of [40, 57, 80, 200]) {
      const lines = written(text, '--width', String(width)).split('\n');
      for (const line of lines) assert.ok(cells(line) <= width, `${width}: ${line}`);
      for (const i of hostileNames.keys())
        assert.ok(
          lines.some((line) => line.includes(` n${i}/`)),
          `n${i} at ${width}`,
        );
      assert.doesNotMatch(lines.join('\n'), /(?!\n)[\p{Cc}\u202E]/u);
    }
  });

  it('keeps the end of a place that is too long', () => {
    const path = `${'folder/'.repeat(8)}k.yaml`;
    const { out } = make({ [path]: shop }).run('show', path, '--width', '40');
    assert.match(out, /^│ …[\w/]+\/k\.yaml:3$/m);
  });

  it('has colours only where they are asked for, and the same text without them', () => {
    const { path } = make({ 'k.yaml': shop });
    const { NO_COLOR: _none, ...others } = withoutColors();
    const env = { ...others, FORCE_COLOR: '1' };
    const { out } = runCli({ args: ['show', 'k.yaml'], cwd: path, env });
    const red = '\u001B[31m';
    assert.ok(out.includes(`${red}─✕\u001B[39m ${red}9000/TCP admin`), out);
    // What is behind a break is not red.
    assert.ok(out.includes('\u001B[2m─✕\u001B[22m \u001B[2m● \u001B[22m\u001B[2m10.0.0.3'), out);
    assert.equal(out.replace(/\p{Cc}\[\d+m/gu, ''), written(shop));
  });

  it('folds many addresses, and says of a group what is wrong in it', () => {
    const many = Array.from({ length: 30 }, (_, i) => `10.0.${i % 2}.${i}${i < 3 ? ' | ready: false' : ''}`);
    const text = service('web', '- { port: 80 }') + slice('web', '{ port: 80 }', many);
    const folded = written(text);
    assert.match(
      folded,
      /10\.0\.0\.0\/24: 15 addresses, ● 13 ○ 2 {2}13 get traffic\n.*2 × The endpoint is not ready\./,
    );
    assert.doesNotMatch(folded, /10\.0\.0\.4/);
    assert.match(written(text, '--unfold'), /● 10\.0\.0\.4:80/);
  });

  it('names the broken ones of many Services at the end, which a terminal shows', () => {
    const good = (name: string): string => service(name, '- { port: 80 }') + slice(name, '{ port: 80 }', ['10.0.0.1']);
    const bad = service('bad', '- { name: http, port: 80 }') + slice('bad', '{ name: web, port: 80 }', ['10.0.0.1']);
    const text = ['a', 'b', 'c', 'd', 'e'].map(good).join('');
    assert.match(written(text + bad), /\n\nTraffic stops in:\n✕ \S*bad ClusterIP {2}k\.yaml:\d+\n\n6 Services, /);
    assert.doesNotMatch(written(text + good('f')), /Traffic stops/);
  });

  it('marks a Service that clients of one IP family do not reach', () => {
    const text =
      service('web', '- { name: http, port: 80 }', 'ipFamilyPolicy: RequireDualStack, ipFamilies: [IPv4, IPv6]') +
      slice('web', '{ name: http, port: 80 }', ['10.0.0.1']) +
      slice('web', '{ name: web, port: 80 }', ['2001:db8::1']).replace('web-1', 'web-6').replace('IPv4', 'IPv6');
    assert.match(written(text), /^✕ .*\n└─→ 80\/TCP http\n {4}│ No IPv6 endpoint, so IPv6 connections are refused\./);
  });

  it('does not say that a number is missing which a template writes', () => {
    const text =
      service('web', '- { name: http, port: 80 }') +
      slice('web', '{ name: http, port: {{ .Values.port }} }', ['10.0.0.1']);
    const { path: _path, run } = make({
      'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'templates/web.yaml': text,
    });
    const { out } = run('show', 'templates/web.yaml');
    assert.match(
      out,
      /\? EndpointSlice web-1.* \?\/TCP http\n.*The number of the port "http" in the slice is not known\.$/m,
    );
    assert.doesNotMatch(out, /no number/);
  });

  it('ends with what traffic sums up, also where there is nothing', () => {
    assert.equal(written('a: 1\n'), 'No Services found in 1 file.\n');
    const { path, run } = make({ 'k.yaml': shop, 'README.md': '```yaml\nkind: Service\n```\n', 'chart.py': 'x = 1\n' });
    const last = (out: string): string | undefined => out.trimEnd().split('\n').at(-1);
    assert.equal(last(run('show', '.').out), last(run('traffic', '.').out), path);
  });
});
