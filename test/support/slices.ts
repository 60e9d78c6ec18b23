/** Texts for `endpoints slices`, and types of its JSON output. */

export interface Slice {
  readonly endpoints: readonly unknown[];
  readonly ports: readonly unknown[];
}

export interface Case {
  readonly id: string;
  readonly endpoints: { readonly metadata: { readonly name: string } };
  readonly service?: unknown;
  readonly slices: readonly Slice[];
}

export interface Printed {
  readonly endpoints: { readonly kind: string; readonly namespace: string; readonly name: string };
  readonly slices: readonly Slice[] | null;
}

export function endpoints(name: string, subsets: string, more = ''): string {
  const block = subsets.replace(/^/gm, '  ');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n${more === '' ? '' : `  ${more}\n`}subsets:${subsets === '[]' ? ' []' : `\n${block}`}\n`;
}

export function service(name: string, spec = '', more = ''): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n${more === '' ? '' : `  ${more}\n`}spec:\n  ports: [{ port: 80 }]\n${spec === '' ? '' : `  ${spec}\n`}`;
}

export const program = `name: p
runtime: yaml
resources:
  service:
    type: kubernetes:core/v1:Service
    properties: { metadata: { name: mine }, spec: { ports: [{ port: 80 }] } }
  selecting:
    type: kubernetes:core/v1:Service
    properties: { metadata: { name: selected }, spec: { ports: [{ port: 80 }], selector: { app: a } } }
  endpoints:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: { name: "\${service.metadata.name}" }
      subsets: [{ addresses: [{ ip: 10.0.0.1 }] }]
  unused:
    type: kubernetes:core/v1:Endpoints
    properties: { metadata: { name: selected }, subsets: [{ addresses: [{ ip: 10.0.0.1 }] }] }
  patch:
    type: kubernetes:core/v1:EndpointsPatch
    properties: { metadata: { name: mine }, subsets: [{ addresses: [{ ip: 10.0.0.2 }] }] }
`;

export function counts(all: readonly Printed[]): readonly string[] {
  return all.map(({ endpoints: { namespace, name }, slices }) => `${namespace}/${name} ${slices?.length ?? 'null'}`);
}

/** Sorts slices, endpoints and ports, whose order has no meaning. */
export function asSets(slices: readonly Slice[]): readonly unknown[] {
  const sorted = (list: readonly unknown[]): unknown[] =>
    [...list].sort((a, b) => (JSON.stringify(canonical(a)) < JSON.stringify(canonical(b)) ? -1 : 1));
  return sorted(slices.map((slice) => ({ ...slice, endpoints: sorted(slice.endpoints), ports: sorted(slice.ports) })));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, canonical(each)]),
  );
}
