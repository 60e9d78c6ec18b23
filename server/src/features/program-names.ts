/** The names of a Pulumi YAML program's configuration, variables and resources, and the expressions that use them. */
import { memo } from '../text/memo.ts';
import { contains } from '../text/span.ts';
import type { Span } from '../text/span.ts';
import type { Document } from '../tree/document.ts';
import { valueOf } from '../tree/value.ts';
import { commentsOf } from './comments.ts';

export interface ProgramName {
  readonly name: string;
  readonly span: Span;
  /** True for the key that brings the name, false for an expression. */
  readonly isDeclaration: boolean;
}

const sections = ['configuration', 'config', 'variables', 'resources'];

/** Every place of every name. Components have names of their own, which are left out, as are those in a manifest. */
export const programNames = memo((document: Document): readonly ProgramName[] => {
  const { root, form, text } = document;
  if (form !== 'pulumi' || root?.kind !== 'mapping') return [];
  const names: ProgramName[] = [];
  for (const section of sections.map((name) => valueOf(root, name))) {
    if (section?.kind !== 'mapping' || section.isAlias) continue;
    for (const { name, key, isMerged } of section.entries) {
      if (!isMerged) names.push({ name, span: key, isDeclaration: true });
    }
  }
  const comments = commentsOf(document);
  const components = valueOf(root, 'components')?.span;
  for (const match of text.matchAll(/\$\$|\$\{\s*([A-Za-z_][\w-]*)/g)) {
    const name = match[1];
    if (name === undefined) continue;
    const end = match.index + match[0].length;
    const span = { start: end - name.length, end };
    const isElsewhere = (components && contains(components, span)) || comments.some((each) => contains(each, span));
    if (!isElsewhere) names.push({ name, span, isDeclaration: false });
  }
  return names;
});
