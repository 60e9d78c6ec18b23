/** A text that cannot be read and plainly means a checked kind is a syntax error; a text of another kind is silent. */
import assert from 'node:assert/strict';
import { checkText } from './support/checking.ts';

type Case = readonly [what: string, text: string, path?: string];

const json = '"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"db"},"subsets":[]';

const ours: readonly Case[] = [
  ['a kind in a line that is indented by mistake', 'apiVersion: v1\n kind: Endpoints\nmetadata: {name: db}\n'],
  ['the same, deeper', 'apiVersion: v1\n   kind: Endpoints\nmetadata: {name: db}\n'],
  ['a slice', 'apiVersion: discovery.k8s.io/v1\n  kind: EndpointSlice\nmetadata: {name: w}\n'],
  ['a tab before the kind', 'apiVersion: v1\n\tkind: Endpoints\nmetadata: {name: db}\n'],
  ['a mark of the byte order', '\uFEFFapiVersion: v1\n kind: Endpoints\n'],
  ['CR LF', 'apiVersion: v1\r\n kind: Endpoints\r\nmetadata: {name: db}\r\n'],
  ['lone carriage returns', 'apiVersion: v1\r kind: Endpoints\rmetadata: {name: db}\r'],
  ['a kind without a blank', 'apiVersion: v1\nkind:Endpoints\nmetadata: {name: db}\n'],
  ['no blank anywhere', 'apiVersion:v1\nkind:Endpoints\n'],
  ['a quoted kind', 'apiVersion: v1\n "kind": "Endpoints"\nmetadata: {name: db}\n'],
  ['a kind with an anchor', 'apiVersion: v1\nkind: &k Endpoints\nmetadata: {name: [}\n'],
  ['an explicit key', 'apiVersion: v1\n? kind\n: Endpoints\nmetadata: {name: [}\n'],
  ['an object below a stray item', '  - orphan\napiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\n'],
  ['a kind that moved below a list', 'apiVersion: v1\nsubsets:\n  - addresses: []\n kind: Endpoints\nmetadata: {}\n'],
  ['lines that end with U+0085', 'metadata: {name: [}\u0085apiVersion: v1\u0085kind: Endpoints\u0085'],
  ['a kind below a comment', 'apiVersion: v1\n# why\n kind: Endpoints\nmetadata: {name: db}\n'],
  ['a conflict of a merge', '<<<<<<< HEAD\napiVersion: v1\n=======\napiVersion: v2\n>>>>>>> x\nkind: Endpoints\n'],
  ['a second kind', 'kind: x\napiVersion: v1\nkind: Endpoints\nmetadata: {name: "\\q"}\n'],
  ['a document among good ones', 'a: 1\n---\napiVersion: v1\n kind: Endpoints\nmetadata: {}\n---\nb: 2\n'],
  ['an item of a list', 'kind: List\napiVersion: v1\nitems:\n- kind: Endpoints\n  metadata: {name: [}\n'],
  ['an item of a list without a kind', '- apiVersion: v1\n  kind: Endpoints\n  metadata: {name: [}\n'],
  ['flow style', '--- # x\n{apiVersion: v1, kind: Endpoints, metadata: {name: db}\n'],
  ['flow style over lines', '{\n  apiVersion: v1,\n  kind: "Endpoints",\n  metadata: {name: db\n}\n'],
  ['a label key over two lines', 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, labels: {a\n: b}}\n'],
  ['JSON without its first brace', `${json}}\n`],
  ['JSON without its first brace and quote', `${json.slice(1)}}\n`],
  ['JSON behind a word', `null{${json}}\n`],
  ['JSON behind a backquote', `\`{${json}}\n`],
  ['JSON without its last brace', `{${json}\n`],
  ['JSON with a line break in a string', `{${json.replace('db', 'd\nb')}}\n`, 'a.json'],
  ['JSON with a quote too few', `{${json.replace('"db"', 'db"')}}\n`, 'a.json'],
  ['JSON below a line of something else', `a\n{${json}}\n`],
  ['JSON below the end of a conflict', `>>>>>>> x\n\n{${json}}\n`],
  ['a character before the kind', 'apiVersion: v1\n]kind: Endpoints\nmetadata: {name: db}\n'],
  ['JSON with a kind that lacks its last quote', `{${json.replace('"Endpoints"', '"Endpoints')}}\n`, 'a.json'],
  ['JSON with a key that lacks its last quote', `{${json.replace('"kind"', '"kind')}}\n`, 'a.json'],
  ['JSON with a key that lacks its first quote', `{${json.replace('"kind"', 'kind"')}}\n`, 'a.json'],
  [
    'JSON with a kind inside brackets that do not match',
    '{"subsets":[{"addresses":[{"targetRef":{"kind":"Pod","name":"p"]}]}],"apiVersion":"v1","kind":"Endpoints"}',
    'a.json',
  ],
  ['JSON below a comment of another language', `// why\n{${json}}\n`, 'a.json'],
  ['JSON below a comment over lines', `/* why,\n  and who */\n{${json.replaceAll(':', ': ')}}\n`, 'a.json'],
  ['YAML below a comment of another language', '// why\napiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\n'],
  [
    'an action that is not closed',
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: {{ .name | quote\n  namespace: {{ .ns }}\n',
  ],
  [
    'an action with one brace at its end',
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  labels: {{- include "l" . }\n',
  ],
  ['a line above all templates', 'apiVersion: v1\n kind: Endpoints\nmetadata:\n  name: {{ .name }}\n'],
  ['a line below a condition', '{{- if .a }}\napiVersion: v1\n kind: Endpoints\n{{- end }}\n'],
  [
    'a line below a value',
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: "{{ .Values.name }}"\n namespace: a\nx: 1\ny: {{ toYaml .y }}\n',
  ],
  [
    'a line without a colon above all templates',
    'apiVersion: v1\nkind: Endpoints\nmetadata\n  namespace: a\n  generation: 1\n  name: {{ .name }}\n',
  ],
  ['JSON in a list', `[{${json}\n`],
  ['a List in JSON', `{"kind":"List","apiVersion":"v1","items":[{${json}}}`, 'a.json'],
];

const foreign: readonly Case[] = [
  ['a block scalar', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    kind: Endpoints\n    x: [\n b: [\n'],
  ['a broken kind with a block scalar', 'apiVersion: v1\n kind: ConfigMap\ndata:\n  a: |\n    kind: Endpoints\n'],
  ['a target', 'apiVersion: example.com/v1\nspec:\n  target:\n    kind: Endpoints\n  x: [\n'],
  ['an item of a target', 'apiVersion: example.com/v1\npatches:\n- kind: Endpoints\n  x: [\n'],
  [
    'a kustomization',
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\npatches: [{target: {kind: Endpoints}}\n',
  ],
  ['a definition of a resource', 'kind: CustomResourceDefinition\nspec:\n  names:\n    kind: Endpoints\n    x: [\n'],
  ['prose', 'Objects of this kind\n  kind: Endpoints: are old\n'],
  ['prose with a heading', 'Example, with its apiVersion:\n\n  kind: Endpoints\n x: y: z\n'],
  ['a text in quotes', 'apiVersion: example.com/v1\ntext: "\n  kind: Endpoints\n  x: [\n'],
  ['a comment', 'apiVersion: v1\n# kind: Endpoints\nkind: Pod\nx: [\n'],
  ['an event', '{"kind":"Event","involvedObject":{"kind":"Endpoints","name":"a"]}', 'a.json'],
  ['an event whose kind is last', '{"involvedObject":{"kind":"Endpoints","name":"a"]},"kind":"Event"', 'a.json'],
  ['a manifest in a string', '{"kind":"ConfigMap","data":{"a":"{\\"kind\\":\\"Endpoints\\"}"}', 'a.json'],
  ['JavaScript', 'const a =\n{\n  apiVersion: "v1",\n  kind: "Endpoints"\n};\nx: [\n'],
  ['a quotation', '> kind: Endpoints\n> x: y: z\n'],
  ['a notebook', '{"cells":[{"source":["kind: Endpoints\\n"]}', 'a.json'],
  ['a manifest in a string alone', '{"data":{"a":"{\\"kind\\":\\"Endpoints\\"}"}', 'a.json'],
  ['a program', 'const a = {\n  apiVersion: "v1",\n'],
  ['a quote that a template may close', 'apiVersion: v1\nkind: Endpoints\nx: "\ny:\n  {{ .quote }}\n'],
  ['a line below a template', '{{ include "head" . }}\napiVersion: v1\n kind: Endpoints\nmetadata:\n  name: a\n'],
  [
    'alternatives',
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  {{- if .a }}\n  name\n  {{- else }}\n  name\n  {{- end }}\n  : a\n',
  ],
  [
    'a comment of another language above another kind',
    '// why\n{"kind":"ConfigMap","data":{"a":"kind: Endpoints"}}\n',
    'a.json',
  ],
  ['a sentence', 'No Endpoints here, kind as we are.\n'],
];

describe('a text that cannot be read', () => {
  for (const [what, text, path] of ours) {
    it(`is a syntax error if it means a checked kind: ${what}`, () => {
      const codes = checkText(text, path ? { path } : {}).map(({ code }) => code);
      assert.ok(codes.includes('syntax-error'), JSON.stringify(text));
    });
  }
  for (const [what, text, path] of foreign) {
    it(`is silent if it is something else: ${what}`, () => {
      assert.deepEqual(checkText(text, path ? { path } : {}), [], JSON.stringify(text));
    });
  }
});
