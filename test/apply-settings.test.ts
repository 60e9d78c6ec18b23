/** How a program sends its objects: by which manager, with or without force, or not at all. */
import assert from 'node:assert/strict';
import type { Applied } from '../server/src/analysis/facts/apply-facts.ts';
import { appliedIn, provider } from './support/apply-facts.ts';

/** A program's patch, with more lines for its metadata, its options, and the program. */
function patch({ annotations = '', options = '', rest = '' }: Record<string, string>): string {
  return `resources:
  p:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata:
        name: web
        annotations: {${annotations}}
    options: {${options}}
${rest}`;
}

describe('apply facts: how a program sends', () => {
  const yes = '"pulumi.com/patchForce": "true"';
  const random: Partial<Applied> = { means: 'apply', manager: '', force: 'no' };
  const cases: readonly (readonly [what: string, text: Record<string, string>, how: Partial<Applied> | undefined])[] = [
    ['with a random manager, and without force', {}, random],
    ['with the manager of an annotation', { annotations: '"pulumi.com/patchFieldManager": a' }, { manager: 'a' }],
    ['with that of its other spelling', { annotations: 'x-provider/patchFieldManager: a' }, { manager: 'a' }],
    ['with a random one for an empty text', { annotations: '"pulumi.com/patchFieldManager": ""' }, random],
    [
      'with one that an expression decides on',
      { annotations: 'x-provider/patchFieldManager: "${m}"' },
      { manager: undefined },
    ],
    ['with force', { annotations: yes }, { force: 'yes' }],
    ['with force in its other spelling', { annotations: 'x-provider/patchForce: "true"' }, { force: 'yes' }],
    ['without force for any other text', { annotations: '"pulumi.com/patchForce": "True"' }, { force: 'no' }],
    ['without force for no value', { annotations: '"pulumi.com/patchForce": ' }, { force: 'no' }],
    ['with what an expression decides', { annotations: '"pulumi.com/patchForce": "${f}"' }, { force: 'unknown' }],
    [
      'with what a key may be',
      { annotations: '"pulumi.com/${f}": "true"' },
      { force: 'unknown', manager: undefined, isWhole: false },
    ],
    [
      'with nothing said, where one value is no text',
      { annotations: `${yes}, x-provider/patchFieldManager: a, n: 5` },
      random,
    ],
    ['as said beside an expression', { annotations: `${yes}, a: "\${b.c}"` }, { force: 'yes', isWhole: true }],
    ['as said beside no value', { annotations: `${yes}, n: null` }, { force: 'yes' }],
    [
      'with force of its provider',
      { options: 'provider: "${k8s}"', rest: provider('{enablePatchForce: true}') },
      { force: 'yes' },
    ],
    ['without that of another one', { rest: provider('{enablePatchForce: true}') }, { force: 'no' }],
    [
      'with that of the default one',
      { rest: provider('{enablePatchForce: true}', 'defaultProvider: true, ') },
      { force: 'yes' },
    ],
    [
      'with that of the project',
      { rest: 'config: {"kubernetes:enablePatchForce": {value: true}}\n' },
      { force: 'yes' },
    ],
    [
      'with what an expression says there',
      { options: 'provider: "${k8s}"', rest: provider('{enablePatchForce: "${f}"}') },
      { force: 'unknown' },
    ],
    ['with a provider of elsewhere', { options: 'provider: "${given}"' }, { force: 'unknown', manager: undefined }],
    [
      'with force of its own for such a one',
      { options: 'provider: "${given}"', annotations: yes },
      { force: 'unknown' },
    ],
    [
      'with the provider of its parent',
      {
        options: 'parent: "${q}"',
        rest: `  q: {type: a:b:C, options: {provider: "\${k8s}"}}\n${provider('{enablePatchForce: true}')}`,
      },
      { force: 'yes' },
    ],
    [
      'with parents in a circle',
      { options: 'parent: "${q}"', rest: '  q: {type: a:b:C, options: {parent: "${q}"}}\n' },
      random,
    ],
    [
      'client-side, which no patch can',
      { options: 'provider: "${k8s}"', annotations: yes, rest: provider('{enableServerSideApply: false}') },
      { means: 'update', manager: 'pulumi-kubernetes', force: 'no', isRefused: true },
    ],
    [
      'nothing, but into files',
      { options: 'provider: "${k8s}"', rest: provider('{renderYamlToDirectory: out}') },
      undefined,
    ],
    [
      'and leaves it there',
      { options: 'retainOnDelete: true' },
      { retention: 'yes', isRefused: false, logicalName: 'p' },
    ],
  ];
  for (const [what, text, how] of cases) {
    it(what, () => {
      const [found] = appliedIn(patch(text));
      assert.deepEqual(found && how ? { ...found, ...how } : found, found);
      assert.equal(found === undefined, how === undefined);
    });
  }

  it('nothing for what is only read, and for what stands in a later document', () => {
    const text = 'resources:\n  e:\n    type: kubernetes:core/v1:Endpoints\n    Get: {id: a/b}\n';
    assert.deepEqual(appliedIn(text), [undefined]);
    const [first, later] = appliedIn(`${patch({})}---\n${patch({})}`);
    assert.deepEqual([first?.means, later], ['apply', undefined]);
  });

  it('nothing that is refused: a patch without a name, a name that the server makes', () => {
    const refused = (type: string, metadata: string): boolean | undefined =>
      appliedIn(`resources: {e: {type: "kubernetes:core/v1:${type}", properties: {metadata: ${metadata}}}}`)[0]
        ?.isRefused;
    assert.equal(refused('EndpointsPatch', '{labels: {a: b}}'), true);
    assert.equal(refused('EndpointsPatch', '"${m}"'), false);
    assert.equal(refused('Endpoints', '{labels: {a: b}}'), false);
    assert.equal(refused('Endpoints', '{generateName: a-}'), true);
  });
});
