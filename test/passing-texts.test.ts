/** A text that names our kinds only in passing is not parsed, and a full reading would find nothing in it, however it is written. */
import assert from 'node:assert/strict';
import { mayConcern, mayHoldOurs, namesOursInPassing } from '../server/src/frontends/concern.ts';
import { isJson } from '../server/src/frontends/documents/cut.ts';
import { partReader, readFile } from '../server/src/frontends/frontends.ts';
import { topKeys } from '../server/src/frontends/json/top-keys.ts';
import type { Document } from '../server/src/tree/document.ts';
import { apiDescriptionText, definitionsText } from '../bench/foreign-texts.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';

const mutations = times(2_000);

const role =
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: reader\nrules:\n- apiGroups: [""]\n  resources: [endpoints, services]\n  verbs: [get]\n';
const program = '"db": {"type": "kubernetes:core/v1:Endpoints", "properties": {"subsets": []}}';
const extra = '[{"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "db"}, "subsets": []}]';

/** Not even cut into documents. */
const dismissed: readonly string[] = [
  apiDescriptionText(4_000),
  '{"panels": [{"title": "Endpoints", "kind": "Endpoints", "apiVersion": "v1", "gridPos": {"h": -1.5e3, "a\\n": null}}]}',
  '{"packages": {"node_modules/endpoint": {"resources": [true, false, {}, []], "apiVersion": "x", "kind": "y"}}}',
  'groups:\n- name: a\n  rules:\n  - alert: EndpointsDown\n    labels: {kind: Service}\n    annotations: {about: "{{ $labels.endpoint }}"}\n',
  'a:\n  kind: Service\n  endpoint: http://a\n  resources: {limits: {cpu: 1}}\n',
];

/** Only their heads are read. */
const skimmed: readonly string[] = [
  ...definitionsText(100).split(/^---\n/m),
  role,
  'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  args: [--endpoints]\n',
];

/** Like the ones above, but a full reading finds something. */
const ours: readonly string[] = [
  'kind: Endpoints\nmetadata: {name: db}\nsubsets: []\n',
  'kind: " Endpoints"\napiVersion: v1\nsubsets: [{addresses: []}]\n',
  'kind:\n  Endpoints\nmetadata: {name: db}\nsubsets: []\n',
  'kind: |-\n  Endpoints\nmetadata: {name: db}\nsubsets: []\n',
  '? kind\n: Endpoints\nmetadata: {name: db}\nsubsets: []\n',
  'a: &a Endpoints\nmetadata: {name: db}\nkind: *a\nsubsets: []\n',
  '"\\x6bind": Endpoints\nmetadata: {name: db}\nsubsets: []\n',
  'kind: !!binary RW5kcG9pbnRz\nmetadata: {name: db}\nsubsets: []\n',
  `{"a": {"kind": "Endpoints"}, "kind": "Endpoint", "subsets": []}`,
  `{"extraDeploy": ${extra}}`,
  `{"sub": {"extraObjects": ${extra}}}`,
  `{"name": "p", "runtime": "yaml", "resources": {${program}}}`,
  `{"name": "p", "runtime": "yaml", "Resources": {${program}}}`,
  `{"name": "p", "runtime": "yaml", "components": {"c": {"resources": {${program}}}}}`,
  `{"\\u006bind": "Endpoints", "apiVersion": "v1", "metadata": {"name": "db"}}`,
  `{"swagger": "2.0"} {"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "db"}}`,
  `{"swagger": "2.0", "x": [{"apiVersion": "v1", "kind": "Endpoints",}]}`,
  `{"patches": [{"patch": "[{\\"op\\": \\"remove\\", \\"path\\": \\"/subsets/0\\"}]", "target": {"kind": "Endpoints"}}]}`,
  role.replace('rules:', 'rules: # endpoints: ignore[loopback-ip] why\n'),
  role.replace('ClusterRole', 'Endpoints'),
  'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  volumes: [{glusterfs: {endpoints: db, path: x}}]\n',
  `${role}data: |\n  kubectl apply -f - <<EOF\n  apiVersion: v1\n  kind: Endpoints\n  metadata: {name: db}\n  EOF\n`,
  `${role}---\nkind: Endpoints\napiVersion: v1\nmetadata: {name: db}\n`,
];

const asked = { isPartial: false, isNamedProgram: false } as const;

/** Reads the whole text as one document, whatever a search says. */
function readWhole(text: string): Document {
  const cut = { start: 0, text, isYaml: !isJson(text), role: 'document' } as const;
  return partReader(new Map(), asked)(cut, true).document;
}

/** What rules and other files could know of documents. */
function finds(documents: readonly Document[]): unknown {
  return documents.map(({ resources, misnamed, issues, jsonPatches = [], unreadLanguage, ignores }) => ({
    resources: resources.map(({ type, name }) => [type, name]),
    misnamed: misnamed.map(({ what }) => what),
    issues: issues.map(({ message }) => message),
    jsonPatches: jsonPatches.length,
    unreadLanguage,
    ignores: ignores.length,
  }));
}

const nothing = finds([{ resources: [], misnamed: [], issues: [], unreadLanguage: undefined, ignores: [] } as never]);

function documentsOf(text: string): readonly Document[] {
  return readFile('a.yaml', text, { isPartial: false }).parts.map(({ document }) => document);
}

describe('texts that name our kinds in passing', () => {
  it('are dismissed, or only their heads are read', () => {
    for (const text of dismissed) assert.ok(!mayConcern(text), text);
    for (const text of skimmed) assert.ok(namesOursInPassing(text), text.slice(0, 300));
    for (const text of skimmed) assert.equal(documentsOf(text)[0]?.neighbours[0]?.properties.isOpen, true, text);
  });

  it('are told from those in which something is found', () => {
    for (const text of ours) {
      const found = finds(documentsOf(text));
      const plain = finds(documentsOf(`${text}\n`));
      assert.deepEqual(found, plain, text);
      const isSeen = mayConcern(text) && !(namesOursInPassing(text) && documentsOf(text).length === 1);
      assert.ok(isSeen, text);
    }
  });

  it(`hold nothing, after ${mutations} mutations`, () => {
    const texts = [...dismissed, ...skimmed, ...ours];
    let count = 0;
    for (let seed = 0; seed < mutations; seed++) {
      const text = mutate(mutate(texts[seed % texts.length] ?? '', seed), seed + mutations);
      // Without one of these words, no text is read: tools write no kind by other letters.
      if (mayHoldOurs(text) && !mayConcern(text)) {
        count++;
        assert.deepEqual(finds([readWhole(text)]), nothing, text);
        assert.deepEqual(readWhole(text).neighbours, [], text);
      }
      // A comment with a merge key has the document read in full.
      if (documentsOf(text).length !== 1 || !namesOursInPassing(text)) continue;
      count++;
      assert.deepEqual(finds(documentsOf(text)), finds(documentsOf(`${text}\n# <<`)), text);
    }
    assert.ok(count > mutations / 10, `Only ${count} texts were dismissed.`);
  });
});

describe('the keys at the top of a JSON text', () => {
  it('are found, where the text is one valid object', () => {
    let count = 0;
    for (let seed = 0; seed < mutations; seed++) {
      const text = mutate(dismissed[seed % 3] ?? '', seed);
      const keys = topKeys(text);
      if (!keys) continue;
      count++;
      assert.deepEqual([...keys], [...new Set(Object.keys(JSON.parse(text) as object))], text);
    }
    assert.ok(count > mutations / 50, `Only ${count} texts were valid.`);
  });
});
