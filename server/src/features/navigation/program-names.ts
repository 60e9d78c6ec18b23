/** The names of a Pulumi YAML program's configuration, variables and resources, and the expressions that use them. */
import { memo } from '../../text/memo.ts';
import { contains } from '../../text/span.ts';
import type { Span } from '../../text/span.ts';
import type { Document, InterpolationReference } from '../../tree/document.ts';
import type { Entry } from '../../tree/value.ts';
import { valueOf } from '../../tree/value.ts';

export interface ProgramName {
  readonly name: string;
  readonly span: Span;
  /** True for the key that brings the name, false for an expression. */
  readonly isDeclaration: boolean;
}

/** What a name of a program stands for. */
export interface Declaration {
  readonly section: 'configuration' | 'config' | 'variables' | 'resources';
  readonly entry: Entry;
  /** True where the key stands elsewhere, behind an alias or a merge. */
  readonly isElsewhere: boolean;
}

const sections = ['configuration', 'config', 'variables', 'resources'] as const;

/** What the program declares, section by section. Components have names of their own, which are left out. */
export const programDeclarations = memo(({ root }: Document): readonly Declaration[] =>
  sections.flatMap((section) => {
    const names = root?.kind === 'mapping' ? valueOf(root, section) : undefined;
    if (names?.kind !== 'mapping') return [];
    return names.entries.map((entry) => ({ section, entry, isElsewhere: names.isAlias || entry.isMerged }));
  }),
);

/** True where a reference stands in a component, whose names are its own. */
export function isInComponent({ root }: Document, { rootSpan }: InterpolationReference): boolean {
  const components = root?.kind === 'mapping' ? valueOf(root, 'components') : undefined;
  return components !== undefined && contains(components.span, rootSpan);
}

/** Every place of every name; none in a manifest. */
export const programNames = memo((document: Document): readonly ProgramName[] => {
  if (document.form !== 'pulumi') return [];
  const declared = programDeclarations(document).filter(({ isElsewhere }) => !isElsewhere);
  const used = document.references.filter((reference) => !isInComponent(document, reference));
  return [
    ...declared.map(({ entry: { name, key } }) => ({ name, span: key, isDeclaration: true })),
    ...used.map(({ root: name, rootSpan }) => ({ name, span: rootSpan, isDeclaration: false })),
  ];
});
