/** Names that no drawing may take for anything but text, and manifests that have them wherever a name can be. */

/** Without those that no text of a manifest can have. */
export const hostileNames: readonly string[] = [
  'end',
  '"quoted" \'single\'',
  'a<script>alert(1)</script>',
  'a<img src=x onerror=alert(1)>',
  '</text></svg></body>',
  'a]b[c{d}e(f)g|h',
  '`code` **bold** _it_ ~~x~~ __main__',
  'line\nbreak\r\ntab\t',
  '%%{init: {"theme":"dark"}}%%',
  '%% comment',
  'click a href "javascript:alert(1)"',
  '#quot;#35;&lt;&amp;',
  '$$x^2$$',
  'fa:fa-user fab:fa-x',
  '1. list',
  '- list',
  'דוגמה \u202Eabc',
  '日本語名前日本語名前日本語名前日本語名前',
  '\u0000\u001B[31mred\u0007',
  'x'.repeat(10_000),
  '-->|x| b',
  'a & b; c',
  '@{ shape: circle }',
  ':::broken',
  'subgraph x',
  'style p1 fill:red; classDef a fill:red;',
  '😀👩\u200D👩\u200D👧',
  'http://evil.example/x',
  'a\\nb',
  '   ',
  '===',
];

/** A Service and its slice; every second slice has another port name. */
export function hostileManifests(names: readonly string[] = hostileNames): string {
  const objects = names.flatMap((name, i) => [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: `n${i}` },
      spec: { ports: [{ name, port: 80 }] },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: `${name}-1`,
        namespace: `n${i}`,
        labels: { 'kubernetes.io/service-name': name, 'endpointslice.kubernetes.io/managed-by': name },
      },
      addressType: 'IPv4',
      ports: [{ name: i % 2 === 0 ? name : 'other', port: 80 }],
      endpoints: [
        { addresses: ['10.0.0.1'], zone: name, nodeName: name, hostname: name, hints: { forZones: [{ name }] } },
      ],
    },
  ]);
  return objects.map((object) => JSON.stringify(object)).join('\n---\n');
}
