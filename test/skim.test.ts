/** What is read of foreign objects without a parser is what the parser reads, or nothing: the facts are the same. */
import assert from 'node:assert/strict';
import { factsOf } from '../server/src/analysis/facts/facts.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { skim } from '../server/src/frontends/documents/skim.ts';
import { readYaml } from '../server/src/frontends/yaml/read-yaml.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';
import { pod } from './support/workspace-texts.ts';

const mutations = times(6_000);

const manifests: readonly string[] = [
  pod('db-0'),
  `# The front.
apiVersion: "apps/v1"
kind: 'Deployment' # of the shop
metadata:
    # who and where
    name: web
    namespace: "shop"
    labels:
        name: other
        kind: label
    uid: abc-123
spec:
  template:
    metadata:
      name: inner
    spec:
      containers:
        - name: web
          command: ["sh", "-c", "echo kind: x"]
          text: |
            apiVersion: v1
            kind: Node
            metadata:
              name: quoted
`,
  `kind: PersistentVolume\r\napiVersion: v1\r\nmetadata:\r\n  labels: {a: b}\r\n  name: node-1\r\nspec: {}\r\n`,
  `metadata:
  annotations:
    note: >-
      name: folded
       namespace: folded

    other: "two
      name: lines"
  name: 'it-s'
  ownerReferences:
    - apiVersion: v1
      kind: Node
      name: owner
kind: Pod
apiVersion: v1
`,
  `apiVersion: v1
kind: Namespace
metadata: {name: shop}
`,
  `apiVersion: batch/v1
kind: CronJob
metadata:
  name: 1e3
  namespace: null
  generateName: x-
spec: &spec
  a: *spec
`,
  `apiVersion: v1
kind: Secret
metadata:

  name:    spaced
  namespace:\tshop
data:
  name: YQ==
`,
];

describe('the head of a foreign object', () => {
  it('is read as the parser reads it', () => {
    // The last mention makes the parser read all of it.
    for (const text of manifests) assert.deepEqual(facts(text), facts(`${text}# Endpoints\n`), text);
  });

  it(`is read as the parser reads it, in ${mutations} mutated texts, or left to the parser`, () => {
    let skimmed = 0;
    for (let seed = 0; seed < mutations; seed++) {
      const text = mutate(manifests[seed % manifests.length] ?? '', seed);
      // Of what cannot be read as a whole either may know more.
      if (skim(text) === undefined || readYaml(text, 'kubernetes', []).issues.length > 0) continue;
      skimmed++;
      const whole = facts(text.endsWith('\n') ? `${text}# Endpoints\n` : `${text}\n# Endpoints\n`);
      assert.deepEqual(facts(text), whole, `seed ${seed}:\n${text}`);
    }
    assert.ok(skimmed > mutations / 8, String(skimmed));
  });
});

function facts(text: string): readonly unknown[] {
  return readFile('a.yaml', text, { isPartial: false }).parts.flatMap(({ document }) => factsOf(document));
}
