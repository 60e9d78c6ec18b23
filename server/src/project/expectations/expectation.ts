/** What a person expects of traffic and DNS, as `endpoints.test.yaml` writes it. */
import type { QuestionType } from '../../analysis/dns/model.ts';
import type { IpFamily } from '../../contract/ip.ts';
import type { Span } from '../../text/span.ts';

/** A value with its place in the text. */
export interface Placed<T> {
  readonly value: T;
  readonly span: Span;
}

interface Common {
  /** The written name, or one that says what is asked from where. */
  readonly title: string;
  /** The place of the name, or of the Service or the name that is resolved. */
  readonly span: Span;
  /** Undefined to use the default of the file, or else the setting. */
  readonly isMirroring: boolean | undefined;
}

/** An address with or without a port: without one it stands for the address with any port. */
export type ExpectedAddress = Placed<string>;

export interface TrafficExpectation extends Common {
  readonly kind: 'traffic';
  /** `default` where none is written. */
  readonly namespace: string;
  readonly service: string;
  /** The name or number of the port, with its protocol after a slash if one is written; empty for all ports. */
  readonly port: string;
  /** Empty for any node, null for no zone, undefined for that of the Node. */
  readonly node: string;
  readonly zone: string | null | undefined;
  readonly family: IpFamily | undefined;
  /** True for clients outside of the cluster. */
  readonly isOutside: boolean;
  /** `kube-proxy` where none is written. */
  readonly consumer: string;
  /** Each of them gets traffic. */
  readonly reaches: readonly ExpectedAddress[];
  /** None of them does. */
  readonly not: readonly ExpectedAddress[];
  /** These and no others do; undefined where others may. */
  readonly only: Placed<readonly ExpectedAddress[]> | undefined;
}

export interface DnsExpectation extends Common {
  readonly kind: 'dns';
  readonly name: string;
  /** Undefined for A and AAAA, or PTR for an address, or SRV for a name with underscores. */
  readonly type: QuestionType | undefined;
  /** The data of the records, such as `10.96.0.10`; empty where there is no answer. */
  readonly answers: Placed<readonly Placed<string>[]>;
}

export type Expectation = TrafficExpectation | DnsExpectation;

export interface ExpectationFile {
  /** As written; the folder of the file where none are. */
  readonly paths: readonly Placed<string>[];
  readonly expectations: readonly Expectation[];
  /** Mistakes in the text. Expectations with a mistake may be missing or incomplete. */
  readonly problems: readonly { readonly span: Span; readonly message: string }[];
}

/** The name of a file with expectations. */
export const expectationFile = 'endpoints.test.yaml';

/** True for a path of such a file: `endpoints.test.yaml`, or with a word and a dot before, such as `prod.endpoints.test.yaml`. */
export function isExpectationFile(path: string): boolean {
  return /(?:^|[/\\.])endpoints\.test\.ya?ml$/.test(path);
}
