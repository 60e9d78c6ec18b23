/** Plans and states of Terraform, as `terraform show -json` prints them. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface Planned {
  readonly address: string;
  readonly values: { readonly [name: string]: Json };
  readonly unknown?: Json;
  readonly sensitive?: Json;
  readonly mode?: 'managed' | 'data';
  /** The provider in the configuration, with its alias. */
  readonly provider?: string;
  /** What the configuration writes. */
  readonly written?: Json;
}

interface PlanOptions {
  readonly errored?: boolean;
}

/** `module.edge.kubernetes_endpoints_v1.db[0]` in its parts. */
function partsOf(address: string): {
  readonly modules: readonly string[];
  readonly type: string;
  readonly name: string;
} {
  const [, lead = '', type = '', name = ''] =
    /^((?:module\.\w+(?:\[[^\]]*\])?\.)*)(?:data\.)?(\w+)\.(\w+)/.exec(address) ?? [];
  return { modules: [...lead.matchAll(/module\.\w+(?:\[[^\]]*\])?/g)].map(([each]) => each), type, name };
}

function resourceOf({ address, values, sensitive = {}, mode = 'managed' }: Planned): Json {
  const { type, name } = partsOf(address);
  const [, index] = /\[([^\]]*)\]$/.exec(address) ?? [];
  return {
    address,
    mode,
    type,
    name,
    ...(index === undefined ? {} : { index: JSON.parse(index) as Json }),
    provider_name: `registry.terraform.io/hashicorp/kubernetes`,
    schema_version: 0,
    values,
    sensitive_values: sensitive,
  };
}

/** A module with those in it, at a depth. */
function moduleOf(all: readonly Planned[], depth = 0): { readonly [name: string]: Json } {
  const own: Planned[] = [];
  const inside = new Map<string, Planned[]>();
  for (const each of all) {
    const { modules } = partsOf(each.address);
    const name = modules.slice(0, depth + 1).join('.');
    if (modules.length === depth) own.push(each);
    else inside.set(name, [...(inside.get(name) ?? []), each]);
  }
  const children = [...inside].map(([address, planned]) => ({ ...moduleOf(planned, depth + 1), address }));
  return { resources: own.map(resourceOf), ...(children.length > 0 && { child_modules: children }) };
}

/** On one line, as Terraform prints it. */
export function planText(resources: readonly Planned[], { errored = false }: PlanOptions = {}): string {
  const managed = resources.filter(({ mode }) => mode !== 'data');
  return `${JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.5',
    variables: { environment: { value: 'prod' } },
    planned_values: { root_module: moduleOf(resources) },
    resource_changes: managed.map(({ address, values, unknown = {}, sensitive = {} }) => ({
      address,
      mode: 'managed',
      change: { actions: ['create'], before: null, after: values, after_unknown: unknown, after_sensitive: sensitive },
    })),
    configuration: {
      root_module: {
        resources: managed.flatMap(({ address, written, provider = 'kubernetes' }) =>
          written === undefined
            ? []
            : [{ address, mode: 'managed', provider_config_key: provider, expressions: written }],
        ),
      },
    },
    timestamp: '2026-03-01T00:00:00Z',
    applyable: !errored,
    complete: !errored,
    errored,
  })}\n`;
}

export function stateText(resources: readonly Planned[]): string {
  return `${JSON.stringify({
    format_version: '1.0',
    terraform_version: '1.9.5',
    values: { root_module: moduleOf(resources) },
  })}\n`;
}

export function metadataOf(name: string, labels: Json = null): Json {
  return [{ annotations: null, generate_name: null, labels, name, namespace: 'shop' }];
}

/** With every argument that the schema has, as in a plan. */
export function plannedService(address: string, name: string, ports: Json): Planned {
  return {
    address,
    values: {
      metadata: metadataOf(name),
      spec: [
        {
          allocate_load_balancer_node_ports: true,
          external_ips: null,
          external_name: '',
          health_check_node_port: 0,
          load_balancer_class: null,
          load_balancer_ip: null,
          load_balancer_source_ranges: [],
          port: ports,
          publish_not_ready_addresses: false,
          selector: null,
          session_affinity: 'None',
          type: 'ClusterIP',
        },
      ],
      timeouts: null,
      wait_for_load_balancer: true,
    },
    unknown: {
      id: true,
      metadata: [{ generation: true, resource_version: true, uid: true }],
      spec: [
        { cluster_ip: true, cluster_ips: true, ip_families: true, ip_family_policy: true, port: [{ node_port: true }] },
      ],
      status: true,
    },
    written: {
      metadata: [{ name: { constant_value: name }, namespace: { constant_value: 'shop' } }],
      spec: [{ port: [{ name: {}, port: {}, target_port: {} }] }],
    },
  };
}

export function plannedEndpoints(address: string, name: string, ips: readonly string[], port: Json): Planned {
  return {
    address,
    values: {
      metadata: metadataOf(name),
      subset: [
        {
          address: ips.map((ip) => ({ hostname: '', ip, node_name: null })),
          not_ready_address: [],
          port: [port],
        },
      ],
    },
    unknown: { id: true, metadata: [{ generation: true, resource_version: true, uid: true }] },
  };
}

export function plannedSlice(address: string, service: string, more: Readonly<Record<string, Json>> = {}): Planned {
  return {
    address,
    values: {
      address_type: 'IPv4',
      endpoint: [
        {
          addresses: ['10.20.0.15'],
          condition: [{ ready: true, serving: null, terminating: null }],
          hostname: null,
          node_name: '',
          target_ref: [],
          zone: null,
        },
      ],
      metadata: metadataOf(`${service}-1`, { 'kubernetes.io/service-name': service }),
      port: [{ app_protocol: 'postgresql', name: null, port: '5432', protocol: 'UDP' }],
      ...more,
    },
  };
}

export const plainPort: Json = { name: 'postgres', port: 5432, protocol: 'TCP' };
export const servicePort: Json = {
  app_protocol: null,
  name: 'postgres',
  port: 5432,
  protocol: 'TCP',
  target_port: '5432',
};

export const databaseService = plannedService('kubernetes_service_v1.db', 'db', [servicePort]);
export const databaseEndpoints = (ip: string, port = plainPort): Planned =>
  plannedEndpoints('module.edge.kubernetes_endpoints_v1.db[0]', 'db', ['10.20.0.15', ip], port);

export const cacheManifest: Planned = {
  address: 'kubernetes_manifest.cache',
  values: {
    manifest: {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { labels: null, name: 'cache', namespace: 'shop' },
      subsets: [{ addresses: [{ ip: '169.254.1.1' }, {}], ports: [{ port: 6379 }] }],
    },
  },
  unknown: { manifest: { metadata: {}, subsets: [{ addresses: [{}, { ip: true }] }] }, object: true },
};

export const loopbackYaml =
  'apiVersion: v1\nkind: Endpoints\nmetadata: {name: nas, namespace: shop}\nsubsets:\n- addresses:\n  - ip: 127.0.0.1\n';

export function yamlBody(values: Planned['values'], sensitive: Planned['sensitive'] = {}): Planned {
  return { address: 'kubectl_manifest.nas["a"]', values, sensitive };
}
