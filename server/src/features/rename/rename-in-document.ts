/** Renames what is known in its own document only: an anchor with its aliases, a name of a program with its uses. */
import { quote } from '../../text/quote.ts';
import { shift } from '../../text/span.ts';
import { anchorAt, programNameAt } from '../navigation/local-names.ts';
import { programDeclarations } from '../navigation/program-names.ts';
import { refuse } from './renaming.ts';
import type { DocumentRewrite, RenameRefusal, RenameTarget, Rewrite } from './renaming.ts';
import type { View } from '../view.ts';
import { withoutQuotes } from '../written-values.ts';

/** The anchor that `&name` or `*name` at the offset means. */
export function renameAnchor(view: View, offset: number): RenameTarget | undefined {
  const named = anchorAt(view, offset);
  if (!named) return undefined;
  const { document, start, anchor, chosen, places } = named;
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    if (!/^[A-Za-z0-9_-]+$/.test(newName)) {
      return refuse(`An anchor is named with letters, digits, "-" and "_" only, and not ${quote(newName)}.`);
    }
    if (document.anchors.some(({ name }) => name === newName)) {
      return refuse(`There is an anchor ${quote(newName)} in this document already. Choose another name.`);
    }
    const rewrites = places.map(({ span }): Rewrite => {
      const by = `${document.text[span.start] ?? ''}${newName}`;
      return { edit: { kind: 'replace-text', span, by }, span, label: `Anchor ${quote(anchor.name)}` };
    });
    return [{ view, document, start, rewrites }];
  };
  return { span: shift({ start: chosen.span.start + 1, end: chosen.span.end }, start), name: anchor.name, rewrite };
}

const anew = 'Pulumi replaces the resource, unless its option "aliases" has the old name.';

/** The resource or the variable of a program that a key or an expression at the offset means. */
export function renameInProgram(view: View, offset: number): RenameTarget | RenameRefusal | undefined {
  const used = programNameAt(view, offset);
  if (!used) return undefined;
  const { document, start, name, chosen, places } = used;
  const all = programDeclarations(document);
  const declared = all.find(({ entry, isElsewhere }) => entry.name === name && !isElsewhere);
  if (!declared) return refuse(`The program does not declare ${quote(name)} where it could be renamed.`);
  const { section, entry } = declared;
  if (section === 'config' || section === 'configuration') {
    return refuse(`Stack files set ${quote(name)} by its name, too: change it by hand, here and there.`);
  }
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(newName)) {
      const right = 'starts with a letter or "_" and goes on with letters, digits, "-" and "_"';
      return refuse(`A name in a program ${right}; ${quote(newName)} does not.`);
    }
    if (newName === 'pulumi' || all.some((each) => each.entry.name === newName)) {
      return refuse(`${quote(newName)} stands for something else in this program. Choose another name.`);
    }
    const label = `${section === 'resources' ? 'Resource' : 'Variable'} ${quote(name)}`;
    const warning = section === 'resources' ? { warning: anew } : {};
    const key: Rewrite = { edit: { kind: 'rename', entry, to: newName }, span: entry.key, label, ...warning };
    const uses = places.filter(({ isDeclaration }) => !isDeclaration);
    const expressions = uses.map(({ span }): Rewrite => ({
      edit: { kind: 'replace-text', span, by: newName },
      span,
      label,
    }));
    return [{ view, document, start, rewrites: [key, ...expressions] }];
  };
  return { span: shift(withoutQuotes(document.text, chosen.span), start), name, rewrite };
}
