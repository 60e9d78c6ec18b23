/** Collects the names of a Pulumi YAML program (configuration, variables, resources) and the expressions that use them. */
import { memo } from '../../text/memo.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Document, InterpolationReference } from '../../tree/document.ts';
import { valueOf, type Entry } from '../../tree/value.ts';

export interface ProgramName {
  readonly name: string;
  readonly span: Span;
  /** True for the key that declares the name, false for an expression. */
  readonly isDeclaration: boolean;
}

export interface Declaration {
  readonly section: 'configuration' | 'config' | 'variables' | 'resources';
  readonly entry: Entry;
  /** True for a copy by an alias or a merge key. */
  readonly isElsewhere: boolean;
}

const sections = ['configuration', 'config', 'variables', 'resources'] as const;

/** All declarations of the program, section by section. Excludes components, which have their own names. */
export const programDeclarations = memo(({ root }: Document): readonly Declaration[] =>
  sections.flatMap((section) => {
    const names = root?.kind === 'mapping' ? valueOf(root, section) : undefined;
    if (names?.kind !== 'mapping') return [];
    return names.entries.map((entry) => ({ section, entry, isElsewhere: names.isAlias || entry.isMerged }));
  }),
);

/** True for a reference in a component, which has its own names. */
export function isInComponent({ root }: Document, { rootSpan }: InterpolationReference): boolean {
  const components = root?.kind === 'mapping' ? valueOf(root, 'components') : undefined;
  return components !== undefined && contains(components.span, rootSpan);
}

/** All places of all names; empty for a manifest. */
export const programNames = memo((document: Document): readonly ProgramName[] => {
  if (document.form !== 'pulumi') return [];
  const declared = programDeclarations(document).filter(({ isElsewhere }) => !isElsewhere);
  const used = document.references.filter((reference) => !isInComponent(document, reference));
  return [
    ...declared.map(({ entry: { name, key } }) => ({ name, span: key, isDeclaration: true })),
    ...used.map(({ root: name, rootSpan }) => ({ name, span: rootSpan, isDeclaration: false })),
  ];
});
