/** The library: checks texts in memory. docs/api.md documents it. All types are here, so that its declarations need no other file. */
import { loadApiLanguages } from './api-languages.ts';
import { readApiOptions, readName, readResolveOptions, readTrafficOptions } from './api-options.ts';
import { ApiWorkspace } from './api-workspace.ts';

export type Level = 'off' | Severity;

export type Severity = 'hint' | 'info' | 'warning' | 'error';

export interface WorkspaceOptions {
  /** The Kubernetes version of the API server, such as "1.30", or several, such as "1.30,1.36"; "1.36" by default. */
  readonly kubernetesVersion?: string;
  /** Severities by rule code. */
  readonly severity?: Readonly<Record<string, Level>>;
  /** False for a cluster without the controller that mirrors Endpoints to slices; true by default. */
  readonly mirroring?: boolean;
}

export interface CheckOptions extends WorkspaceOptions {
  /** The name of the file, which may select the syntax; "text.yaml" by default. */
  readonly name?: string;
}

/** A finding, as in the report of `endpoints check --format json`. */
export interface Finding {
  readonly file: string;
  /** The code of the rule, documented in docs/rules. */
  readonly code: string;
  readonly severity: Severity;
  readonly enforcedBy: 'server' | 'strict' | 'contract' | 'pulumi' | 'kustomize' | 'terraform' | 'advice';
  /** Null for a finding without a resource. The namespace and the name are null if missing or unknown. */
  readonly resource: { readonly kind: string; readonly namespace: string | null; readonly name: string | null } | null;
  /** The path of the field in the resource. */
  readonly path: string | null;
  /** In a plan or a state of Terraform: the resource, and the field in the names of Terraform; null for the whole resource. */
  readonly terraform?: { readonly address: string; readonly field: string | null };
  readonly message: string;
  /** In a check for several Kubernetes versions: those with this finding, unless all have it. */
  readonly versions?: readonly string[];
  /** The end is exclusive. */
  readonly range: { readonly start: Position; readonly end: Position };
  /** The first line of the range in three parts; a long line is truncated. */
  readonly excerpt: { readonly before: string; readonly marked: string; readonly after: string };
  /** Other places of the problem. */
  readonly related: readonly RelatedPlace[];
  readonly fix: 'safe' | 'suggested' | null;
  /** Does not depend on the line of the finding. */
  readonly fingerprint: string;
}

/** Both start at 1. Columns are in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface RelatedPlace extends Position {
  readonly file: string;
  /** The resource there, in a plan or a state of Terraform. */
  readonly address?: string;
  readonly message: string;
}

/** What all objects in the output of `endpoints list --format json` have. */
export interface ReadFields<Leaf extends ReadValue> {
  readonly file: string;
  /** Endpoints, EndpointSlice or Service; of Pulumi also EndpointsPatch, EndpointSlicePatch or ServicePatch. */
  readonly kind: string;
  readonly properties: PlainValue;
  /** The resource options of Pulumi or Terraform; an empty object if there are none. */
  readonly options: PlainValue;
  /** The values in `properties` that hold no others, in their order. */
  readonly leaves: readonly Leaf[];
  readonly optionLeaves: readonly Leaf[];
  /** The names in `properties` that are written there, and not in a constant or a spread. */
  readonly keys: readonly { readonly path: string; readonly range: ReadRange }[];
}

/** An object in a manifest, or a resource of a Pulumi program. */
export interface ReadResource extends ReadFields<ReadValue> {
  /** Null if missing or unknown, as the namespace and the name. */
  readonly apiVersion: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
  /** The type token of Pulumi; null for an object in a manifest. */
  readonly token: string | null;
  /** The constructor call, the block of a Pulumi YAML program, or the object in a manifest. */
  readonly call: ReadRange;
  /** The name of the resource in Pulumi; null for an object in a manifest. */
  readonly resourceName: PlainValue;
  readonly resourceNameRange: ReadRange | null;
}

/** Line, column, end line and end column. They start at 1, columns are in UTF-16 units, and the end is exclusive. */
export type ReadRange = readonly [number, number, number, number];

/**
 * `{"$opaque": true}` is a value that only the running program or a template knows. An object with `"$open": true` may have
 * more entries, and `{"$open": true, "$items": […]}` is a list that may have more items.
 */
export type PlainValue =
  string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

export interface ReadValue {
  readonly path: string;
  /** Absent for a value that is not known, and for an empty object or list. */
  readonly value?: string | number | boolean | null;
  readonly opaque?: true;
  readonly empty?: 'list' | 'map';
  /** Where the value is used. */
  readonly range: ReadRange;
  /** The literal, where it is written elsewhere, such as in a constant. */
  readonly origin?: ReadRange;
  /** For a text that the program puts together. */
  readonly computed?: true;
  /** For a text that stands for several values, such as in the body of a `map`. */
  readonly shared?: true;
}

/** A resource of Terraform, in the names of the object that is sent. Texts in one folder are one module. */
export interface TerraformResource extends ReadFields<TerraformValue> {
  /** As written, such as `kubernetes_endpoints_v1`. */
  readonly type: string;
  /** Without an instance key, such as `kubernetes_endpoints_v1.db`. */
  readonly address: string;
  readonly apiVersion: string;
  readonly block: ReadRange;
  readonly nameRange: ReadRange;
  /** 1 without `count` and `for_each`, else the number, the keys in their order, or `{"$opaque": true}`. */
  readonly instances: PlainValue;
  /** Names that Terraform refuses; `path` is the object around them, `meant` a name that fits. */
  readonly refused: readonly (Pick<TerraformValue, 'path' | 'range'> &
    Readonly<Record<'name', string>> & { readonly form: 'argument' | 'block'; readonly meant?: string })[];
}

export interface TerraformValue extends ReadValue {
  /** The name of the file with the literal, where that is another one of the module. */
  readonly originFile?: string;
  /** For a literal that is written in another type than is sent. */
  readonly converted?: true;
  /** Beside `opaque`: what the value is if every variable has its default. */
  readonly hint?: PlainValue;
  readonly hintOrigin?: ReadRange;
  readonly hintOriginFile?: string;
}

/** From where traffic comes, and what the cluster does. */
export interface TrafficOptions {
  /** The name of the node whose kube-proxy is asked; without one, no endpoint is local. */
  readonly node?: string;
  /** The zone of the node; by default that of the Node of this name in the workspace. Null for a node without a zone. */
  readonly zone?: string | null;
  /** By default the answers for both families, one Service after the other. */
  readonly family?: 'IPv4' | 'IPv6';
  /** False for a cluster without the controller that mirrors Endpoints; by default the option of the workspace. */
  readonly mirroring?: boolean;
  /** `kube-proxy` by default; else the name of another program that reads Services and slices, such as `traefik-tcp`. */
  readonly consumer?: string;
}

/** What kube-proxy makes of the Services in the workspace, as in the output of `endpoints traffic --format json`. */
export interface TrafficReport {
  readonly version: 1;
  /** The Services with ports that kube-proxy has from this viewpoint. */
  readonly services: readonly TrafficService[];
  /** The Services that kube-proxy skips, and why. */
  readonly skipped: readonly { readonly namespace: string; readonly name: string; readonly why: string }[];
  /** The written slices by namespace and name: those that kube-proxy takes in, and the others. */
  readonly slices: {
    readonly read: readonly string[];
    readonly ignored: readonly { readonly slice: string; readonly why: string }[];
  };
}

/** A place in a text; null where there is none. */
export interface TextPlace {
  readonly file: string | null;
  readonly range: ReadRange | null;
}

export interface TrafficService extends TextPlace {
  /** `default` if none is written. */
  readonly namespace: string;
  readonly name: string;
  /** Null for a consumer that reads both families. */
  readonly family: 'IPv4' | 'IPv6' | null;
  /** The folder of the kustomization that builds the Service; null for one as a text writes it. */
  readonly build: string | null;
  /** True where the control plane makes slices of Pods, which no text holds. */
  readonly selector: boolean;
  readonly ports: readonly TrafficPort[];
}

/** Lists of addresses are sorted: `10.1.0.1:8080` or `[2001:db8::1]:8080`. */
export interface TrafficPort {
  /** Empty for an unnamed port. */
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
  /** For traffic that the policy Cluster rules, that the policy Local rules, and both together. */
  readonly cluster: readonly string[];
  readonly local: readonly string[];
  readonly all: readonly string[];
  /** False where connections are refused. With true and an empty list, packets are dropped. */
  readonly any: boolean;
  readonly usesCluster: boolean;
  readonly usesLocal: boolean;
  /** True where clients from outside of the cluster can reach the port. */
  readonly external: boolean;
  /** The preference that hints led to; empty for none. */
  readonly topology: '' | 'PreferSameZone' | 'PreferSameNode';
  /** False where a value that is not known, or the random order of slices, may change the answer. */
  readonly certain: boolean;
  /** The values that are not known, with their source texts; an empty text stands for the members that a template may add. */
  readonly unknown: readonly (TextPlace & { readonly text: string })[];
  /** Each address that is written for the Service. */
  readonly endpoints: readonly TrafficEndpoint[];
}

export interface TrafficEndpoint extends TextPlace {
  /** With the port where one matches. */
  readonly address: string;
  readonly used: boolean;
  /** As kube-proxy reads them, absent ones filled in. */
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly local: boolean;
  /** The first reason for an address that gets no traffic; null for one that does. */
  readonly why: ({ readonly code: string; readonly message: string } & TextPlace) | null;
}

/** The types of DNS questions. CoreDNS has records of the first six for names of a cluster. */
export type QuestionType =
  'A' | 'AAAA' | 'SRV' | 'CNAME' | 'PTR' | 'TXT' | 'MX' | 'NS' | 'SOA' | 'HTTPS' | 'SVCB' | 'CAA' | 'NAPTR' | 'ANY';

/** What CoreDNS answers to a question. */
export interface Resolution {
  /** NXDOMAIN: the name does not exist. NOERROR without an answer: it exists, without records of this type. */
  readonly rcode: 'NOERROR' | 'NXDOMAIN';
  /** Records as `NAME TYPE DATA`, without the time to live; empty if there are none. */
  readonly answer: readonly string[];
  /** The addresses of the targets in SRV records. */
  readonly extra: readonly string[];
  /** Why there is no answer, or what the answer depends on; null for a certain answer. */
  readonly why: string | null;
}

/** Texts that are checked together, with the references between them. */
export interface Workspace {
  /** Adds or replaces a text. The name is a path in the workspace, such as "k8s/db.yaml". */
  set(name: string, text: string): void;
  /** Removes a text; false if there is no text of that name. */
  delete(name: string): boolean;
  /** The findings in all texts or in one, in the order of the texts and their places. */
  check(name?: string): readonly Finding[];
  /** The resources in all texts or in one, in the order of the texts and their places. */
  resources(name?: string): readonly (ReadResource | TerraformResource)[];
  /** What kube-proxy makes of the Services in all texts. Throws a TypeError for invalid options. */
  traffic(options?: TrafficOptions): TrafficReport;
  /**
   * What CoreDNS answers from the Services and slices in all texts. The name is complete, with or without its final dot,
   * such as "db.shop.svc.cluster.local". Throws a TypeError for a name that is not a string and for an unknown type.
   */
  resolve(name: string, type: QuestionType, options?: Pick<TrafficOptions, 'mirroring'>): Resolution;
}

/** The languages of programs. */
export type Language = 'typescript' | 'javascript' | 'python' | 'go' | 'csharp' | 'java';

/**
 * Loads what reads programs in these languages, or in all of them; once for the process. Before that, a program with a resource is an
 * error in `check` and `set`. Rejects where WebAssembly is forbidden, and with a TypeError for another language.
 */
export function loadLanguages(languages?: readonly Language[]): Promise<void> {
  return loadApiLanguages(languages);
}

/** Checks one text. Throws a TypeError for invalid options. */
export function check(text: string, options: CheckOptions = {}): readonly Finding[] {
  const { name = 'text.yaml', ...others } = readApiOptions<CheckOptions>(options, ['name']);
  const workspace = createWorkspace(others);
  workspace.set(readName(name), text);
  return workspace.check();
}

/** Creates an empty workspace. Throws a TypeError for invalid options. */
export function createWorkspace(options: WorkspaceOptions = {}): Workspace {
  const workspace = new ApiWorkspace(readApiOptions<WorkspaceOptions>(options));
  return {
    set: (name, text) => workspace.set(readName(name), text),
    delete: (name) => workspace.delete(readName(name)),
    check: (name) => workspace.check(name === undefined ? undefined : readName(name)),
    resources: (name) => workspace.resources(name === undefined ? undefined : readName(name)),
    traffic: (options = {}) => workspace.traffic(readTrafficOptions(options)),
    resolve: (name, type, options = {}) => workspace.resolve(name, type, readResolveOptions(options)),
  };
}
