/** A key that a template or an expression decides makes its mapping open, whichever reader reads it. */
import assert from 'node:assert/strict';
import { bindDocument } from '../server/src/analysis/binding/bind-document.ts';
import { isFullyStatic, isStatic } from '../server/src/analysis/binding/static-value.ts';
import { newestMinor } from '../server/src/contract/version.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { documentsOf } from '../server/src/tree/document.ts';
import { childrenOf, type Mapping, type Value } from '../server/src/tree/value.ts';

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: web\n';
const json = (subset: string): string =>
  `{"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "web"}, "subsets": [${subset}]}`;
const program = (subset: string): string =>
  `name: shop\nruntime: yaml\nresources:\n  web:\n    type: kubernetes:core/v1:Endpoints\n    properties:\n      subsets:\n${subset}`;

const texts: Readonly<Record<string, readonly [name: string, text: string]>> = {
  'a block mapping': [
    'a.yaml',
    `${head}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n        {{ .Values.key }}: db\n`,
  ],
  'a flow mapping': ['a.yaml', `${head}subsets:\n  - addresses: [{ ip: 10.0.0.1, {{ .Values.key }}: db }]\n`],
  'a quoted key': [
    'a.yaml',
    `${head}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n        "{{ .Values.key }}": db\n`,
  ],
  'a merged mapping': [
    'a.yaml',
    `x: &x\n  {{ .Values.key }}: db\n${head}subsets:\n  - addresses:\n      - <<: *x\n        ip: 10.0.0.1\n`,
  ],
  'a mapping with an anchor elsewhere': [
    'a.yaml',
    `${head}subsets:\n  - addresses: &a\n      - ip: 10.0.0.1\n        {{ .Values.key }}: db\n    notReadyAddresses: *a\n`,
  ],
  JSON: ['a.json', json('{"addresses": [{"ip": "10.0.0.1", "{{ .Values.key }}": "db"}]}')],
  'JSON with an object twice': [
    'a.json',
    json('{"a": {"x": {"{{ .Values.key }}": "db"}}, "a": {"x": {"y": 1}}, "addresses": [{"ip": "10.0.0.1"}]}'),
  ],
  'a program': ['Pulumi.yaml', program('        - addresses:\n            - ip: 10.0.0.1\n              ${key}: db\n')],
  'a program in flow style': ['Pulumi.yaml', program('        - addresses: [{ ip: 10.0.0.1, "${key}": db }]\n')],
};

describe('opaque keys', () => {
  for (const [what, [name, text]] of Object.entries(texts)) {
    it(`leave ${what} open`, () => {
      const [document] = documentsOf(readFile(name, text, { isPartial: false }));
      assert.ok(document);
      const mappings = (document.root ? [...valuesIn(document.root)] : []).filter(hasOpaqueKey);
      assert.ok(mappings.length > 0, 'no opaque key was read');
      assert.deepEqual(
        mappings.filter(({ isOpen }) => !isOpen),
        [],
      );
      const [resource] = bindDocument(document, newestMinor);
      assert.ok(resource && !isFullyStatic(resource.binding.root));
      for (const node of resource.binding.nodes) if (hasOpaqueKey(node.value)) assert.ok(!isStatic(node));
    });
  }
});

function hasOpaqueKey(value: Value): value is Mapping {
  return value.kind === 'mapping' && value.entries.some(({ isOpaqueKey }) => isOpaqueKey);
}

function* valuesIn(value: Value): Iterable<Value> {
  yield value;
  for (const child of childrenOf(value)) yield* valuesIn(child);
}
