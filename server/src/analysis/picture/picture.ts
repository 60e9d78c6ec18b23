/** The picture of where traffic goes, as plain data: what the drawings show, what the server sends, what pages embed. */
import type { TrafficPlace } from '../traffic/report.ts';

/**
 * What becomes of traffic on an edge. `used`: it flows. `idle`: none flows, as somebody has written it: a condition, a hint, a policy.
 * `broken`: none flows, and probably nobody wants that. `unknown`: an unknown value decides.
 */
export type Flow = 'used' | 'idle' | 'broken' | 'unknown';

/** The state of an endpoint or an object: its shape and colour. `refused`: it never gets into the cluster. */
export type Mark = 'ready' | 'not-ready' | 'terminating' | 'refused';

/** Why no traffic flows, at the field that decides. */
export interface Break extends TrafficPlace {
  /** As `endpoints traffic` names it, such as `port-name`. */
  readonly code: string;
  /** The rule with which a check of the files reports it; null where none does, or where the rule is ignored or turned off. */
  readonly rule: string | null;
  /** A sentence. */
  readonly message: string;
}

/** An edge from a Service port. */
export interface PortFlow {
  /** Of a `PicturePort`. */
  readonly port: string;
  readonly flow: Flow;
  /** Null for an edge on which traffic flows, and for one whose addresses have several reasons. */
  readonly why: Break | null;
}

/** What becomes of an address at a Service port. */
export interface AddressFlow extends PortFlow {
  /** Null where no port is matched. */
  readonly number: number | null;
}

/** What a change of the files has done to a part. */
export type Change = 'added' | 'removed' | 'changed';

/** An id is unique in the picture, and the same after an edit elsewhere. */
interface PictureNode extends TrafficPlace {
  readonly id: string;
  /** In a picture before and after a change; undefined for a part that is as it was. */
  readonly change?: Change;
}

/** An object that sends traffic to the Service, or a viewpoint that was asked for. */
export interface PictureClient extends PictureNode {
  readonly kind: string;
  /** With its namespace, where that is not the one of the Service. Empty for a program without a place. */
  readonly name: string;
  /** The programs that act on it, such as `Traefik 3.7.9`; empty where none is known. */
  readonly by: string;
  /** The Service ports that it names; a port that the Service does not have is in `missing`. */
  readonly ports: readonly PortFlow[];
  /** Why one of its destinations leads nowhere. */
  readonly missing: readonly Break[];
}

export interface PicturePort extends PictureNode {
  /** Empty for an unnamed port. */
  readonly name: string;
  /** Null for a port of all numbers: of a Service that is served by DNS. */
  readonly number: number | null;
  readonly protocol: string;
  readonly nodePort: number | null;
  /** `used` where an address gets traffic. */
  readonly flow: Flow;
  /** What a client meets where none does; empty otherwise. */
  readonly note: string;
  /** False where an unknown value may change the answer. */
  readonly certain: boolean;
}

export interface PictureAddress extends PictureNode {
  /** Without a port. */
  readonly address: string;
  readonly mark: Mark;
  /** True where it is known only after a template or a program has run. */
  readonly isRendered: boolean;
  readonly zone: string;
  readonly node: string;
  readonly hostname: string;
  /** `zone a`, `node w1`. */
  readonly hints: readonly string[];
  /** The field managers and patches that own it, where several objects write it. */
  readonly owners: readonly string[];
  /** One for each Service port, in their order. */
  readonly flows: readonly AddressFlow[];
}

export interface PictureObject extends PictureNode {
  readonly kind: string;
  readonly name: string;
  /** Who keeps its content, such as the value of the label `managed-by`; empty where nobody is named. */
  readonly manager: string;
  /** `IPv4`; empty for Endpoints. */
  readonly addressType: string;
  /** `5432/TCP postgres`. */
  readonly ports: readonly string[];
  readonly mark: Mark;
  readonly isRendered: boolean;
  /** Why the API server refuses it, or what else is to be known; empty for most objects. */
  readonly note: string;
  /** One for each Service port; empty for an object without a Service. */
  readonly flows: readonly PortFlow[];
  readonly addresses: readonly PictureAddress[];
}

export interface PictureService extends PictureNode {
  readonly namespace: string;
  readonly name: string;
  /** In a picture before and after a change; `added` or `removed` where only one of both states has the Service. */
  readonly state?: 'before' | 'after' | 'added' | 'removed';
  /** `ClusterIP`, `headless`, `ExternalName`. */
  readonly type: string;
  /** The cluster IPs and other addresses of the Service, or its external name. */
  readonly addresses: readonly string[];
  /** The folder of the kustomization that builds it; null where none does. */
  readonly build: string | null;
  /** Why kube-proxy serves none of its ports; empty where it does. */
  readonly note: string;
  readonly isRefused: boolean;
  readonly clients: readonly PictureClient[];
  readonly ports: readonly PicturePort[];
  readonly objects: readonly PictureObject[];
  /** What is not known, by the source text of each value, or in words. */
  readonly unknown: readonly string[];
}

export interface Picture {
  readonly version: 1;
  /** What is drawn: `as written`, `after patches`. */
  readonly view: string;
  /** Who was asked, and from where: `kube-proxy of Kubernetes 1.36, zone a`. */
  readonly asked: string;
  readonly services: readonly PictureService[];
  /** Slices and Endpoints that belong to no Service; each address has one flow, which says why. */
  readonly strays: readonly PictureObject[];
  /** What could not be drawn, in sentences. */
  readonly remarks: readonly string[];
}
