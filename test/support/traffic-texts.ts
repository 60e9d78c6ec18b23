/** Short manifests of Services, slices and Endpoints, each of which ends its document. */

/** Seven lines. `ports` are items; `spec` are further fields of the specification. */
export function service(name: string, ports: string, spec = ''): string {
  const more = spec === '' ? '' : `, ${spec}`;
  return `apiVersion: v1\nkind: Service\nmetadata: { name: ${name} }\nspec:\n  { ports: [${ports.replace(/^- /, '')}]${more} }\n---\n`;
}

/**
 * An endpoint is an address and, behind a bar, what it has: `10.0.0.1 | ready: false, node: n1, zones: a`.
 */
export function slice(service: string, port: string, endpoints: readonly string[], name = `${service}-1`): string {
  const items = endpoints.map((each) => `  - { addresses: [${each.split(' | ')[0]}]${membersOf(each)} }\n`);
  return `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: ${name}
  labels: { kubernetes.io/service-name: ${service} }
addressType: IPv4
ports: [${port}]
endpoints:
${items.join('')}---
`;
}

function membersOf(endpoint: string): string {
  const [, members = ''] = endpoint.split(' | ');
  return members
    .split(', ')
    .map((member) => {
      const [name = '', value = ''] = member.split(': ');
      if (name === 'node') return `, nodeName: ${value}`;
      if (name === 'zones') return `, hints: { forZones: [{ name: ${value} }] }`;
      return name === '' ? '' : `, conditions: { ${name}: ${value} }`;
    })
    .join('');
}

export function endpoints(name: string, address: string, metadata = ''): string {
  const more = metadata === '' ? '' : `, ${metadata}`;
  return `apiVersion: v1
kind: Endpoints
metadata: { name: ${name}${more} }
subsets:
  - addresses: [{ ip: ${address.startsWith('{') ? `"${address}"` : address} }]
    ports: [{ port: 80 }]
---
`;
}
