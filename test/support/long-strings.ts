/** Generates texts with a very long string at each possible place of a manifest. */

/** What makes a regular expression go back and forth, if any does: repetitions that end just before they would match. */
const shapesOf = (filled: (unit: string) => string): Readonly<Record<string, string>> => ({
  letters: filled('a'),
  dashes: filled('-'),
  'dashes and a letter': `a${filled('-').slice(2)}a`,
  'letters and dashes': `${filled('a-').slice(1)}!`,
  'letters and dots': filled('a.'),
  'digits and colons': filled('0:'),
  'blanks and a letter': `${filled(' ').slice(1)}a`,
  'carriage returns and a letter': `${filled('\r').slice(1)}a`,
  slashes: `${filled('a/')}!`,
  dollars: filled('${'),
  templates: filled('{{'),
  'angle brackets': filled('<a'),
  parentheses: filled('((a'),
  'comments of templates': filled('{{/*'),
  'blocks of templates': filled('{{if}}{{else}}'),
});

/** The strings of about this length, by name. */
export function shapesAt(length: number): Readonly<Record<string, string>> {
  return shapesOf((unit) => unit.repeat(Math.floor(length / unit.length)));
}

const metadata = [
  'metadata: { name: @ }',
  'metadata: { generateName: @ }',
  'metadata: { name: db, namespace: @ }',
  'metadata: { name: db, labels: { @: x } }',
  'metadata: { name: db, labels: { x: @ } }',
  'metadata: { name: db, annotations: { @: x } }',
  'metadata: { name: db, annotations: { endpoints.kubernetes.io/last-change-trigger-time: @ } }',
  'metadata: { name: db, annotations: { kubectl.kubernetes.io/last-applied-configuration: @ } }',
  'metadata: { name: db, uid: @, resourceVersion: @ }',
  'metadata: { name: db, creationTimestamp: @ }',
  'metadata: { name: db, finalizers: [@] }',
  'metadata: { name: db, ownerReferences: [{ apiVersion: @, kind: @, name: @, uid: @ }] }',
  'metadata: { name: db, managedFields: [{ manager: @, operation: @, apiVersion: @, time: @, fieldsType: @, subresource: @ }] }',
  'metadata: { name: db, managedFields: [{ manager: a, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: { @: {} } }] }',
  'metadata: { name: db, annotations: { endpoints/ignore: @ } }',
  'metadata: { name: db, @: x }',
];

const subsets = [
  'subsets: [{ addresses: [{ ip: @ }], ports: [{ port: 1 }] }]',
  'subsets: [{ addresses: [{ ip: 10.0.0.1, hostname: @, nodeName: @ }], ports: [{ port: 1 }] }]',
  'subsets: [{ addresses: [{ ip: 10.0.0.1, targetRef: { kind: @, name: @, namespace: @, uid: @, fieldPath: @ } }] }]',
  'subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: @ }] }]',
  'subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 1, name: @ }] }]',
  'subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 1, protocol: @ }] }]',
  'subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 1, appProtocol: @ }] }]',
  'subsets: [{ @: 1 }]',
  'subsets: @',
  '@: 1',
];

const slices = [
  'addressType: @',
  'addressType: IPv4\nendpoints: [{ addresses: [@] }]',
  'addressType: IPv6\nendpoints: [{ addresses: [@] }]',
  'addressType: FQDN\nendpoints: [{ addresses: [@] }]',
  'addressType: IPv4\nendpoints: [{ addresses: [10.0.0.1], hostname: @, nodeName: @, zone: @ }]',
  'addressType: IPv4\nendpoints: [{ addresses: [10.0.0.1], hints: { forZones: [{ name: @ }] }, deprecatedTopology: { @: @ } }]',
  'addressType: IPv4\nendpoints: [{ addresses: [10.0.0.1], conditions: { ready: @ } }]',
  'addressType: IPv4\nports: [{ name: @, protocol: @, appProtocol: @, port: @ }]',
];

const services = [
  'metadata: { name: @ }',
  'metadata: { name: db }\nspec: { selector: { @: @ }, ports: [{ name: @, port: @, targetPort: @ }] }',
  'metadata: { name: db }\nspec: { clusterIP: @, externalName: @, type: @, externalIPs: [@] }',
];

const programs = [
  'name: @\nruntime: yaml\nresources: { db: { type: "kubernetes:core/v1:Endpoints", properties: {} } }',
  'name: p\nruntime: yaml\nresources: { @: { type: "kubernetes:core/v1:Endpoints", properties: {} } }',
  'name: p\nruntime: yaml\nresources: { db: { type: "kubernetes:core/v1:Endpoints", properties: { metadata: { name: @ } } } }',
  'name: p\nruntime: yaml\nresources: { db: { type: "kubernetes:core/v1:Endpoints", options: { dependsOn: [@], id: @ } } }',
  'name: p\nruntime: yaml\nvariables: { a: @ }\nresources: { db: { type: "kubernetes:core/v1:EndpointsPatch", properties: {} } }',
];

const head = 'apiVersion: v1\nkind: Endpoints\n';

/** Whole texts, in which `@` stands for the string. */
const places: readonly string[] = [
  ...metadata.map((text) => head + text),
  ...subsets.map((text) => `${head}metadata: { name: db }\n${text}`),
  ...slices.map((text) => `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: { name: db }\n${text}`),
  ...services.map((text) => `${head}metadata: { name: db }\n---\napiVersion: v1\nkind: Service\n${text}`),
  ...programs,
  'apiVersion: @\nkind: Endpoints\nmetadata: { name: db }',
  `kind: @\n${head}`,
  'apiVersion: v1\nkind: EndpointsList\nitems: [{ metadata: { name: @ } }]',
];

/** Texts with the string unquoted. */
const bare: readonly string[] = [
  `${head}metadata:\n  name: @\n`,
  `${head}metadata:\n  name: db\n# @\n`,
  `${head}metadata:\n  name: db # endpoints: ignore[@]\n`,
  `${head}metadata:\n  name: db # endpoints: ignore[loopback-ip] @\n`,
  `# endpoints: ignore-file[@] @\n${head}`,
  `${head}metadata:\n  @: db\n`,
  `${head}subsets: [{ addresses: [{ ip: @ }] }]\n`,
  `${head}metadata:\n  annotations:\n    a: |\n      @\n`,
  `${head}metadata:\n  annotations:\n    a: >-\n      @\n`,
  `${head}metadata:\n  name: &@ db\n`,
  `${head}metadata:\n  name: *@\n`,
  `${head}metadata:\n  name: !@ db\n`,
  `${head}metadata:\n  name: "@\n`,
  `${head}metadata:\n  name: '@\n`,
  `${head}{{- if @ }}\nmetadata:\n  name: db\n{{- end }}\n`,
  `%@\n---\n${head}`,
  `--- @\n${head}`,
  `@${head}`,
  `${head}@`,
  '{"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": @}}',
  '{"apiVersion": "v1", "kind": "Endpoints"} @',
];

/** The texts with the string: quoted everywhere, and unquoted where it does not affect the structure. */
export function textsWith(shape: string): readonly string[] {
  const quoted = JSON.stringify(shape);
  const written = /^[\w.:/= !-]+$/.test(shape) ? bare : [];
  return [
    ...places.map((place) => place.replaceAll('@', () => quoted)),
    ...written.map((place) => place.replaceAll('@', () => shape)),
  ];
}
