/** Offers the changes of readers that lose objects as quick fixes. Loaded with the first such reader. */
import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import { isProvenChange } from '../../readers/apply-fixes.ts';
import { groupBy } from '../../text/group.ts';
import { overlaps, type Span } from '../../text/span.ts';
import type { TextRequest } from '../protocol/request.ts';
import { sentDiagnostic } from '../protocol/sent-diagnostic.ts';
import { workspaceEdit } from '../protocol/workspace-edit.ts';
import { readerItems } from './reader-items.ts';

/** None for a text that has changed since it was searched. Readers that must change together have one action. */
export function readerFixes(
  { session, open, view }: TextRequest,
  span: Span,
  shown: readonly Partial<Diagnostic>[],
): readonly CodeAction[] {
  const found = session.readers.files.get(open.uri);
  if (!found || found.text !== open.located.text) return [];
  const fixable = readerItems(session, open.uri, found).filter(({ losing }) => losing.reader.fix);
  return [...groupBy(fixable, ({ losing }) => JSON.stringify(losing.reader.fix?.edits)).values()].flatMap(
    (together) => {
      const fix = together[0]?.losing.reader.fix;
      const here = together.filter(({ losing }) => touches(losing.reader.span, span));
      if (!fix || here.length === 0 || !isProvenChange(found.text, open.uri, fix.edits)) return [];
      return [
        {
          title: fix.title,
          kind: 'quickfix',
          diagnostics: together.map(({ item }) => sentDiagnostic(item, shown) ?? item),
          edit: workspaceEdit([{ view, edits: fix.edits }], session),
        },
      ];
    },
  );
}

function touches(one: Span, other: Span): boolean {
  return overlaps(one, other) || one.end === other.start || other.end === one.start;
}
