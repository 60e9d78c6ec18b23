/** Reads the JSON report of an earlier run. Nothing is lost, so every other report can be generated from it. */
import * as v from 'valibot';
import { withoutControls } from '../text/quote.ts';
import type { Accepted, Notice, Report } from './report.ts';

/** The report, or a message that starts with the name of the file. */
export function readJsonReport(name: string, text: string): { readonly report: Report } | { readonly problem: string } {
  const json = parse(text);
  if (json === undefined) return { problem: `${name} is not JSON. ${wayOut}` };
  if (typeof json !== 'object' || json === null || !('version' in json && 'diagnostics' in json))
    return { problem: `${name} is not a report of "endpoints check". ${wayOut}` };
  if ('tests' in json) return { problem: `${name} is a report of "endpoints test", which is not merged. ${wayOut}` };
  if (json.version !== 1) {
    const version = JSON.stringify(json.version);
    return { problem: `${name} is a report of version ${version}; only version 1 is supported. ${sameVersion}` };
  }
  const read = v.safeParse(reportSchema, json, { abortEarly: true });
  return read.success ? { report: reportOf(read.output) } : { problem: `${name}: ${faultText(read.issues[0])}` };
}

const wayOut = 'Use a file that "endpoints check --format json --output FILE" wrote.';
const sameVersion = 'Use the same version of endpoints to write and read reports.';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const ordinal = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const position = v.object({ line: ordinal, column: ordinal });

const diagnosticShape = {
  file: v.string(),
  code: v.string(),
  severity: v.picklist(['error', 'warning', 'info', 'hint']),
  enforcedBy: v.picklist(['server', 'strict', 'contract', 'pulumi', 'kustomize', 'terraform', 'advice']),
  resource: v.nullable(v.object({ kind: v.string(), namespace: v.nullable(v.string()), name: v.nullable(v.string()) })),
  path: v.nullable(v.string()),
  terraform: v.optional(v.object({ address: v.string(), field: v.nullable(v.string()) })),
  message: v.string(),
  versions: v.optional(v.array(v.string())),
  range: v.object({ start: position, end: position }),
  excerpt: v.object({ before: v.string(), marked: v.string(), after: v.string() }),
  related: v.array(
    v.object({
      file: v.string(),
      line: ordinal,
      column: ordinal,
      address: v.optional(v.string()),
      message: v.string(),
    }),
  ),
  fix: v.nullable(v.picklist(['safe', 'suggested'])),
  fingerprint: v.string(),
};

const reportSchema = v.object({
  files: count,
  read: v.optional(count),
  diagnostics: v.array(v.object(diagnosticShape)),
  accepted: v.array(
    v.object({
      ...diagnosticShape,
      by: v.picklist(['ignore', 'baseline', 'unchanged']),
      reason: v.nullable(v.string()),
    }),
  ),
  checkedFiles: v.array(v.object({ file: v.string(), resources: count, placeholders: count, fixed: count })),
  skipped: v.array(v.object({ file: v.string(), reason: v.string() })),
  problems: v.array(v.string()),
  leftOut: v.optional(v.array(v.string())),
  shard: v.optional(v.object({ index: ordinal, count: ordinal, maxWarnings: v.optional(count), run: v.string() })),
  since: v.optional(v.string()),
});

type Written = v.InferOutput<typeof reportSchema>;

/** A user may have filtered the lists, so `checkedFiles` may lack the file of a finding. */
function reportOf(written: Written): Report {
  const {
    files: fileCount,
    read: readCount,
    diagnostics,
    accepted,
    checkedFiles,
    problems,
    leftOut,
    shard,
    since,
  } = written;
  const skipped = written.skipped.map(({ file: name, reason }) => ({ name, reason }));
  const files = new Map<string, Gathered>();
  const fileOf = (name: string): Gathered => {
    const known = files.get(name) ?? {
      name,
      resourceCount: 0,
      placeholderCount: 0,
      notices: [],
      accepted: [],
      fixed: 0,
    };
    files.set(name, known);
    return known;
  };
  for (const { file, resources, placeholders, fixed } of checkedFiles) {
    const known = fileOf(file);
    known.resourceCount += resources;
    known.placeholderCount += placeholders;
    known.fixed += fixed;
  }
  for (const diagnostic of diagnostics) fileOf(diagnostic.file).notices.push(noticeOf(diagnostic));
  for (const each of accepted) {
    fileOf(each.file).accepted.push({ notice: noticeOf(each), by: each.by, reason: each.reason });
  }
  const more = {
    ...(readCount === undefined ? {} : { readCount }),
    ...(leftOut ? { leftOut } : {}),
    ...(shard ? { shard } : {}),
    ...(since === undefined ? {} : { since }),
  };
  return { files: [...files.values()], fileCount, problems, skipped, ...more };
}

interface Gathered {
  readonly name: string;
  resourceCount: number;
  placeholderCount: number;
  readonly notices: Notice[];
  readonly accepted: Accepted[];
  fixed: number;
}

function noticeOf(written: Written['diagnostics'][number]): Notice {
  const { code, severity, enforcedBy, message, versions, range, excerpt, resource, path, fix, fingerprint } = written;
  const { terraform } = written;
  const related = written.related.map(({ file, line, column, address, message: what }) => ({
    place: { name: file, line, column, ...(address !== undefined && { address }) },
    message: what,
  }));
  const held = { ...(versions && { versions }), ...(terraform && { terraform }) };
  return { code, severity, enforcedBy, message, ...held, range, excerpt, resource, path, related, fix, fingerprint };
}

/** Such as `diagnostics[3].severity is "fatal" instead of "error" or "warning".` */
function faultText({ path, received, expected }: v.BaseIssue<unknown>): string {
  const keys = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  const where = keys.join('').replace(/^\./, '');
  if (received === 'undefined') return `${where} is missing. ${sameVersion}`;
  return `${where} is ${wordsFor(received)} instead of ${wordsFor(expected ?? '')}. ${sameVersion}`;
}

/** Translates valibot's names of types and limits. */
function wordsFor(term: string): string {
  const words: Readonly<Record<string, string>> = {
    string: 'a string',
    number: 'a number',
    Array: 'a list',
    Object: 'an object',
    '': 'a whole number',
    '>=0': 'a count',
    '>=1': 'a number from 1',
  };
  return words[term] ?? withoutControls(term.replace(/^\((.*)\)$/, '$1').replaceAll(' | ', ' or '));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}
