/** What holds for completion, hovers and links in any text of a kustomization: no crash, and every place where it belongs. */
import assert from 'node:assert/strict';
import type { TextEdit } from 'vscode-languageserver-types';
import { hoverKustomize } from '../server/src/features/kustomize/hover-kustomization.ts';
import {
  kustomizeDefinition,
  pathLinks,
  targetReferences,
} from '../server/src/features/kustomize/kustomization-places.ts';
import { offsetOf } from '../server/src/features/lsp.ts';
import { slotsAt } from '../server/src/frontends/slot/slots.ts';
import { markdown } from '../server/src/text/markup.ts';
import { filesOf, inputAt, type Input } from './support/gesture-page.ts';
import { completions } from './support/gestures/completion.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';

const kustomization = `# The overlay of the shop.
namePrefix: shop-
resources:
  - ../base
  - orders.yaml
components: [../dns]
labels:
  - pairs: {team: db}
    includeSelectors: false
patches:
  - path: patch.yaml
    target: {kind: Endpoints, name: ord.*}
  - target:
      kind: Endpoints
      labelSelector: tier in (db)
    patch: |-
      - op: replace
        path: /subsets/0/addresses/0/ip
        value: 10.30.0.15
      - op: add
        path: /subsets/0/addresses/-
        value:
          ip: 10.30.0.16

      - op: remove
        path: /metadata/labels/example.com~1tier
  - patch: |
      apiVersion: v1
      kind: Endpoints
      metadata:
        name: orders
replacements:
  - source: {kind: Endpoints, name: orders, fieldPath: metadata.name}
    targets:
      - select: {kind: Endpoints}
        reject: [{name: users}]
        fieldPaths: [metadata.annotations.name]
`;
const others: Readonly<Record<string, string>> = {
  'prod/orders.yaml':
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: orders\n  labels: {tier: db}\nsubsets:\n  - addresses:\n      - ip: 10.20.0.15\n',
  'prod/patch.yaml': '- op: test\n  path: /subsets/0/addresses/0/ip\n  value: 10.20.0.15\n',
  'base/kustomization.yaml': 'resources: [../prod, a.yaml]\n',
  'base/a.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n',
  'dns/kustomization.yaml': 'kind: Component\npatches:\n  - target: {}\n    path: ../prod/patch.yaml\n',
};
const mutations = times(400);

describe('a kustomization, whatever its text', () => {
  it(`is answered for ${mutations} mutations, with every place where it belongs`, async function () {
    this.timeout(120_000);
    for (let seed = 0; seed < mutations; seed++) {
      const mutated = mutate(kustomization, seed);
      const text = seed % 3 === 0 ? mutated.replaceAll('\n', '\r\n') : mutated;
      try {
        const input = inputIn(text);
        for (let i = 0; i < 4; i++) {
          const offset = (seed * 7919 + i * 104_729) % (text.length + 1);
          // For a client there is no place between CR and LF.
          await placeHolds(input, text[offset] === '\n' && text[offset - 1] === '\r' ? offset - 1 : offset);
        }
        for (const { range } of pathLinks(input.view, input.files)) {
          const [start, end] = [offsetOf(input.view.located, range.start), offsetOf(input.view.located, range.end)];
          assert.ok(start < end && !text.slice(start, end).includes('\n'), text.slice(start, end));
        }
      } catch (error) {
        throw new Error(`seed ${seed}:\n${text}`, { cause: error });
      }
    }
  });

  it('has the slots of an inline patch where the patch alone has them', () => {
    const patch = '- op: replace\n  path: /subsets/0\n  value:\n    addresses:\n      - ip: 10.0.0.1\n';
    const head = 'patches:\n  - target: {kind: Endpoints}\n    patch: |-\n';
    const indent = 6;
    const text = head + patch.replaceAll(/^(?=.)/gm, ' '.repeat(indent));
    for (let offset = 0; offset < patch.length; offset++) {
      const rows = patch.slice(0, offset).split('\n').length;
      const outer = head.length + offset + rows * indent;
      const alone = slotsAt('patch.yaml', patch, offset).map(({ kind, path, word, prefix }) => [
        kind,
        path,
        word,
        prefix,
      ]);
      const inside = slotsAt('kustomization.yaml', text, outer);
      for (const { typed, word } of inside) assert.equal(text.slice(typed.start, typed.end), word, String(offset));
      assert.deepEqual(
        inside.map(({ kind, path, word, prefix }) => [kind, path, word, prefix]),
        alone,
        JSON.stringify(patch.slice(0, offset)),
      );
    }
  });
});

function inputIn(text: string): Input {
  const input = inputAt('prod/kustomization.yaml', text, []);
  const views = Object.entries(others).map(([path, other]) => inputAt(path, other, []).view);
  return { ...input, files: filesOf([input.view, ...views]) };
}

async function placeHolds(input: Input, offset: number): Promise<void> {
  const { view, files } = input;
  const { located } = view;
  const found = hoverKustomize(null, { view, files, offset, markup: markdown });
  if (found?.range) {
    const [start, end] = [offsetOf(located, found.range.start), offsetOf(located, found.range.end)];
    assert.ok(start <= offset && offset <= end, `${offset}: ${start} to ${end}`);
  }
  const link = kustomizeDefinition({ view, files, offset });
  if (link) {
    assert.ok(link.origin.start <= offset && offset <= link.origin.end && link.places.length > 0);
    for (const {
      view: { located: other },
      span,
    } of link.places)
      assert.ok(span.start <= span.end && span.end <= other.length);
  }
  targetReferences({ view, files, offset });
  const { items } = await completions(input, { offset });
  for (const { textEdit, label } of items) {
    const { range } = textEdit as TextEdit;
    assert.equal(range.start.line, range.end.line, label);
    assert.ok(offsetOf(located, range.start) <= offset && offset <= offsetOf(located, range.end), label);
  }
}
