/** Turns findings into protocol diagnostics, for textDocument/publishDiagnostics and textDocument/diagnostic. */
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  type Location,
} from 'vscode-languageserver-types';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { versionName } from '../contract/version.ts';
import type { LocatedFinding } from '../lint/check-file.ts';
import type { RelatedPlace, Severity } from '../lint/rule.ts';
import { shownMessage } from '../lint/versions.ts';
import { shift } from '../text/span.ts';
import type { Path } from '../tree/path.ts';
import { rangeOf, type Located } from './lsp.ts';

export interface DiagnosticOptions {
  readonly uri: string;
  readonly hasRelated: boolean;
  pageUri(code: string): string | undefined;
  /** The location of an object of the workspace, or of its field; undefined where it is unknown. */
  locate(entry: IndexedObject, path: Path): Location | undefined;
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
  return findings.map(({ diagnostic, severity, span, start }) => {
    const { rule, minors, related } = diagnostic;
    const href = options.pageUri(rule.code);
    return {
      range: rangeOf(located, span),
      severity: severities[severity],
      code: rule.code,
      ...(href === undefined ? {} : { codeDescription: { href } }),
      source: 'endpoints',
      message: shownMessage(diagnostic),
      ...(rule.tag ? { tags: [tags[rule.tag]] } : {}),
      ...(options.hasRelated && related.length > 0
        ? { relatedInformation: related.flatMap((each) => relatedInformation(each, start, located, options)) }
        : {}),
      data: { enforcedBy: rule.enforcedBy, ...(minors ? { versions: minors.map(versionName) } : {}) },
    };
  });
}

function relatedInformation(
  related: RelatedPlace,
  start: number,
  located: Located,
  options: DiagnosticOptions,
): DiagnosticRelatedInformation[] {
  const { message } = related;
  const location =
    'span' in related
      ? { uri: options.uri, range: rangeOf(located, shift(related.span, start)) }
      : options.locate(related.entry, related.path);
  return location ? [{ location, message }] : [];
}
