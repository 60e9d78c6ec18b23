/** The objects that decide on traffic, as plain data: Services, EndpointSlices (also those made of Endpoints) and Nodes. */
import type { IpFamily } from '../../contract/ip.ts';
import type { Path } from '../../tree/path.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';

/** A value that is not known before a program or a template has run, and that may change the answer. */
export interface UnknownPart {
  readonly entry: IndexedObject;
  readonly path: Path;
  /** Its source text, such as `${db.ip}`; empty where a template may add values. */
  readonly text: string;
  /** The name of a Pod that decides on the endpoint at the path: no file has its state. */
  readonly pod?: string;
}

/** What every object of the model has. */
export interface TrafficObject {
  readonly entry: IndexedObject;
  /** `default` where none is written; the source text where it is not known. */
  readonly namespace: string;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  /** The values that are not known. Each stands for its default in the rest of the object. */
  readonly unknown: readonly UnknownPart[];
}

export interface OfferedPort {
  /** Empty for an unnamed port. */
  readonly name: string;
  /** `TCP` where none is written. */
  readonly protocol: string;
  /** 0 where it is not known. */
  readonly number: number;
  /** A number or the name of a port; undefined where it is absent. */
  readonly target: number | string | undefined;
  readonly appProtocol: string;
  /** True where the port is open on every node. */
  readonly hasNodePort: boolean;
  /** Undefined where the cluster chooses the number. */
  readonly nodePort?: number;
  readonly path: Path;
}

export interface TrafficService extends TrafficObject {
  readonly type: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';
  readonly hasSelector: boolean;
  readonly isHeadless: boolean;
  /** In canonical spelling, as far as they are written. The cluster assigns others. */
  readonly clusterIps: readonly string[];
  /** In order. As on a dual-stack cluster that prefers IPv4 where nothing is written; empty for the type ExternalName. */
  readonly families: readonly IpFamily[];
  readonly ports: readonly OfferedPort[];
  readonly internalPolicy: 'Cluster' | 'Local';
  /** `Cluster` for a type that ignores the field. */
  readonly externalPolicy: 'Cluster' | 'Local';
  /** In canonical spelling: `externalIPs`, and the addresses of the load balancer that kube-proxy serves itself. */
  readonly externalIps: readonly string[];
  readonly externalName: string;
  readonly publishesNotReady: boolean;
  /** Empty where it is absent. */
  readonly distribution: string;
}

export interface BackendPort {
  /** Empty for an unnamed port. */
  readonly name: string;
  readonly protocol: string;
  /** Undefined where it is absent or 0. */
  readonly number: number | undefined;
  readonly appProtocol: string;
  readonly path: Path;
}

/** Conditions are undefined where they are absent. */
export interface TrafficEndpoint {
  /** In canonical spelling; a host name, or the source text of an unknown address, as written. */
  readonly addresses: readonly string[];
  readonly ready: boolean | undefined;
  readonly serving: boolean | undefined;
  readonly terminating: boolean | undefined;
  /** Empty where these are absent. */
  readonly nodeName: string;
  readonly zone: string;
  readonly hostname: string;
  readonly hintedZones: readonly string[];
  readonly hintedNodes: readonly string[];
  /** `isExact` is true where the namespace and the uid are written. */
  readonly target: { readonly kind: string; readonly name: string; readonly isExact: boolean } | undefined;
  /** Of the endpoint in a slice, or of the address in Endpoints. */
  readonly path: Path;
  /** The path of each address. */
  readonly addressPaths: readonly Path[];
}

export interface TrafficSlice extends TrafficObject {
  /** The value of the label `kubernetes.io/service-name`; undefined where it is absent. */
  readonly service: string | undefined;
  readonly addressType: string;
  readonly ports: readonly BackendPort[];
  readonly endpoints: readonly TrafficEndpoint[];
  /** True for a slice that the mirroring controller makes of Endpoints: `entry` are the Endpoints. */
  readonly isMirrored: boolean;
}

/** Why the mirroring controller leaves Endpoints or one of their addresses alone. */
export type MirrorObstacle =
  /** There is no Service of that name and namespace, or it has a selector. */
  | { readonly kind: 'no-service' | 'selector' }
  /** The controller does not run in this cluster. */
  | { readonly kind: 'off' }
  /** A label, an annotation or a deletion timestamp stops it. */
  | { readonly kind: 'stopped'; readonly path: Path }
  /** The API server rejects the slice, or a value has the wrong type. */
  | { readonly kind: 'rejected'; readonly path: Path };

/** An address that is in no mirrored slice, though its object is mirrored. */
export interface LostAddress {
  readonly address: string;
  readonly path: Path;
  /** More than 1,000 addresses, no IP address, a later record of the same endpoint, or a slice that the API server rejects. */
  readonly why: 'beyond' | 'not-an-ip' | 'same-endpoint' | 'rejected';
}

export interface TrafficEndpoints extends TrafficObject {
  readonly obstacle: MirrorObstacle | undefined;
  /** As they are written, for Endpoints without a mirror. */
  readonly written: readonly { readonly address: string; readonly isReady: boolean; readonly path: Path }[];
  readonly lost: readonly LostAddress[];
  /** Each subset as a slice for each of its IP families, as programs that read Endpoints take them. */
  readonly subsets: readonly TrafficSlice[];
}

export interface TrafficNode {
  readonly entry: IndexedObject;
  readonly name: string;
  /** The label `topology.kubernetes.io/zone`; undefined where it is absent. */
  readonly zone: string | undefined;
  /** The IP addresses in its status, in canonical spelling. */
  readonly addresses: readonly string[];
}

/** Everything that reaches one Service. */
export interface ServiceWorld {
  readonly service: TrafficService;
  /** Those that name the Service in their label, in its namespace, mirrored ones included. Sorted by name: for some consumers, the first one with an address counts. */
  readonly slices: readonly TrafficSlice[];
  readonly endpoints: readonly TrafficEndpoints[];
  /** False for a cluster without the mirroring controller, which overwrites or deletes slices that claim to be mirrored. */
  readonly isMirroring: boolean;
}

/** All objects, each written once. */
export interface TrafficWorld {
  readonly services: readonly ServiceWorld[];
  readonly isMirroring: boolean;
  /** Slices without a Service, with the reason. */
  readonly strays: readonly {
    readonly slice: TrafficSlice;
    readonly why: 'no-label' | 'no-service';
  }[];
  /** Endpoints without a Service. */
  readonly strayEndpoints: readonly TrafficEndpoints[];
  readonly nodes: readonly TrafficNode[];
}

/** From where traffic comes. */
export interface Viewpoint {
  /** The node whose kube-proxy is asked; empty where none is meant: then nothing is local. */
  readonly node: string;
  /** The value of the node's label `topology.kubernetes.io/zone`; null where it has none. */
  readonly zone: string | null;
  readonly family: IpFamily;
}
