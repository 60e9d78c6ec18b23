/** The report as plain data, for all reporters. */
import { messageIn } from '../contract/version.ts';
import type { EnforcedBy, Severity } from '../lint/rule.ts';
import { memo } from '../text/memo.ts';
import { withoutControls } from '../text/quote.ts';

export interface Report {
  /** Files with a checked resource or a finding, in reading order. */
  readonly files: readonly CheckedFile[];
  /** The number of manifests: files with Kubernetes objects of any kind, kustomizations included. */
  readonly fileCount: number;
  /** The number of all files, if others were read, too, such as values and settings. */
  readonly readCount?: number;
  /** Sentences on unreadable files, failed writes and failed rules. */
  readonly problems: readonly string[];
  /** Files with a text that seems to hold a checked object and is not read. */
  readonly skipped: readonly SkippedFile[];
  /** Directories that are left out by default; undefined without one. */
  readonly leftOut?: readonly string[] | undefined;
  /** True if programs were met that are not read, because no Pulumi.yaml is above them. */
  readonly hasStrayPrograms?: boolean | undefined;
  /** For a run over a part of the files. */
  readonly shard?: Shard;
  /** The commit, as the user wrote it, in a run over the files that changed since. */
  readonly since?: string;
}

/** The start of a JSON report, which is not a manifest. */
export const jsonReportStart = '{\n  "version": 1,\n  "files": ';

export const standardInput = '<stdin>';

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
  /** For the whole run; undefined without a limit. */
  readonly maxWarnings?: number | undefined;
  /** Equal for all shards of one run: the same files, settings and version. */
  readonly run: string;
}

export interface CheckedFile {
  readonly name: string;
  readonly resourceCount: number;
  /** The values of its resources that are not checked because they are placeholders. */
  readonly placeholderCount: number;
  /** In order of position. */
  readonly notices: readonly Notice[];
  /** In order of position. */
  readonly accepted: readonly Accepted[];
  readonly fixed: number;
  /** The expectations of a file of `endpoints test`, in order. */
  readonly tests?: readonly TestedExpectation[];
}

/** An expectation, whether it holds or not. */
export interface TestedExpectation {
  readonly title: string;
  /** The place of its name. */
  readonly range: Range;
  /** Also in the `notices` of the file. Empty where it holds. */
  readonly failures: readonly Notice[];
}

/** What the findings of `endpoints test` are, in place of who enforces them. */
export const expectationLabels: Readonly<Record<string, string>> = {
  'failed-expectation': 'expected here',
  'invalid-expectation': 'not read',
};

export interface SkippedFile {
  readonly name: string;
  /** The language of the text, such as Jinja. */
  readonly reason: string;
}

export interface Notice {
  readonly code: string;
  readonly severity: Severity;
  readonly enforcedBy: EnforcedBy;
  readonly message: string;
  /** In a check for several Kubernetes versions: those with this finding, such as `1.33`, unless all have it. */
  readonly versions?: readonly string[];
  readonly range: Range;
  readonly excerpt: Excerpt;
  readonly resource: ResourceIdentity | null;
  /** The field, if any. */
  readonly path: string | null;
  /** For a finding in a plan of Terraform, whose lines tell nothing. */
  readonly terraform?: TerraformPlace;
  readonly related: readonly { readonly place: FilePlace; readonly message: string }[];
  /** Null for a finding without a writable fix. */
  readonly fix: 'safe' | 'suggested' | null;
  /** Stable while the finding exists, wherever it moves in the file, and unique in the file. */
  readonly fingerprint: string;
}

export interface Accepted {
  readonly notice: Notice;
  /**
   * An ignore comment or annotation, the baseline, or the API server, which does not validate unchanged values again.
   */
  readonly by: 'ignore' | 'baseline' | 'unchanged';
  readonly reason: string | null;
}

export const acceptedWords: Readonly<Record<Accepted['by'], string>> = {
  ignore: 'ignored',
  baseline: 'in the baseline',
  unchanged: 'unchanged',
};

/** The end is exclusive. */
export interface Range {
  readonly start: LineAndColumn;
  readonly end: LineAndColumn;
}

/** Both count from 1, columns in UTF-16 units. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** The line of a finding, truncated; `marked` is the part that the finding is about. */
export interface Excerpt {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Null for unwritten or unknown parts. */
export interface ResourceIdentity {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string | null;
}

/** A place in a plan or a state of Terraform. */
export interface TerraformPlace {
  /** With its module and instance key: `module.edge.kubernetes_endpoints_v1.db[0]`. */
  readonly address: string;
  /** In the names of Terraform: `subset[0].address[1].ip`; null for the whole resource. */
  readonly field: string | null;
}

export interface FilePlace extends LineAndColumn {
  readonly name: string;
  /** The address of the resource there, in a plan of Terraform. */
  readonly address?: string;
}

/** The message with the versions, for formats without a place for them. */
export function messageOf({ message, versions }: Notice): string {
  return messageIn(message, versions);
}

/** Such as `k8s/db.yaml:3:5`, in a plan of Terraform with the address of the resource. */
export function placeWithAddress({ name, line, column, address }: FilePlace): string {
  const place = `${name}:${line}:${column}`;
  return address === undefined ? place : `${place} (${address})`;
}

/** Such as `kubernetes_endpoints_v1.db, subset[0].address[1].ip`. */
export function terraformText({ address, field }: TerraformPlace): string {
  return field === null ? address : `${address}, ${field}`;
}

/** The same with the place in a plan of Terraform, for formats that have only lines for a place. */
export function placedMessageOf(notice: Notice): string {
  const { terraform } = notice;
  return terraform ? `${messageOf(notice)} (in ${terraformText(terraform)})` : messageOf(notice);
}

export function compareNotices({ range: { start: a } }: Notice, { range: { start: b } }: Notice): number {
  return a.line - b.line || a.column - b.column;
}

/** The same list for each caller, because a report of many files has many findings. */
export const noticesIn = memo(({ files }: Report): readonly Notice[] => {
  const all: Notice[] = [];
  for (const { notices } of files) for (const notice of notices) all.push(notice);
  return all;
});

/** Undefined for a run that is no test. */
export function testsIn({ files }: Report): readonly TestedExpectation[] | undefined {
  return files.some(({ tests }) => tests) ? files.flatMap(({ tests = [] }) => tests) : undefined;
}

export function countOf(report: Report, severity: Severity): number {
  let count = 0;
  for (const notice of noticesIn(report)) if (notice.severity === severity) count++;
  return count;
}

/** Undefined for a run that has checked files, or may have missed some. */
export function unchangedText(report: Report): string | undefined {
  const { problems, shard, since } = report;
  if (since === undefined || shard || readCountOf(report) > 0 || problems.length > 0) return undefined;
  return `No file here has changed since ${withoutControls(since)}; nothing to check.`;
}

export function placeholdersIn({ files }: Report): number {
  return files.reduce((count, file) => count + file.placeholderCount, 0);
}

export function readCountOf({ readCount, fileCount }: Report): number {
  return readCount ?? fileCount;
}

export function resourcesIn({ files }: Report): number {
  return files.reduce((count, file) => count + file.resourceCount, 0);
}
