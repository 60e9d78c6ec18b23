/** Plain manifests of Services, EndpointSlices and Endpoints, as far as kube-proxy and the mirroring controller read them. */

export type Family = 'IPv4' | 'IPv6';

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface ServiceManifest {
  readonly apiVersion: 'v1';
  readonly kind: 'Service';
  readonly metadata: Metadata;
  readonly spec: {
    readonly type?: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly ipFamilies?: readonly Family[];
    readonly ipFamilyPolicy?: 'SingleStack' | 'PreferDualStack' | 'RequireDualStack';
    readonly selector?: Readonly<Record<string, string>>;
    readonly externalIPs?: readonly string[];
    readonly externalName?: string;
    readonly internalTrafficPolicy?: 'Cluster' | 'Local';
    readonly externalTrafficPolicy?: 'Cluster' | 'Local';
    readonly allocateLoadBalancerNodePorts?: boolean;
    readonly publishNotReadyAddresses?: boolean;
    readonly trafficDistribution?: 'PreferClose' | 'PreferSameZone' | 'PreferSameNode';
    readonly ports?: readonly {
      readonly name?: string;
      readonly protocol?: Protocol;
      readonly port: number;
      readonly targetPort?: number | string;
      readonly nodePort?: number;
    }[];
  };
  readonly status?: {
    readonly loadBalancer?: {
      readonly ingress?: readonly {
        readonly ip?: string;
        readonly hostname?: string;
        readonly ipMode?: 'VIP' | 'Proxy';
      }[];
    };
  };
}

export type Protocol = 'TCP' | 'UDP' | 'SCTP';

export interface SlicePort {
  readonly name?: string;
  readonly protocol?: Protocol;
  readonly port?: number;
  readonly appProtocol?: string;
}

interface Reference {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
}

export interface SliceEndpoint {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean } | null;
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: Reference;
  readonly zone?: string;
  readonly hints?: {
    readonly forZones?: readonly { readonly name: string }[];
    readonly forNodes?: readonly { readonly name: string }[];
  };
}

export interface SliceManifest {
  readonly apiVersion: 'discovery.k8s.io/v1';
  readonly kind: 'EndpointSlice';
  readonly metadata: Metadata;
  readonly addressType: Family | 'FQDN';
  readonly endpoints?: readonly SliceEndpoint[] | null;
  readonly ports?: readonly SlicePort[] | null;
}

export interface ListedAddress {
  readonly ip: string;
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: Reference;
}

export interface ListedPort {
  readonly name?: string;
  readonly protocol?: Protocol;
  readonly port: number;
  readonly appProtocol?: string;
}

export interface Subset {
  readonly addresses?: readonly ListedAddress[];
  readonly notReadyAddresses?: readonly ListedAddress[];
  readonly ports?: readonly ListedPort[];
}

export interface EndpointsManifest {
  readonly apiVersion: 'v1';
  readonly kind: 'Endpoints';
  readonly metadata: Metadata;
  readonly subsets?: readonly Subset[] | null;
}

/** Nothing of the simulation reads these. */
export interface OtherManifest {
  readonly apiVersion: 'v1';
  readonly kind: 'Node' | 'Namespace';
  readonly metadata: Metadata;
}

export type TrafficManifest = ServiceManifest | SliceManifest | EndpointsManifest | OtherManifest;

/** The node whose kube-proxy is asked, its zone label (null: none), and which of its two proxies. */
export interface Viewpoint {
  readonly node: string;
  readonly zone: string | null;
  readonly ipFamily: Family;
}

export const serviceNameLabel = 'kubernetes.io/service-name';
export const headlessLabel = 'service.kubernetes.io/headless';
export const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
export const mirroringController = 'endpointslicemirroring-controller.k8s.io';
export const proxyNameLabel = 'service.kubernetes.io/service-proxy-name';
export const skipMirrorLabel = 'endpointslice.kubernetes.io/skip-mirror';
export const leaderAnnotation = 'control-plane.alpha.kubernetes.io/leader';

/** `namespace/name`, with `default` where no namespace is written. */
export function fullName({ metadata }: { readonly metadata: Metadata }): string {
  return `${metadata.namespace ?? 'default'}/${metadata.name}`;
}

/** The Service that the slice names, as `namespace/name`; undefined where it names none. */
export function serviceOfSlice({ metadata }: SliceManifest): string | undefined {
  const name = metadata.labels?.[serviceNameLabel];
  return name ? `${metadata.namespace ?? 'default'}/${name}` : undefined;
}
