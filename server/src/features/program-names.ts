/** The names of a Pulumi YAML program's configuration, variables and resources, and the expressions that use them. */
import { memo } from '../text/memo.ts';
import { contains } from '../text/span.ts';
import type { Span } from '../text/span.ts';
import type { Document } from '../tree/document.ts';
import { valueOf } from '../tree/value.ts';

export interface ProgramName {
  readonly name: string;
  readonly span: Span;
  /** True for the key that brings the name, false for an expression. */
  readonly isDeclaration: boolean;
}

const sections = ['configuration', 'config', 'variables', 'resources'];

/** Every place of every name. Components have names of their own, which are left out, as are those in a manifest. */
export const programNames = memo(({ root, form, references }: Document): readonly ProgramName[] => {
  if (form !== 'pulumi' || root?.kind !== 'mapping') return [];
  const names: ProgramName[] = [];
  for (const section of sections.map((name) => valueOf(root, name))) {
    if (section?.kind !== 'mapping' || section.isAlias) continue;
    for (const { name, key, isMerged } of section.entries) {
      if (!isMerged) names.push({ name, span: key, isDeclaration: true });
    }
  }
  const components = valueOf(root, 'components')?.span;
  for (const { root: name, rootSpan: span } of references) {
    if (!components || !contains(components, span)) names.push({ name, span, isDeclaration: false });
  }
  return names;
});
