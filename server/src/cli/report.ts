/** What a check has to say, as every reporter gets it: plain data, since the trees of many files take too much memory. */
import type { EnforcedBy, Severity } from '../lint/rule.ts';
import type { Span } from '../text/span.ts';

export interface CheckedFile {
  /** As it is shown. */
  readonly name: string;
  readonly text: string;
  readonly notices: readonly Notice[];
  /** Fixes that were applied. */
  readonly fixed: number;
}

/** A finding, without the tree that it was made in. */
export interface Notice {
  readonly code: string;
  readonly severity: Severity;
  readonly enforcedBy: EnforcedBy;
  readonly message: string;
  /** In the text of the file. */
  readonly span: Span;
  readonly resource: ResourceIdentity | null;
  /** The field; null where none is concerned. */
  readonly path: string | null;
  readonly related: readonly { readonly place: Place; readonly message: string }[];
  /** Null where there is no fix that could be written. */
  readonly fix: 'safe' | 'suggested' | null;
}

/** What a person calls an object; null for what is not written or not known. */
export interface ResourceIdentity {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string | null;
}

export interface Report {
  readonly files: readonly CheckedFile[];
  /** How many files were looked into, also those without a resource of ours. */
  readonly fileCount: number;
  readonly resourceCount: number;
  readonly problems: readonly string[];
}

/** Lines and columns start at 1. */
export interface Place {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}
