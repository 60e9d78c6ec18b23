/** What rules do not report in programs, because something that is not known may change it. */
import assert from 'node:assert/strict';
import { endpointsCall, foundIn, loopback, script } from './support/program-findings.ts';
import { loadGrammarsOf } from './support/programs.ts';

before(() => loadGrammarsOf('index.ts'));

describe('openness of programs', () => {
  const silent: Readonly<Record<string, string>> = {
    'an argument that is spread': `${script}declare const args: never[];\nnew k8s.core.v1.EndpointsPatch(...args);\n`,
    'a value that a spread may replace': endpointsCall(
      `subsets: ${loopback}, ...unknown`,
      '',
      'declare const unknown: object;\n',
    ),
    'a value that a computed name may replace': endpointsCall(
      `subsets: ${loopback}, [unknown]: 1`,
      '',
      'declare const unknown: string;\n',
    ),
    'what a spread may add': `${script}declare const rest: object;\nnew k8s.core.v1.EndpointsPatch("p", { metadata: { ...rest } });\n`,
    'what a transformation may add': `${script}new k8s.core.v1.EndpointsPatch("p", { metadata: {} }, { transforms: [named] });\ndeclare const named: never;\n`,
    'what a transformation of the stack may add': `${script}pulumi.runtime.registerStackTransformation(named);\nnew k8s.core.v1.EndpointsPatch("p", { metadata: {} });\n`,
    'arguments that are opaque as a whole': `${script}declare const args: object;\nnew k8s.core.v1.EndpointsPatch("p", args);\n`,
  };
  for (const [what, text] of Object.entries(silent)) {
    it(`keeps silent about ${what}`, () => {
      assert.deepEqual(foundIn(text), []);
    });
  }

  it('reports what a spread cannot replace', () => {
    const text = endpointsCall(`...unknown, subsets: ${loopback}`, '', 'declare const unknown: object;\n');
    assert.deepEqual(foundIn(text), ['loopback-ip "127.0.0.1"']);
  });

  it('reports values beside a transformation, and counts no comment as one', () => {
    assert.deepEqual(foundIn(endpointsCall(`subsets: ${loopback}`, ', { transformations: [] }')), [
      'loopback-ip "127.0.0.1"',
    ]);
    const text = `${script}// transforms: none\nnew k8s.core.v1.EndpointsPatch("p", { metadata: {} });\n`;
    assert.deepEqual(foundIn(text), ['patch-without-name metadata']);
  });
});
