/** `endpoints show --format mermaid`, read back with Mermaid's own parser: what is drawn, hostile names, limits. */
import assert from 'node:assert/strict';
import { hostileManifests, hostileNames } from './support/hostile-names.ts';
import { readMermaid, type MermaidDiagram } from './support/mermaid-diagrams.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { endpoints, service, slice } from './support/traffic-texts.ts';

const lanes = ['Service ports', 'slices and Endpoints', 'addresses'];

describe('endpoints show --format mermaid', () => {
  const make = temporary(folderOf);
  const written = (text: string, ...args: readonly string[]): string =>
    make({ 'k.yaml': text }).run('show', 'k.yaml', '--format', 'mermaid', ...args).out;
  const drawn = (text: string, ...args: readonly string[]): Promise<MermaidDiagram> =>
    readMermaid(written(text, ...args));

  it('draws ports, slices and addresses in lanes, with their edges and reasons', async () => {
    const text =
      service('web', '- { name: http, port: 80 }') +
      slice('web', '{ name: http, port: 8080 }', ['10.0.0.1', '10.0.0.2 | ready: false']) +
      slice('web', '{ name: htp, port: 8080 }', ['10.0.0.3'], 'web-2');
    const { nodes, edges } = await drawn(text);
    assert.deepEqual(
      nodes.map(({ id, lane, lines }) => [id, lane, lines[0]]),
      [
        ['p1', lanes[0], 'default/web ClusterIP'],
        ['s1', lanes[1], 'EndpointSlice web-1'],
        ['s2', lanes[1], 'EndpointSlice web-2'],
        ['a1', lanes[2], '● 10.0.0.1:8080'],
        ['a2', lanes[2], '○ 10.0.0.2:8080'],
        ['a3', lanes[2], '● 10.0.0.3'],
      ],
    );
    assert.deepEqual(nodes[0]?.lines.slice(1), ['80/TCP http', 'k.yaml:3']);
    const unmatched =
      'unmatched-port: The slice has no port "http"; it has "htp". Ports match by name, never by number.';
    assert.deepEqual(
      edges.map(({ from, to, type, label }) => [from, to, type, label]),
      [
        ['p1', 's1', 'arrow_point', ''],
        ['s1', 'a1', 'arrow_point', ''],
        ['s1', 'a2', 'arrow_open', 'The endpoint is not ready.'],
        ['p1', 's2', 'arrow_cross', unmatched],
        ['s2', 'a3', 'arrow_cross', ''],
      ],
    );
  });

  it('draws what is not known before rendering with dots', async () => {
    const { edges } = await drawn(service('db', '- { port: 80 }') + endpoints('db', '{{ .Values.ip }}'));
    assert.ok(edges.at(-1)?.isDotted, JSON.stringify(edges));
  });

  it('shows hostile names as text', async () => {
    const text = written(hostileManifests());
    const { nodes, edges } = await readMermaid(text);
    assert.equal(nodes.filter(({ id }) => id.startsWith('a')).length, hostileNames.length);
    assert.equal(edges.length, 2 * hostileNames.length);
    for (const [i, name] of hostileNames.entries()) {
      const node = nodes.find(({ lines: [first = ''] }) => first.startsWith(`n${i}/`));
      assert.ok(node, name);
      // The name of a placeholder, such as `<name>`, is in another line.
      const shown = node.lines.map((line) => line.replaceAll('\u2060', ''));
      const expected = name.replace(/[\r\n\t]+/g, ' ').replace(/[\p{Cc}\u202E]/gu, '\uFFFD');
      assert.ok(
        shown.some((line) => line.includes(expected.slice(0, 60))),
        JSON.stringify(shown),
      );
    }
    // Signs that mean something outside of labels: quotes around them, tags between lines, comments, and entities.
    const labels = [...text.matchAll(/(?:\[|\|)"(.*)"[\]|]/g)].map(([, label = '']) => label);
    assert.equal(labels.length >= nodes.length, true);
    for (const label of labels)
      assert.doesNotMatch(label.replace(/<br\/>|#\d+;/g, ' '), /["<>[\]{}|`*_$%&;#\\]|fa:fa/u);
  });

  it('shows each hostile name alone, too', async () => {
    for (const name of hostileNames) {
      const { nodes, edges } = await drawn(hostileManifests([name]));
      assert.deepEqual([nodes.length, edges.length], [3, 2], name);
    }
  });

  it('folds many addresses as other pictures do', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `10.0.${i % 2}.${i}`);
    const text = service('web', '- { port: 80 }') + slice('web', '{ port: 80 }', many);
    const { nodes } = await drawn(text);
    assert.deepEqual(
      nodes.filter(({ id }) => id.startsWith('a')).map(({ lines }) => lines[0]),
      ['10.0.0.0/24: 15 addresses, ● 15', '10.0.1.0/24: 15 addresses, ● 15'],
    );
    assert.equal((await drawn(text, '--unfold')).nodes.filter(({ id }) => id.startsWith('a')).length, 32);
  });

  it('stops before Mermaid does, and says so', async () => {
    const services = Array.from(
      { length: 400 },
      (_, i) => service(`web-${i}`, '- { port: 80 }') + slice(`web-${i}`, '{ port: 80 }', [`10.0.0.${i % 250}`]),
    );
    const text = written(services.join(''));
    const { nodes, edges } = await readMermaid(text);
    assert.ok(text.length <= 50_000 && edges.length <= 500, `${text.length}, ${edges.length}`);
    assert.ok(text.length > 47_000 || edges.length > 490, `${text.length}, ${edges.length}`);
    const cut = /^%% Cut here, as Mermaid draws at most 50,000 characters and 500 edges: (\d+) of 400 Services are/m;
    const complete = Number(cut.exec(text)?.[1]);
    assert.ok(complete > 100 && complete <= edges.length / 2, String(complete));
    assert.match(nodes.find(({ id }) => id === 'note0')?.lines[0] ?? '', /^Cut here, as Mermaid draws at most/);
    assert.equal(written(services.join('')), text);
  });

  it('draws a note where there is no Service', async () => {
    const { nodes } = await drawn('a: 1\n');
    assert.deepEqual(nodes, [{ id: 'note1', lane: '', lines: ['No Services found in 1 file.'] }]);
  });
});
