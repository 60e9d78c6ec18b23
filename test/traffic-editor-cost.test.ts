/** What editors show of traffic stays short for large Services, and the work for it grows with what a file holds. */
import assert from 'node:assert/strict';
import { drawTraffic } from '../server/src/features/shown/traffic-text.ts';
import { shownTextOf } from '../server/src/features/shown/draw-shown.ts';
import { shownSubjectOf } from '../server/src/features/shown/shown-object.ts';
import { withTraffic } from '../server/src/features/traffic/hover-traffic.ts';
import { trafficLenses } from '../server/src/features/traffic/traffic-lens.ts';
import { plainText } from '../server/src/text/markup.ts';
import { inputAt, type Input } from './support/gesture-page.ts';
import { trafficOptionsIn } from './support/gestures/annotations.ts';

const service = (name: string, spec = ''): string =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: ${name} }\nspec:\n  clusterIP: 10.96.0.5\n${spec}  ports:\n    - { name: http, port: 80 }\n`;
const slice = (name: string, count: number, fieldsOf: (i: number) => string = () => ''): string =>
  `---\napiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: { name: ${name}-1, labels: { kubernetes.io/service-name: ${name} } }\naddressType: IPv4\nports: [{ name: http, port: 8080 }]\nendpoints:\n${Array.from(
    { length: count },
    (_, i) => `  - { addresses: [10.1.${Math.floor(i / 250)}.${i % 250}]${fieldsOf(i)} }\n`,
  ).join('')}`;

function hoverAt(input: Input, offset: number): string {
  const found = { contents: { kind: 'plaintext' as const, value: '' } };
  const options = { ...trafficOptionsIn(input), markup: plainText };
  const { contents } = withTraffic(found, { view: input.view, files: input.files, offset }, options);
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

function lensesOf(input: Input): readonly (string | undefined)[] {
  const all = trafficLenses(input.view, input.files, { ...trafficOptionsIn(input), shows: 'document' });
  return all.map(({ command }) => command?.title);
}

function documentOf(input: Input): string {
  const { view, files } = input;
  const subject = shownSubjectOf(view, files.workspace.entriesIn(view.uri), { ordinal: 0, what: 'traffic' });
  assert.ok(subject);
  return shownTextOf(subject, files, { draw: drawTraffic(trafficOptionsIn(input)), hasHints: false }).text;
}

/** With one index, as a session has it. */
function textAt(text: string): Input {
  const input = inputAt('a.yaml', text, []);
  const { files } = input;
  return { ...input, files };
}

describe('traffic in editors', () => {
  it('is short for 1,000 endpoints with different states', () => {
    const states = (i: number): string =>
      i % 2 === 0 ? `, conditions: { ready: false }` : `, hints: { forZones: [{ name: z${i % 40} }] }`;
    const input = textAt(service('web') + slice('web', 1000, states));
    assert.deepEqual(lensesOf(input), [
      '500 of 1000 addresses get traffic, chosen by hints',
      '500 of 1000 addresses get traffic, chosen by hints',
    ]);
    const text = input.view.located.text;
    for (const word of ['http', 'EndpointSlice', 'web-1', '10.1.0.1]', '10.1.0.2]']) {
      const note = hoverAt(input, text.indexOf(word) + 1);
      assert.ok(note.length > 20 && note.length < 2_500, `${word}: ${note.length}\n${note}`);
    }
    const shown = documentOf(input);
    assert.match(shown, / {4}# … and 450 more\n/);
    assert.ok(shown.split('\n').length < 300, shown);
  });

  it('is left out where endpoints and nodes multiply, and the document says so', () => {
    const nodes = (i: number): string => `, nodeName: n${i}`;
    const input = textAt(service('web', '  internalTrafficPolicy: Local\n') + slice('web', 1000, nodes));
    assert.deepEqual(lensesOf(input), []);
    assert.equal(hoverAt(input, input.view.located.text.indexOf('http')), '');
    assert.match(documentOf(input), /too many endpoints and viewpoints to show\.\n# Run "endpoints traffic" instead\./);
  });

  it('asks the index in proportion to the objects of the file', () => {
    const questions = (count: number): number => {
      const names = Array.from({ length: count }, (_, i) => `web${i}`);
      const input = textAt(names.map((name) => service(name) + slice(name, 2)).join('---\n'));
      const { workspace } = input.files;
      const answer = workspace.atForRules.bind(workspace);
      let asked = 0;
      workspace.atForRules = (key) => (asked++, answer(key));
      assert.equal(lensesOf(input).length, 2 * count);
      return asked;
    };
    const [few, many] = [questions(20), questions(200)];
    assert.ok(many <= 10 * few, `${few} and ${many} questions`);
    assert.ok(few <= 20 * 40, `${few} questions`);
  });

  it('simulates a Service once for all of its slices', () => {
    const slices = Array.from({ length: 300 }, (_, i) => slice('web', 1).replace('web-1', `web-${i}`)).join('');
    const input = textAt(service('web') + slices);
    const options = trafficOptionsIn(input);
    let asked = 0;
    const rejectionsOf: typeof options.rejectionsOf = (entry) => (asked++, options.rejectionsOf(entry));
    const all = trafficLenses(input.view, input.files, { ...options, rejectionsOf, shows: 'document' });
    assert.equal(all.length, 301);
    assert.ok(asked < 4 * 301, `${asked} objects are asked for`);
  });
});
