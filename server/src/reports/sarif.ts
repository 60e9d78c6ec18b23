/** SARIF 2.1.0, within the limits of GitHub code scanning and with all properties that GitHub shows. */
import { pathToFileURL } from 'node:url';
import type { Location, Log, Notification, PhysicalLocation, Result, Run, Suppression } from 'sarif';
import { grouped, printableJson } from '../text/quote.ts';
import {
  compareNotices,
  placedMessageOf,
  standardInput,
  type Accepted,
  type Notice,
  type Range,
  type Report,
} from './report.ts';
import { relativeUri } from './file-names.ts';
import { printable, ranks } from './printable.ts';
import type { Reporting } from './reporting.ts';
import { describeRule, sarifLevels } from './sarif-rules.ts';

export function reportSarif(report: Report, { cwd, version }: Reporting): string {
  const { reported, notifications } = chosen(report);
  const rules = describeRule(new Set(reported.map(({ notice }) => notice.code)));
  const indexes = new Map(rules.map(({ id }, i) => [id, i]));
  const hasSuppressions = reported.some(({ accepted }) => accepted !== undefined);
  const root = `${pathToFileURL(cwd).href.replace(/\/$/, '')}/`;
  const run: Run = {
    tool: { driver: { name: 'endpoints', semanticVersion: version, rules: [...rules] } },
    invocations: [
      {
        executionSuccessful: report.problems.length === 0,
        workingDirectory: { uri: root },
        ...(notifications.length > 0 ? { toolExecutionNotifications: notifications } : {}),
      },
    ],
    originalUriBaseIds: { [rootId]: { uri: root } },
    columnKind: 'utf16CodeUnits',
    results: reported.map((each) => ({
      ...resultOf(each, indexes, cwd),
      // The format requires suppressions on all results or on none.
      ...(hasSuppressions ? { suppressions: suppressionsOf(each) } : {}),
    })),
  };
  const log: Log = { $schema: schema, version: '2.1.0', runs: [run] };
  return `${printableJson(log, 2)}\n`;
}

/** Omits accepted findings: GitHub code scanning ignores suppressions and would open an alert for each. */
export function reportCodeScanning(report: Report, reporting: Reporting): string {
  const files = report.files.map((file) => ({ ...file, accepted: [] }));
  return reportSarif({ ...report, files }, reporting);
}

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
const rootId = '%SRCROOT%';

/** A finding, and why it does not count if it is accepted. */
interface ReportedFinding {
  readonly name: string;
  readonly notice: Notice;
  readonly accepted?: Accepted;
}

/** GitHub rejects a run with more results. */
const mostResults = 25_000;
/** GitHub shows no more results. */
const mostShown = 5_000;
/** GitHub accepts this many related locations for a result. */
const mostPlaces = 100;

/** Results in text order. If there are too many, the most severe come first and accepted findings last. */
function chosen({ files, problems, skipped }: Report): {
  readonly reported: readonly ReportedFinding[];
  readonly notifications: Notification[];
} {
  const notifications = [
    ...problems.map((text): Notification => ({ level: 'error', message: { text: printable(text) } })),
    ...skipped.map(({ name, reason }): Notification => {
      return { level: 'note', message: { text: printable(`${name} is skipped: ${reason}.`) } };
    }),
  ];
  const all = files.flatMap(({ name, notices, accepted }): ReportedFinding[] =>
    [
      ...notices.map((notice) => ({ name, notice })),
      ...accepted.map((each) => ({ name, notice: each.notice, accepted: each })),
    ].sort((a, b) => compareNotices(a.notice, b.notice)),
  );
  if (all.length <= mostShown) return { reported: all, notifications };
  all.sort((a, b) => rankOf(a) - rankOf(b));
  const left = all.length - mostResults;
  if (left > 0) {
    const text = `The ${grouped(left)} least severe of ${grouped(all.length)} results are omitted: code scanning accepts ${grouped(mostResults)}.`;
    notifications.push({ level: 'warning', message: { text } });
  }
  return { reported: all.slice(0, mostResults), notifications };
}

function rankOf({ notice, accepted }: ReportedFinding): number {
  return accepted ? 10 : ranks[notice.severity];
}

function resultOf({ name, notice }: ReportedFinding, indexes: ReadonlyMap<string, number>, cwd: string): Result {
  const { code, severity, versions, range, resource, fingerprint } = notice;
  const related = notice.related.slice(0, mostPlaces);
  const links = related.map(({ place }, i) => `[${linkText(`${place.name}:${place.line}`)}](${i + 1})`);
  const see = links.length > 0 ? ` See ${links.join(', ')}.` : '';
  const object = resource && [resource.kind, resource.namespace, resource.name].filter((part) => part !== null);
  const qualified = notice.terraform?.address ?? object?.join('/');
  return {
    ruleId: code,
    ruleIndex: indexes.get(code) ?? -1,
    level: sarifLevels[severity],
    message: { text: `${printable(placedMessageOf(notice))}${see}` },
    locations: [
      {
        physicalLocation: placeOf(name, range, cwd),
        ...(qualified === undefined
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: printable(qualified), kind: 'resource' }] }),
      },
    ],
    // GitHub reads the second one.
    partialFingerprints: {
      'endpointsFinding/v1': fingerprint,
      primaryLocationLineHash: `${fingerprint.slice(0, 16)}:1`,
    },
    ...(versions ? { properties: { versions } } : {}),
    ...(related.length > 0 ? { relatedLocations: related.map((each, i) => relatedOf(each, i, cwd)) } : {}),
  };
}

function relatedOf({ place, message }: Notice['related'][number], index: number, cwd: string): Location {
  const { name, line, column } = place;
  const start = { line, column };
  return {
    id: index + 1,
    physicalLocation: placeOf(name, { start, end: start }, cwd),
    message: { text: printable(message) },
  };
}

function placeOf(name: string, { start, end }: Range, cwd: string): PhysicalLocation {
  const uri = relativeUri(name, cwd);
  const isBelow = name !== standardInput && !uri.startsWith('file:');
  return {
    artifactLocation: { uri, ...(isBelow ? { uriBaseId: rootId } : {}) },
    region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
  };
}

function suppressionsOf({ accepted }: ReportedFinding): Suppression[] {
  if (!accepted) return [];
  const { by, reason } = accepted;
  const justification = reason === null ? {} : { justification: printable(reason) };
  return [{ kind: by === 'ignore' ? 'inSource' : 'external', ...justification }];
}

/** Escapes brackets and backslashes, which would end the link. */
function linkText(text: string): string {
  return printable(text).replace(/[\\[\]]/g, '\\$&');
}
