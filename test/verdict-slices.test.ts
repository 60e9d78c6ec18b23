/** The verdict on whole slices, as an apply gets it, against the recorded answers of a real server: fields and reasons. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../server/src/analysis/apply/json-value.ts';
import { jsonOf } from '../server/src/analysis/apply/field-config.ts';
import { performRequest } from '../server/src/cli/apply/perform-request.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { root } from './support/root.ts';

interface Case {
  readonly id: string;
  readonly manifest: string;
  readonly verdicts: Readonly<
    Record<string, { readonly outcome: string; readonly causes?: readonly { field: string; reason: string }[] }>
  >;
}

const cases = JSON.parse(
  readFileSync(join(root, 'test/data/conformance/slice-verdicts.json'), 'utf8'),
) as readonly Case[];

/** What the recordings have no example of, with the answers of the 1.36 libraries. */
const more: readonly (readonly [addressType: string, endpoint: JsonObject, causes: readonly string[]])[] = [
  [
    'FQDN',
    { addresses: ['', null, 'a'] },
    ['[0].addresses[0] Required', '[0].addresses[1] Required', '[0].addresses[2] Invalid'],
  ],
  ['IPv4', { addresses: [''] }, ['[0].addresses[0] Invalid']],
  ['IPv4', { deprecatedTopology: { '-': '', rack: '-' } }, []],
  ['IPv4', { hints: { forZones: [{ name: 'a' }, { name: 'a' }] } }, ['[0].hints.forZones[1].name Duplicate']],
  [
    'IPv4',
    { hints: { forNodes: [{}, {}] } },
    [
      '[0].hints.forNodes[0].name Invalid',
      '[0].hints.forNodes[1].name Duplicate',
      '[0].hints.forNodes[1].name Invalid',
    ],
  ],
];

describe('verdict on slices', () => {
  for (const [addressType, endpoint, causes] of more) {
    it(`${addressType} ${JSON.stringify(endpoint)}`, () => {
      const endpoints = [{ addresses: ['10.0.0.1'], ...endpoint }];
      const slice = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name: 'a' } };
      assert.deepEqual(
        refused({ ...slice, addressType, endpoints }, 36).map((each) => each.replace('FieldValue', '')),
        causes.map((each) => `endpoints${each}`),
      );
    });
  }

  for (const { id, manifest, verdicts } of cases) {
    for (const [version, { outcome, causes = [] }] of Object.entries(verdicts)) {
      if (outcome === 'undecodable') continue;
      it(`${id} (${version})`, () => {
        const [part] = readFile('slice.yaml', manifest, { isPartial: false }).parts;
        const config = part?.document.root ? jsonOf(part.document.root, part.document) : null;
        assert.ok(isObject(config));
        const found = refused(config, Number(version.split('.')[1]));
        assert.deepEqual(found, words(causes));
        assert.equal(found.length > 0, outcome !== 'accepted');
      });
    }
  }
});

function refused(config: JsonObject, minor: number): readonly string[] {
  const answer = performRequest(undefined, { operation: 'create', manager: 'kubectl', force: false, config }, minor);
  assert.ok(answer.kind === 'rejected' || answer.kind === 'result');
  return words(answer.kind === 'rejected' ? answer.causes : []);
}

/** Which of several comes first, and how often one is said, is not compared. */
function words(causes: readonly { readonly field: string; readonly reason: string }[]): readonly string[] {
  return [...new Set(causes.map(({ field, reason }) => `${field} ${reason}`))].sort();
}
