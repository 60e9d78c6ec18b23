/** Prints readers as SARIF. */
import { nodeCrypto } from '../../disk/node-crypto.ts';
import { reporters } from '../../reports/reporters.ts';
import type { CheckedFile, Notice } from '../../reports/report.ts';
import type { Reporting } from '../../reports/reporting.ts';
import { groupBy } from '../../text/group.ts';
import type { PlacedReader } from './placed-readers.ts';
import type { ReaderSearchResult } from './search-readers.ts';

export async function readersSarif(
  readers: readonly PlacedReader[],
  { texts, fileCount, problems }: ReaderSearchResult,
  reporting: Pick<Reporting, 'cwd' | 'version'>,
): Promise<string> {
  const files = [...groupBy(readers, ({ uri }) => uri)].map(([uri, own]): CheckedFile => {
    const text = texts.get(uri)?.text ?? '';
    return {
      name: own[0]?.file ?? uri,
      resourceCount: 0,
      placeholderCount: 0,
      notices: own.map((reader) => noticeOf(reader, text)),
      accepted: [],
      fixed: 0,
    };
  });
  const print = await reporters.sarif.load();
  return print(
    { files, fileCount, problems, skipped: [] },
    { ...reporting, isColored: false, isQuiet: false, isWhole: true, width: undefined },
  );
}

function noticeOf(reader: PlacedReader, text: string): Notice {
  const { kind, certainty, when, message, line, column, endLine, endColumn, fix } = reader;
  const whole = text.split('\n', line)[line - 1] ?? '';
  const end = endLine === line ? endColumn - 1 : whole.length;
  const identity = JSON.stringify([kind, reader.for, message]);
  return {
    code: kind,
    severity: certainty === 'certain' && when === 'replaced' ? 'warning' : 'info',
    enforcedBy: 'advice',
    message,
    range: { start: { line, column }, end: { line: endLine, column: endColumn } },
    excerpt: {
      before: whole.slice(0, column - 1),
      marked: whole.slice(column - 1, end),
      after: whole.slice(end),
    },
    resource: null,
    path: null,
    related: [],
    fix: fix ? 'suggested' : null,
    fingerprint: nodeCrypto().hash('sha256', identity).slice(0, 32),
  };
}
