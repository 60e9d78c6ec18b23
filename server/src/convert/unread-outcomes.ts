/** Reports texts that are not read and seem to be a resource of the kind to convert, so that the report does not skip them. */
import { meantKind } from '../contract/contract.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import { contains, shift } from '../text/span.ts';
import { sourceKind, type ConvertSettings, type ConversionOutcome, type OutcomeRemark } from './outcome.ts';

/** In the order of places. */
export function unreadOutcomes(
  { uri, file }: { readonly uri: string; readonly file: SourceFile },
  settings: Pick<ConvertSettings, 'to'>,
): readonly ConversionOutcome[] {
  const kind = sourceKind(settings);
  return file.parts.flatMap(({ start, document }) =>
    unreadIn(document, kind).map(({ span: own, message }): ConversionOutcome => {
      const span = shift(own, start);
      const reasons = [{ message, span }];
      return { uri, span, kind, namespace: '', name: '', what: 'person', reasons, losses: [], made: [] };
    }),
  );
}

function unreadIn(document: Document, kind: string): readonly OutcomeRemark[] {
  const { issues, resources, misnamed, text, unreadLanguage } = document;
  const [issue] = issues;
  if (unreadLanguage !== undefined) {
    const start = text.search(new RegExp(`\\b${kind}\\b`));
    const message = `This is written in another language (${unreadLanguage}), which is not read. Convert it by hand.`;
    return start < 0 ? [] : [{ span: { start, end: start + kind.length }, message }];
  }
  if (issue && resources.length + misnamed.length === 0) {
    const isMatch = new RegExp(`\\b${kind}\\b`).test(text);
    return isMatch ? [{ span: issue.span, message: `The text cannot be parsed: ${issue.message}` }] : [];
  }
  const alone = misnamed.filter(({ span }) => !resources.some((resource) => contains(resource.span, span)));
  return alone
    .filter((each) => meantKind(each.right ?? each.written) === kind)
    .map(({ span }) => ({
      span,
      message: `This cannot be read as ${kind}. Run "endpoints check" for the reason, then correct it.`,
    }));
}
