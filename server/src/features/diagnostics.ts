/** Findings as the protocol shows them: textDocument/publishDiagnostics and textDocument/diagnostic. */
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver-types';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { Finding } from '../lint/check.ts';
import type { Severity } from '../lint/rule.ts';
import { shift } from '../text/span.ts';
import { rangeOf } from './lsp.ts';
import type { Located } from './lsp.ts';

export interface DiagnosticOptions {
  readonly uri: string;
  readonly hasRelated: boolean;
  /** A link to the page of a rule, or undefined where there is none. */
  pageUri(code: string): string | undefined;
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

const tags = { deprecated: DiagnosticTag.Deprecated, unnecessary: DiagnosticTag.Unnecessary } as const;

/** The findings in their order. */
export function diagnosticsOf(
  findings: readonly Finding[],
  located: Located,
  options: DiagnosticOptions,
): Diagnostic[] {
  return findings.map(({ diagnostic, severity, span, start }) => {
    const { rule, message, related } = diagnostic;
    const href = options.pageUri(rule.code);
    return {
      range: rangeOf(located, span),
      severity: severities[severity],
      code: rule.code,
      ...(href === undefined ? {} : { codeDescription: { href } }),
      source: 'endpoints',
      message,
      ...(rule.tag ? { tags: [tags[rule.tag]] } : {}),
      ...(options.hasRelated && related.length > 0
        ? {
            relatedInformation: related.map((each) => ({
              location: { uri: options.uri, range: rangeOf(located, shift(each.span, start)) },
              message: each.message,
            })),
          }
        : {}),
      data: { enforcedBy: rule.enforcedBy },
    };
  });
}
