/** Generates Services, EndpointSlices and Endpoints that the traffic rules compare, for property tests. */
import * as fc from 'fast-check';

/** The place of an object, from few names, so that objects meet. */
const place = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('x', 'z'));

const service = fc
  .tuple(
    place,
    fc.subarray(
      [
        'clusterIP: None',
        'internalTrafficPolicy: Local',
        'externalTrafficPolicy: Local\n  type: NodePort',
        'ipFamilies: [IPv4, IPv6]\n  ipFamilyPolicy: RequireDualStack',
        'ipFamilies: [IPv4]',
        'publishNotReadyAddresses: true',
        'selector: {}',
        'trafficDistribution: PreferClose',
      ],
      { maxLength: 2 },
    ),
    fc.constantFrom('[{name: web, port: 80}]', '[{name: web, port: 80}, {name: db, port: 81}]', '[{port: 80}]'),
  )
  .map(([[name, space], more, ports]) =>
    ['apiVersion: v1', 'kind: Service', metadata(name, space, ''), 'spec:', ...more.map((line) => `  ${line}`), `  ports: ${ports}`, ''].join('\n')); // prettier-ignore

const labels = fc.subarray(
  [
    'service.kubernetes.io/headless: ""',
    'endpointslice.kubernetes.io/managed-by: team',
    'endpointslice.kubernetes.io/managed-by: endpointslice-controller.k8s.io',
  ],
  { maxLength: 1 },
);
/** Addresses of the type, and one that is not. */
const addressesOf = {
  IPv4: ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.2', '127.0.0.1'],
  IPv6: ['"fd00::1"', '"fd00::2"', '10.0.0.1'],
  FQDN: ['a.example.com', 'b.example.com'],
};
const hints = ['hints: {forZones: [{name: zone-1}]}', 'hints: {forNodes: [{name: node-1}]}'];
const details = fc.subarray(['nodeName: node-1', 'conditions: {ready: false}', 'zone: zone-1']);
const endpointOf = (type: keyof typeof addressesOf): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...addressesOf[type]), details, fc.constantFrom(...hints, '', ''))
    .map(([address, more, hint]) => `- {${[`addresses: [${address}]`, ...more, ...(hint ? [hint] : [])].join(', ')}}`);
const typed = fc
  .constantFrom('IPv4' as const, 'IPv4' as const, 'IPv6' as const, 'FQDN' as const)
  .chain((type) => fc.tuple(fc.constant(type), fc.array(endpointOf(type), { minLength: 1, maxLength: 3 })));
const slice = fc
  .tuple(
    place,
    labels,
    fc.constantFrom('1', '2'),
    typed,
    fc.constantFrom('[{name: web, port: 80}]', '[{name: web, port: 80}]', '[{name: wbe, port: 80}]', '[{name: web}]', '[]', '[{port: 80}]'),
  )
  .map(([[name, space], more, number, [type, endpoints], ports]) =>
    ['apiVersion: discovery.k8s.io/v1', 'kind: EndpointSlice',
      metadata(`${name}-${number}`, space, [`kubernetes.io/service-name: ${name}`, ...more].join(', ')),
      `addressType: ${type}`, 'endpoints:', ...endpoints, `ports: ${ports}`, ''].join('\n')); // prettier-ignore

const subset = fc
  .tuple(
    fc.subarray(['{ip: 10.0.0.1}', '{ip: 10.0.0.2, nodeName: node-1}', '{ip: "fd00::1"}'], { minLength: 1 }),
    fc.subarray(['{ip: 10.0.0.1}', '{ip: 10.0.0.3}']),
    fc.constantFrom('[{name: web, port: 80}]', '[{name: wbe, port: 80}]', '[]', '[{name: db, port: 81}, {name: spare, port: 9}]'), // prettier-ignore
  )
  .map(([ready, notReady, ports]) => `- {addresses: [${ready.join(', ')}], notReadyAddresses: [${notReady.join(', ')}], ports: ${ports}}`); // prettier-ignore
const marks = fc.constantFrom(
  '',
  '',
  'endpointslice.kubernetes.io/skip-mirror: "true"',
  'service.kubernetes.io/headless: ""',
);
const endpoints = fc
  .tuple(place, marks, fc.array(subset, { minLength: 1, maxLength: 2 }))
  .map(([[name, space], mark, subsets]) =>
    ['apiVersion: v1', 'kind: Endpoints', metadata(name, space, mark), 'subsets:', ...subsets, ''].join('\n'),
  );

/** A template whose Service, slice and Endpoints use values of the chart. */
const template = fc
  .tuple(place, fc.constantFrom('Endpoints', 'EndpointSlice', 'Service'))
  .map(([[name], kind]) => {
    const port = '{name: {{ .Values.portName }}, port: {{ .Values.port }}}';
    if (kind === 'Service') return `apiVersion: v1\nkind: Service\n${metadata(name, '', '')}\nspec:\n  ports:\n  - ${port}\n`;
    if (kind === 'Endpoints')
      return `apiVersion: v1\nkind: Endpoints\n${metadata(name, '', '')}\nsubsets:\n- addresses:\n  - ip: {{ .Values.ip | quote }}\n  ports:\n  - name: {{ .Values.portName }}\n    port: "{{ .Values.port }}"\n`;
    return `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\n${metadata(`${name}-1`, '', `kubernetes.io/service-name: ${name}`)}\naddressType: IPv4\nendpoints:\n{{- range .Values.ips }}\n- addresses: [{{ . }}]\n{{- end }}\nports:\n- name: {{ .Values.portName }}\n  port: {{ .Values.port }}\n`;
  }); // prettier-ignore
const values = fc
  .tuple(fc.constantFrom('10.0.0.1', '127.0.0.1'), fc.constantFrom('web', 'W_b'), fc.constantFrom('80', 'http', '"80"'))
  .map(([ip, name, port]) => `ip: ${ip}\nportName: ${name}\nport: ${port}\nips: [${ip}]\n`);

/** An object of a kind that a traffic rule compares; `service`, `slice` and `endpoints` come most often. */
export const trafficObject = fc.oneof(
  { weight: 3, arbitrary: service },
  { weight: 3, arbitrary: slice },
  { weight: 3, arbitrary: endpoints },
  { weight: 1, arbitrary: template },
  { weight: 1, arbitrary: values },
);

function metadata(name: string, namespace: string, labels: string): string {
  const space = namespace === '' ? '' : `, namespace: ${namespace}`;
  return `metadata: {name: ${name}${space}, labels: {${labels}}}`;
}
