/** Says of findings all that is reported of them, so that the trees in which they were made need not be kept. */
import { writeEdits } from '../frontends/write.ts';
import type { Finding } from '../lint/check.ts';
import type { Resource, SourceFile } from '../tree/document.ts';
import { pathText } from '../tree/path.ts';
import { stringOf, valueOf } from '../tree/value.ts';
import type { Locate } from './locate.ts';
import type { Notice, ResourceIdentity } from './report.ts';

/** The findings of the file, in their order. */
export function noticesOf(findings: readonly Finding[], file: SourceFile, locate: Locate): readonly Notice[] {
  return findings.map((finding) => {
    const { diagnostic, severity, document, start, span } = finding;
    const { rule, message, resource, path, fix } = diagnostic;
    return {
      code: rule.code,
      severity,
      enforcedBy: rule.enforcedBy,
      message,
      span,
      resource: resource ? identityOf(resource) : null,
      path: path && path.length > 0 ? pathText(path) : null,
      related: diagnostic.related.flatMap((related) => {
        const place = locate(related, file, start);
        return place ? [{ place, message: related.message }] : [];
      }),
      fix: fix && writeEdits(document, fix.edits) ? fix.safety : null,
    };
  });
}

function identityOf({ type, properties }: Resource): ResourceIdentity {
  const metadata = valueOf(properties, 'metadata');
  const text = (name: string): string | null =>
    metadata?.kind === 'mapping' ? stringOf(valueOf(metadata, name)) || null : null;
  return { kind: type, namespace: text('namespace'), name: text('name') };
}
