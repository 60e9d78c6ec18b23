/**
 * The resources of Terraform's Kubernetes providers: their blocks and arguments, and the fields that they are sent as.
 * Source: provider hashicorp/kubernetes 3.2, read and not run.
 */
import type { Kind } from './contract.ts';

/** An argument, `name = value`. */
export interface TerraformArgument {
  readonly kind: 'argument';
  /** As the provider's documentation says it. `whole number as text`: kept as a text, sent as a number where it is one. */
  readonly type: 'text' | 'number' | 'boolean' | 'map' | 'list' | 'set' | 'whole number as text';
  /** The name in the object. */
  readonly field: string;
  readonly isRequired?: true;
  readonly default?: string | boolean;
  /** The values that the plan accepts. */
  readonly choices?: readonly string[];
  /** True where another value makes the provider delete the object and create a new one. */
  readonly isReplacing?: true;
  /** What the provider does that its schema does not say. */
  readonly note?: string;
  /** In the place of what the API says of the field, where that is not so with the provider. */
  readonly doc?: string;
}

export interface TerraformBlock {
  readonly kind: 'block';
  readonly field: string;
  /** `one`: it may stand once. `set`: order is lost, and like blocks become one. */
  readonly repeats: 'one' | 'many' | 'set';
  readonly isRequired?: true;
  readonly parts: TerraformParts;
  readonly note?: string;
}

export type TerraformPart = TerraformArgument | TerraformBlock;
export type TerraformParts = Readonly<Record<string, TerraformPart>>;

type ArgumentFacts = Omit<TerraformArgument, 'kind' | 'type' | 'field'> & { readonly field?: string };

/** `cluster_ip` is `clusterIP`. */
function fieldOf(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/(?<=[a-z])Ip(?=s?$)/, 'IP');
}

type PartOf = (name: string) => TerraformPart;

function argument(type: TerraformArgument['type'], { field, ...facts }: ArgumentFacts = {}): PartOf {
  return (name) => ({ kind: 'argument', type, field: field ?? fieldOf(name), ...facts });
}

function block(
  repeats: TerraformBlock['repeats'],
  parts: Readonly<Record<string, PartOf>>,
  facts: Pick<Partial<TerraformBlock>, 'field' | 'isRequired' | 'note'> = {},
): PartOf {
  return (name) => ({ kind: 'block', repeats, field: fieldOf(name), parts: named(parts), ...facts });
}

function named(parts: Readonly<Record<string, PartOf>>): TerraformParts {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part(name)]));
}

const text = argument('text');
const required = { isRequired: true } as const;
const requiredText = argument('text', required);
const replacingText = argument('text', { isReplacing: true });
const number = argument('number');
const protocols = ['TCP', 'UDP', 'SCTP'];

const metadata = block(
  'one',
  {
    name: replacingText,
    generate_name: replacingText,
    namespace: argument('text', {
      default: 'default',
      isReplacing: true,
      doc: 'The namespace in which the name is unique.',
    }),
    labels: argument('map'),
    annotations: argument('map'),
  },
  required,
);

const address = { ip: requiredText, hostname: text, node_name: text };

const endpoints = named({
  metadata,
  subset: block(
    'set',
    {
      address: block('set', address, { field: 'addresses' }),
      not_ready_address: block('set', address, { field: 'notReadyAddresses' }),
      port: block(
        'set',
        { port: argument('number', required), name: text, protocol: argument('text', { default: 'TCP' }) },
        { field: 'ports' },
      ),
    },
    { field: 'subsets' },
  ),
});

const slice = named({
  metadata,
  address_type: argument('text', { ...required, choices: ['IPv4', 'IPv6', 'FQDN'], isReplacing: true }),
  endpoint: block(
    'many',
    {
      addresses: argument('list', required),
      hostname: text,
      node_name: text,
      zone: text,
      condition: block(
        'one',
        {
          ready: argument('boolean', { doc: 'True if the endpoint accepts traffic.' }),
          serving: argument('boolean', { doc: 'True if the endpoint can answer, also while it terminates.' }),
          terminating: argument('boolean', { doc: 'True if the endpoint is being shut down.' }),
        },
        {
          field: 'conditions',
          note: 'As soon as one condition is written, the provider sends the others as `false`.',
        },
      ),
      target_ref: block('one', {
        name: requiredText,
        namespace: argument('text', { default: 'default' }),
        resource_version: text,
        uid: text,
        field_path: text,
      }),
    },
    { field: 'endpoints', ...required },
  ),
  port: block(
    'many',
    {
      port: argument('whole number as text', {
        ...required,
        doc: 'The port number on the endpoint, from 1 to 65535.',
      }),
      protocol: argument('text', {
        default: 'TCP',
        choices: protocols,
        note: 'The provider does not send it, so every port becomes TCP. Use `kubernetes_manifest` for other protocols.',
      }),
      name: text,
      app_protocol: argument('text', {
        ...required,
        note: 'The provider requires a value, and the API server rejects an empty one.',
      }),
    },
    { field: 'ports', ...required },
  ),
});

const policies = ['Local', 'Cluster'];

const service = named({
  metadata,
  spec: block(
    'one',
    {
      type: argument('text', {
        default: 'ClusterIP',
        choices: ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'],
      }),
      selector: argument('map'),
      cluster_ip: replacingText,
      cluster_ips: argument('list', { isReplacing: true }),
      external_ips: argument('set'),
      external_name: text,
      external_traffic_policy: argument('text', { choices: policies }),
      internal_traffic_policy: argument('text', { choices: policies }),
      ip_families: argument('list'),
      ip_family_policy: argument('text', { choices: ['SingleStack', 'PreferDualStack', 'RequireDualStack'] }),
      load_balancer_class: replacingText,
      load_balancer_ip: text,
      load_balancer_source_ranges: argument('set'),
      allocate_load_balancer_node_ports: argument('boolean', { default: true }),
      health_check_node_port: argument('number', { isReplacing: true }),
      publish_not_ready_addresses: argument('boolean', { default: false }),
      session_affinity: argument('text', { default: 'None', choices: ['ClientIP', 'None'] }),
      session_affinity_config: block('one', {
        client_ip: block('one', { timeout_seconds: number }, { field: 'clientIP' }),
      }),
      port: block(
        'many',
        {
          port: argument('number', required),
          target_port: argument('whole number as text'),
          node_port: number,
          protocol: argument('text', { default: 'TCP', choices: protocols }),
          name: text,
          app_protocol: text,
        },
        { field: 'ports' },
      ),
    },
    required,
  ),
});

/** A type of resource with a fixed schema. */
export interface TerraformSchema {
  readonly kind: Kind | 'Service';
  readonly apiVersion: string;
  readonly parts: TerraformParts;
  /** Arguments and blocks beside the object's own, besides those that every resource has. */
  readonly options: readonly string[];
}

const endpointsSchema: TerraformSchema = { kind: 'Endpoints', apiVersion: 'v1', parts: endpoints, options: [] };
const sliceSchema: TerraformSchema = {
  kind: 'EndpointSlice',
  apiVersion: 'discovery.k8s.io/v1',
  parts: slice,
  options: [],
};
const serviceSchema: TerraformSchema = {
  kind: 'Service',
  apiVersion: 'v1',
  parts: service,
  options: ['wait_for_load_balancer'],
};

/** By the type of the resource. No version of the provider has `kubernetes_endpoint_slice`, which people write. */
export const terraformSchemas: ReadonlyMap<string, TerraformSchema> = new Map([
  ['kubernetes_endpoints', endpointsSchema],
  ['kubernetes_endpoints_v1', endpointsSchema],
  ['kubernetes_endpoint_slice', sliceSchema],
  ['kubernetes_endpoint_slice_v1', sliceSchema],
  ['kubernetes_service', serviceSchema],
  ['kubernetes_service_v1', serviceSchema],
]);

/** A sentence on a type that newer versions of the provider do not want, or that none has; undefined for others. */
export function deprecatedResource(type: string): string | undefined {
  if (type === 'kubernetes_endpoint_slice')
    return 'No version of the provider has this resource. Use `kubernetes_endpoint_slice_v1`.';
  const isOld = type === 'kubernetes_endpoints' || type === 'kubernetes_service';
  return isOld ? `Deprecated since version 3.0 of the provider. Use \`${type}_v1\`.` : undefined;
}

/** The blocks and arguments at a path of the object's own names; undefined where there are none of those names. */
export function terraformPartsAt(type: string, path: readonly (string | number)[]): TerraformParts | undefined {
  return path.reduce<TerraformParts | undefined>((parts, step) => {
    if (!parts || typeof step === 'number') return parts;
    const [, part] = terraformPartOf(parts, step) ?? [];
    return part?.kind === 'block' ? part.parts : undefined;
  }, terraformSchemas.get(type)?.parts);
}

/** The block or argument that is sent as a field, with its name. */
export function terraformPartOf(parts: TerraformParts, field: string): readonly [string, TerraformPart] | undefined {
  return Object.entries(parts).find(([, part]) => part.field === field);
}

/** The argument with the whole object, by the type of the resource: a value, or a text in YAML. */
export const terraformManifests: ReadonlyMap<string, 'manifest' | 'yaml_body'> = new Map([
  ['kubernetes_manifest', 'manifest'],
  ['kubectl_manifest', 'yaml_body'],
]);

/** Arguments and blocks that every resource has. */
export const terraformOptions: readonly string[] = [
  'count',
  'for_each',
  'depends_on',
  'provider',
  'lifecycle',
  'timeouts',
];

/** Blocks that say how to reach a machine, or what must hold: they are not read. */
export const terraformUnlisted: readonly string[] = ['provisioner', 'connection', 'precondition', 'postcondition'];
