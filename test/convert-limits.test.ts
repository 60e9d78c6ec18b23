/** What one slice cannot hold is spread over several: endpoints, ports, and a text that would lose something stays as it is. */
import assert from 'node:assert/strict';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../server/src/analysis/workspace/workspace.ts';
import { convertInSteps } from '../server/src/convert/convert.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import { convertTexts } from './support/converting.ts';

function endpointsText(addresses: number, ports: number): string {
  const ip = (n: number): string => `10.1.${Math.floor(n / 200)}.${(n % 200) + 1}`;
  return [
    'apiVersion: v1',
    'kind: Endpoints',
    'metadata:',
    '  name: web',
    'subsets:',
    '  - addresses:',
    ...Array.from({ length: addresses }, (_, i) => `      - ip: ${ip(i)}`),
    '    ports:',
    ...Array.from({ length: ports }, (_, i) => `      - {name: p-${i}, port: ${i + 1}}`),
    '',
  ].join('\n');
}

describe('limits of a slice', () => {
  it('holds 1,000 endpoints', () => {
    assert.deepEqual(madeOf(endpointsText(1_000, 1)), ['web-ipv4']);
    assert.deepEqual(madeOf(endpointsText(1_001, 1)), ['web-ipv4', 'web-ipv4-2']);
  });

  it('holds 100 ports', () => {
    assert.deepEqual(madeOf(endpointsText(1, 100)), ['web-ipv4']);
    assert.deepEqual(madeOf(endpointsText(1, 101)), ['web-ipv4', 'web-ipv4-2']);
    assert.equal(madeOf(endpointsText(1_001, 101)).length, 4);
  });

  for (const to of ['endpointslice', 'endpoints'] as const) {
    it(`asks for each file once, when it is its turn, to ${to}`, () => {
      const asked: string[] = [];
      const workspace = new Workspace();
      const sources = ['a', 'b', 'c'].map((name) => {
        const uri = `file:///${name}.yaml`;
        const text = endpointsText(1, 1).replace('name: web', `name: ${name}`);
        const slices = convertTexts([{ path: `${name}.yaml`, text }]).files[0]?.after ?? '';
        const read = (): SourceFile => readFile(uri, to === 'endpoints' ? slices : text, { isPartial: false });
        workspace.set(uri, fileFacts(read()));
        return {
          uri,
          path: uri,
          get file(): SourceFile {
            asked.push(name);
            return read();
          },
        };
      });
      const steps = convertInSteps(sources, workspace, { to, mode: 'replace', managedBy: 'me', minor: 36 });
      steps.next();
      assert.deepEqual(asked, ['a']);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      assert.deepEqual([asked, step.value.files.length], [['a', 'b', 'c'], 3]);
    });
  }

  it('converts only what is wanted', () => {
    const text = `${endpointsText(1, 1)}---\n${endpointsText(2, 1).replace('name: web', 'name: mail')}`;
    const { outcomes, files } = convertTexts([{ path: 'a.yaml', text }], {}, (_uri, { name }) => name === 'mail');
    assert.deepEqual(
      outcomes.map(({ name }) => name),
      ['mail'],
    );
    assert.ok(files[0]?.after.startsWith(endpointsText(1, 1)));
  });
});

function madeOf(text: string): readonly string[] {
  const { outcomes } = convertTexts([{ path: 'a.yaml', text }]);
  assert.equal(outcomes[0]?.what, 'converted');
  return outcomes.flatMap(({ made }) => made.map(({ name }) => name));
}
