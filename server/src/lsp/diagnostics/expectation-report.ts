/** Reports the mistakes in open files with expectations as the user types. */
import { DiagnosticSeverity } from 'vscode-languageserver-types';
import { rangeOf } from '../../features/lsp.ts';
import { isExpectationFile } from '../../project/expectations/expectation.ts';
import { attachment } from '../../text/memo.ts';
import { settingsOf, type OpenText, type Session } from '../session.ts';
import type { DiagnosticReport } from './items.ts';

/** Undefined for any other file, without reading it. */
export function reportOnExpectations(session: Session, uri: string): Promise<DiagnosticReport> | undefined {
  const open = isExpectationFile(uri) ? session.texts.get(uri) : undefined;
  return open && settingsOf(session, uri).isOn.diagnostics ? report(open) : undefined;
}

async function report(open: OpenText): Promise<DiagnosticReport> {
  const known = reportOf(open);
  if (known.report) return known.report;
  const { readExpectations } = await import('../../project/expectations/read-expectations.ts');
  const { uri, located, edit } = open;
  const mistakes = readExpectations(uri, located.text).problems.toSorted((a, b) => a.span.start - b.span.start);
  const items = mistakes.map(({ span, message }) => ({
    range: rangeOf(located, span),
    severity: DiagnosticSeverity.Error,
    source: 'endpoints',
    message,
  }));
  return (known.report = { items, resultId: `expectations ${edit}` });
}

const reportOf = attachment((_open: OpenText): { report?: DiagnosticReport } => ({}));
