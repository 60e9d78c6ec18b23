/** Generates objects with long lists, as kubectl prints them, and edits in their items. */

import { parse } from 'yaml';

interface Shape {
  /** Of addresses or endpoints. */
  readonly count: number;
  /** Blanks before the dashes. */
  readonly indent?: string;
}

/** Some addresses are mistaken, repeated, in another namespace or not ready. */
export function longEndpoints({ count, indent = '' }: Shape): string {
  const half = count >> 2;
  const addresses = Array.from({ length: count }, (_, i) => address(i, indent));
  const ready = addresses.slice(half).join('');
  const unready = addresses.slice(0, half).join('');
  return `apiVersion: v1
kind: Endpoints
metadata:
  labels:
    app.kubernetes.io/name: large
  name: large
  namespace: shop
subsets:
${indent}- addresses:
${ready}${indent}  notReadyAddresses:
${unready}${indent}  ports:
${indent}  - name: http
${indent}    port: 8080
${indent}    protocol: TCP
`;
}

function address(i: number, indent: string): string {
  const ip = i % 97 === 5 ? '127.0.0.1' : i % 83 === 3 ? '10.0.300.1' : `10.${i % 7}.${i >> 8}.${i & 255}`;
  const namespace = i % 89 === 7 ? 'other' : 'shop';
  const node = i % 71 === 9 ? 'Worker_1' : `worker-${i % 5}`;
  const lead = `${indent}  `;
  return `${lead}- ip: ${ip}
${lead}  nodeName: ${node}
${lead}  targetRef:
${lead}    kind: Pod
${lead}    name: pod-${i}
${lead}    namespace: ${namespace}
${lead}    uid: 0b6a3f6c-5c1d-4e0a-9d5e-${String(i).padStart(12, '0')}
`;
}

export function longSlice({ count, indent = '' }: Shape): string {
  const endpoints = Array.from({ length: count }, (_, i) => endpoint(i, indent));
  return `addressType: IPv4
apiVersion: discovery.k8s.io/v1
endpoints:
${endpoints.join('')}kind: EndpointSlice
metadata:
  labels:
    kubernetes.io/service-name: large
  name: large-abcde
  namespace: shop
ports:
- name: http
  port: 8080
  protocol: TCP
`;
}

function endpoint(i: number, lead: string): string {
  const ip = i % 97 === 5 ? '127.0.0.1' : i % 83 === 3 ? 'fd00::1' : `10.${i % 7}.${i >> 8}.${i & 255}`;
  const more = i % 31 === 4 ? '' : `${lead}    serving: true\n`;
  const hints = i % 13 === 2 ? `${lead}  hints:\n${lead}    forZones:\n${lead}    - name: zone-a\n` : '';
  return `${lead}- addresses:
${lead}  - ${ip}
${lead}  conditions:
${lead}    ready: ${i % 11 !== 3}
${more}${lead}    terminating: false
${hints}${lead}  nodeName: worker-${i % 5}
${lead}  targetRef:
${lead}    kind: Pod
${lead}    name: pod-${i}
${lead}    namespace: ${i % 89 === 7 ? 'other' : 'shop'}
${lead}    uid: 0b6a3f6c-5c1d-4e0a-9d5e-${String(i).padStart(12, '0')}
${lead}  zone: zone-a
`;
}

/** As kubectl prints JSON. */
export function asJson(yaml: string): string {
  return `${JSON.stringify(parse(yaml), null, 4)}\n`;
}

/** The object in a template of a chart: some values of its items are templates, and so is some of the text around its lists. */
export function asTemplate(yaml: string): string {
  const written = yaml
    .replaceAll(/(?<=nodeName: )worker-[12]$/gm, '{{ .Values.nodes.$& | quote }}')
    .replaceAll(/(?<=name: pod-\d+)3$/gm, '-{{ $.Release.Name }}')
    .replaceAll(/(?<= {4}name: )pod-(\d+5)$/gm, '{{ $database.pods.p$1 }}')
    .replaceAll(/(?<= ip: )10\.3\.0\.\d+$/gm, '{{- /* an address */}} {{ include "shop.ip" . }}')
    .replaceAll(/^( *)- 10\.2\.0\.\d+$/gm, '$&\n$1- {{ .Values.other }}\n$1- 10.1.0.1')
    .replaceAll(/^( *)name: pod-\d+7$/gm, '$1{{ .Values.key }}: a\n$1kind: node\n$1name: Pod_1\n$&')
    .replace(/^( *)app.kubernetes.io\/name: large\n/m, '$1{{- include "shop.labels" . | nindent 4 }}\n')
    .replace(/(?<=port: )8080/, '{{ .Values.port }}');
  return `{{- $database := .Values.database }}\n{{- if $database.isExternal }}\n${written}{{- end }}\n`;
}

export interface ListEdit {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

const bits = [
  'x',
  'x',
  '9',
  '1',
  '.',
  '\n',
  '\n    ',
  '\n      ',
  '\n  - ip: 10.9.9.9',
  '  - ip: 10.9.9.9\n    nodeName: new\n',
  '- addresses:\n  - 10.9.9.9\n',
  'hostname: web',
  '\n    hostname: web',
  '\n    hostname:',
  '\n    host',
  '- ',
  '-',
  '---\n',
  '...\n',
  '# c\n',
  ' # c',
  '    # endpoints: ignore[loopback-ip] known\n',
  '"',
  "'",
  '{',
  '[',
  '&a ',
  '*a ',
  '!!str ',
  '<<: ',
  '  ',
  ' ',
  ':',
  ': ',
  '\r',
  '\r\n',
  '|\n',
  '{{ .x }}',
  '${X}',
  '<name>',
  'TODO',
  'items:\n',
  'kind: Pod\n',
  '\u2028',
  '\t',
  'null',
  ',',
  ']',
  '}',
  '0],',
  '{"ip": "10.9.9.9"},\n',
  '\n        {},\n',
  '"hostname": "web",',
  '"ip": "10.9.9.8", ',
  '//',
  '~',
  '',
];

/** Like typing, pasting and deleting, mostly inside of a line; now and then of many lines. */
export function listEdit(text: string, random: (below: number) => number): ListEdit {
  const start = random(text.length + 1);
  const line = text.indexOf('\n', start) + 1;
  const at = line > 0 && random(4) === 0 ? line - random(2) : start;
  const kind = random(8);
  if (kind === 0) return { start: line, end: Math.min(text.length, line + random(400)), written: '' };
  if (kind === 1) return { start: at, end: Math.min(text.length, at + random(20)), written: '' };
  if (kind === 2) {
    const from = random(text.length);
    return { start: line, end: line, written: text.slice(from, from + random(1_500)) };
  }
  return { start: at, end: Math.min(text.length, at + (kind === 3 ? 1 : 0)), written: bits[random(bits.length)] ?? '' };
}

const templateBits = [
  '{{ .Values.x }}',
  '{{ $.Values.x | default "a" | quote }}',
  '{{ $database.host }}',
  '"{{ .Values.x }}"',
  '{{- .Values.x -}}',
  '{{ printf "%s-db" .Values.x }}',
  '{{',
  '}}',
  '{',
  '}',
  ' {{- /* c */}}',
  '{{/* c */}}\n',
  '{{/*',
  '*/}}',
  '{{/*\n c\n*/}}\n',
  '\n{{- if .Values.x }}\n',
  '\n{{- range .Values.x }}\n',
  '\n{{- with .Values.x }}\n',
  '\n{{- else }}\n',
  '\n{{- end }}\n',
  '\n{{ .Values.x }}\n',
  '\n  {{- toYaml .Values.x | nindent 2 }}\n',
  '{{ if .Values.x }}a{{ end }}',
  '{{ if .Values.x }}',
  '{{ end }}',
  '{{ $database := .Values.other }}',
  '\n{{- $database := .Values.other }}\n',
  '{{- $database = .Values.other }}\n',
  '\n    hostname: {{ .Values.x }}',
  '\n    hostname: {{ .Val',
  '\n    {{ .Values.key }}: a',
  '\n  - {{ .Values.x }}',
  '\n  - ip: {{ .Values.x }}',
  ': {{ .Values.x }}\n',
  ' {{ .Values.x }}\n    ',
  '`',
  '{{ `',
  '{%',
  '{{ "a }}',
  '|',
  '$x',
  '# {{ .Values.x }}\n',
];

/** The same in a template, often in or near one of its actions. */
export function templateEdit(text: string, random: (below: number) => number): ListEdit {
  const kind = random(6);
  if (kind === 0) return listEdit(text, random);
  const from = random(text.length + 1);
  const action = text.indexOf('{{', from);
  const line = text.indexOf('\n', from) + 1;
  if (kind === 1 && action >= 0) {
    const start = Math.min(text.length, action + random(12));
    const end = Math.min(text.length, start + random(4));
    return { start, end, written: random(2) === 0 ? '' : 'x9 .{}$`'.charAt(random(8)) };
  }
  const start = kind === 2 && action >= 0 ? action : kind === 3 ? line : from;
  return { start, end: start, written: templateBits[random(templateBits.length)] ?? '' };
}

const halfTyped = [
  'h',
  'hostn',
  'ip',
  'nodeN',
  'x-1',
  '- i',
  '-',
  'hostname: "web',
  "hostname: 'w",
  '"ip',
  'a b',
  '10.0',
  'x: y: z',
  '# c',
  'uid',
  'hints: {',
  'hints: {forZ',
  'ip: [',
  '{ip: "10.0.0.1',
  '- [a, b',
  'x: }',
  'x: ]',
];

/** Writes a line of its own that is not finished, mostly in the column of the line above, or of its key. */
export function halfTypedLine(text: string, random: (below: number) => number): ListEdit {
  const below = text.indexOf('\n', random(text.length)) + 1;
  const at = below === 0 ? text.length : below;
  const line = text.slice(text.lastIndexOf('\n', at - 2) + 1, at);
  const lead = /^ *(?:- +)*/.exec(line)?.[0].length ?? 0;
  const indent = random(4) > 0 ? lead : Math.max(0, lead + random(7) - 3);
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const word = halfTyped[random(halfTyped.length)] ?? '';
  return { start: at, end: at, written: `${' '.repeat(indent)}${word}${lineBreak}` };
}
