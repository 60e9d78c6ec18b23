/** Makes marks in the editor of the findings of the server. */
import type { Diagnostic as ShownDiagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { offsetIn } from './planned-edit.ts';

export function shownFindings(findings: readonly Diagnostic[], doc: Text): ShownDiagnostic[] {
  return findings.map(({ range, severity = 1, code, message }) => {
    const from = offsetIn(doc, range.start);
    return {
      from,
      to: Math.max(from, offsetIn(doc, range.end)),
      severity: severities[severity],
      message: typeof message === 'string' ? message : message.value,
      source: String(code ?? ''),
    };
  });
}

const severities = { 1: 'error', 2: 'warning', 3: 'info', 4: 'hint' } as const;
