/** Turns findings into protocol diagnostics, for textDocument/publishDiagnostics and textDocument/diagnostic. */
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  type Location,
} from 'vscode-languageserver-types';
import { versionName } from '../contract/version.ts';
import { enforcerOfFinding } from '../lint/rules-in-programs.ts';
import type { LocatedFinding } from '../lint/check-file.ts';
import type { RelatedPlace, Severity } from '../lint/rule.ts';
import { shownMessage } from '../lint/versions.ts';
import { messageMarkdown } from '../text/markdown.ts';
import { shift } from '../text/span.ts';
import { rangeOf, type Located } from './lsp.ts';

export interface DiagnosticOptions {
  readonly uri: string;
  readonly hasRelated: boolean;
  /** True if the client renders Markdown in messages. */
  readonly hasMarkup: boolean;
  pageUri(code: string): string | undefined;
  /** The location of a place outside of the document; undefined where it is unknown. */
  locate(related: RelatedPlace): Location | undefined;
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

const tags = { deprecated: DiagnosticTag.Deprecated, unnecessary: DiagnosticTag.Unnecessary } as const;

/** One diagnostic per finding, in the same order. */
export function diagnosticsOf(
  findings: readonly LocatedFinding[],
  located: Located,
  options: DiagnosticOptions,
): Diagnostic[] {
  return findings.map(({ diagnostic, severity, document, span, start }) => {
    const { rule, minors, related } = diagnostic;
    const href = options.pageUri(rule.code);
    return {
      range: rangeOf(located, span),
      severity: severities[severity],
      code: rule.code,
      ...(href === undefined ? {} : { codeDescription: { href } }),
      source: 'endpoints',
      message: messageOf(diagnostic, options),
      ...(rule.tag ? { tags: [tags[rule.tag]] } : {}),
      ...(options.hasRelated && related.length > 0
        ? { relatedInformation: related.flatMap((each) => relatedInformation(each, start, located, options)) }
        : {}),
      data: {
        enforcedBy: enforcerOfFinding(diagnostic, document),
        ...(minors ? { versions: minors.map(versionName) } : {}),
      },
    };
  });
}

function messageOf(diagnostic: LocatedFinding['diagnostic'], { hasMarkup }: DiagnosticOptions): Diagnostic['message'] {
  const message = shownMessage(diagnostic);
  return hasMarkup ? { kind: 'markdown', value: messageMarkdown(message) } : message;
}

function relatedInformation(
  related: RelatedPlace,
  start: number,
  located: Located,
  options: DiagnosticOptions,
): DiagnosticRelatedInformation[] {
  const { message } = related;
  const location =
    'span' in related && related.uri === undefined
      ? { uri: options.uri, range: rangeOf(located, shift(related.span, start)) }
      : options.locate(related);
  return location ? [{ location, message }] : [];
}
