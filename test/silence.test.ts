/** Never in the way: what a template, a substitution or another tool decides is silent, and so is a text that is not ours. */
import assert from 'node:assert/strict';
import { applyFixes } from '../server/src/edits/apply-fix.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { checkText, settingsFor } from './support/checking.ts';

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n';
const subset = '- addresses:\n  - ip: 10.0.0.1\n';

/** A text, and the codes that it must give besides the deprecation. */
type Case = readonly [what: string, text: string, codes?: readonly string[], path?: string];

const templates: readonly Case[] = [
  [
    'a value',
    `${head}subsets:\n- addresses:\n  - ip: {{ .Values.ip }}\n  - ip: "{{ .Values.ip | default "x" }}"\n  - ip: 127.0.0.1\n`,
    ['loopback-ip'],
  ],
  ['a key', `${head}  labels:\n    {{ .Values.key }}: -x\n    a: -y\n`, ['malformed-label-value']],
  ['a mapping that is included', 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  {{- include "meta" . | nindent 2 }}\n'],
  ['an entry with an action and lines below', `${head}  labels: {{- include "l" . | nindent 4 }}\n    app: db\n`],
  [
    'a list with an action after its key',
    `${head}subsets:\n- addresses: {{- range .Values.ips }}\n  - ip: {{ . }}\n  {{- end }}\n  ports: {{- range .Values.ports }}\n  - port: {{ . }}\n  {{- end }}\n`,
  ],
  [
    'an item that begins with an action',
    `${head}subsets:\n- {{- if .Values.x }}\n  addresses:\n  - ip: 10.0.0.1\n  {{- end }}\n`,
  ],
  [
    'a block scalar',
    `${head}  annotations:\n    a: |\n      {{ .Files.Get "x" | indent 6 }}\n      tail\n    b: {{ .b }}\n`,
  ],
  [
    'alternatives',
    `${head}subsets:\n- addresses:\n  {{- if .Values.a }}\n  - ip: 10.0.0.1\n  {{- else }}\n  - ip: 10.0.0.1\n  {{- end }}\n  ports:\n  {{- if .Values.a }}\n  - port: 1\n  {{- else }}\n  - port: 1\n  {{- end }}\n`,
  ],
  [
    'alternative kinds',
    'apiVersion: {{ .Values.version }}\n{{- if .Values.slices }}\nkind: EndpointSlice\naddressType: IPv4\nendpoints: []\n{{- else }}\nkind: Endpoints\nsubsets: []\n{{- end }}\n',
  ],
  [
    'alternatives inside of a line',
    `${head}subsets:\n- {{ if .a }}{addresses: [{ip: x}]}{{ else }}{addresses: [{ip: y}]}{{ end }}\n`,
  ],
  [
    'commas in a flow list',
    `${head}subsets: [ {{ range $i, $s := .s }}{{ if $i }}, {{ end }}{addresses: [{ip: {{ $s }}}]}{{ end }} ]\n`,
  ],
  ['a comment action', `${head}subsets:\n- addresses:\n  - ip: 127.0.0.3 {{/* why */}}\n`, ['loopback-ip']],
  ['a comment over lines', `{{- /*\n  kind: Endpoints: {\n*/}}\n${head}`],
  [
    'braces that are text',
    `${head}  annotations: {a: "{{"}\nsubsets:\n- addresses:\n  - ip: 127.0.0.1\n    hostname: x\n  - ip: 10.0.0.1\n  # }}\n`,
    ['loopback-ip'],
  ],
  [
    'JSON values',
    '{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a","labels":{{ toJson .l }}},"subsets":[{"addresses":[{"ip":{{ .ip | quote }}},{"ip":"127.0.0.1"}],"ports":[{"port": {{ .p }} }]}]}',
    ['loopback-ip'],
    'a.json',
  ],
  ['JSON choices', '{"apiVersion":"v1","kind":"Endpoints","metadata":{{{ if .x }}"name":"x"{{ end }}}}', [], 'a.json'],
  [
    'substitutions',
    `${head}  namespace: $NAMESPACE\n  labels: {"\${K}": \${V}, a: \${B:-x}}\nsubsets:\n- addresses:\n  - ip: \${IP}\n  - {ip: \${IP}}\n  - ip: 127.0.0.1\n  ports: [{port: \${PORT}}]\n`,
    ['loopback-ip'],
  ],
  ['Jinja', '{% for a in b %}\napiVersion: v1\nkind: Endpoints\n{% endfor %}\n'],
  ['ytt', '#@ load("@ytt:data", "data")\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: #@ data.values.name\n'],
  [
    'an ignore above a range',
    `${head}subsets:\n- addresses:\n  # endpoints: ignore[loopback-ip]\n  {{- range .x }}\n  - ip: 127.0.0.1\n  {{- end }}\n`,
  ],
];

const others: readonly Case[] = [
  [
    'another kind that mentions ours',
    'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    kind: Endpoints\n    x: [\n',
  ],
  ['another kind, broken', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  kind: Endpoints\n  x: [\n'],
  [
    'a kind of somebody else',
    'apiVersion: multicluster.example.com/v1\nkind: Endpoints\nmetadata: {name: A_B}\nspec: {}\n',
  ],
  ['values that say endpoints', 'kind: Endpoints\nendpoints:\n- url: http://x\n'],
  ['an API description', '{"kind":"endpoint","path":"/v1"}', [], 'a.json'],
  ['subsets of a mesh', 'apiVersion: networking.istio.io/v1\nkind: DestinationRule\nspec:\n  subsets:\n  - name: v1\n'],
  ['subsets without a kind', '{"metadata":{"a":1},"subsets":[{"ports":[1]}]}', [], 'a.json'],
  ['a Prometheus configuration', 'scrape_configs:\n- kubernetes_sd_configs:\n  - role: endpoints\n'],
  ['another program', 'resources:\n  a:\n    type: aws:ec2:VpcEndpoint\n    properties: {x: 1}\n', [], 'Pulumi.yaml'],
  ['a broken program without us', 'resources:\n  a: [\n  endpoints: x\n', [], 'Pulumi.yaml'],
];

describe('silence', () => {
  for (const [group, cases] of [
    ['templates', templates],
    ['other texts', others],
  ] as const) {
    describe(group, () => {
      for (const [what, text, codes = [], path = 'a.yaml'] of cases) {
        it(what, () => {
          const reported = checkText(text, { path }).filter(({ code }) => code !== 'deprecated-endpoints');
          assert.deepEqual(
            reported.map(({ code }) => code),
            codes,
            text,
          );
        });
      }
    });
  }
});

describe('fixes lose no text', () => {
  const cases: readonly (readonly [what: string, text: string, fixed: string, path?: string])[] = [
    [
      'a mapping that would be left to its action keeps its entry',
      'apiVersion: v1\nkind: Endpoints\nmetadata:\n  {{- include "meta" . | nindent 2 }}\n  selfLink: x\n',
      'apiVersion: v1\nkind: Endpoints\nmetadata:\n  {{- include "meta" . | nindent 2 }}\n  selfLink: x\n',
    ],
    [
      'two fields of one right name do not become a duplicate',
      `${head}subsets:\n- addresses:\n  - IP: 10.0.0.1\n    Ip: 10.0.0.2\n`,
      `${head}subsets:\n- addresses:\n  - ip: 10.0.0.1\n    Ip: 10.0.0.2\n`,
    ],
    [
      'a comment in a flow mapping stays',
      'apiVersion: v1\nkind: Endpoints\nmetadata: {\n  selfLink: a,\n  # keep me\n  name: a}\n',
      'apiVersion: v1\nkind: Endpoints\nmetadata: {\n  selfLink: a,\n  # keep me\n  name: a}\n',
    ],
    [
      'quotes stay as they were',
      `${head}subsets:\n${subset}  ports:\n  - {"port": 1, "protocol": "tcp"}\n  - {'port': 2, 'name': 'x', 'protocol': 'udp'}\n`,
      `${head}subsets:\n${subset}  ports:\n  - {"port": 1, "protocol": "TCP"}\n  - {'port': 2, 'name': 'x', 'protocol': 'UDP'}\n`,
    ],
    [
      'an ignore in a broken document stays',
      `${head}x: [a\nsubsets:\n- addresses:\n  - {} # endpoints: ignore[missing-field]\n`,
      `${head}x: [a\nsubsets:\n- addresses:\n  - {} # endpoints: ignore[missing-field]\n`,
    ],
    ['an object of somebody else', '{"kind":"endpoint","path":"/v1"}', '{"kind":"endpoint","path":"/v1"}', 'a.json'],
    [
      'a template in JSON',
      '{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a","labels":{"a": {{ .l | quote }}}}}',
      '{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a","labels":{"a": {{ .l | quote }}}}}',
      'a.json',
    ],
  ];
  for (const [what, text, fixed, path = 'a.yaml'] of cases) {
    it(what, () => {
      const result = applyFixes(path, text, { isPartial: false }, (file) =>
        checkFile(file, settingsFor(36)).flatMap(({ diagnostic: { fix }, document, start }) =>
          fix?.safety === 'safe' ? [{ fix, document, start }] : [],
        ),
      );
      assert.equal(result.text, fixed);
    });
  }
});
