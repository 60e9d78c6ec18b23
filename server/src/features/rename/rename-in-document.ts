/** Renames an anchor with its aliases, or a name of a program with its uses. Both count only in their document. */
import { quote } from '../../text/quote.ts';
import { shift } from '../../text/span.ts';
import { anchorAt, programNameAt } from '../navigation/local-names.ts';
import { programDeclarations } from '../navigation/program-names.ts';
import {
  refuse,
  replaceWarning,
  type DocumentRewrite,
  type RenameRefusal,
  type RenameTarget,
  type Rewrite,
} from './renaming.ts';
import type { View } from '../view.ts';
import { withoutQuotes } from '../written-values.ts';

/** The anchor of `&name` or `*name` at the offset; undefined where there is none. */
export function renameAnchor(view: View, offset: number): RenameTarget | undefined {
  const named = anchorAt(view, offset);
  if (!named) return undefined;
  const { document, start, anchor, chosen, places } = named;
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    if (!/^[A-Za-z0-9_-]+$/.test(newName)) {
      return refuse(`${quote(newName)} is not a valid anchor. Use letters, digits, "-" and "_".`);
    }
    if (document.anchors.some(({ name }) => name === newName)) {
      return refuse(`This document already has an anchor ${quote(newName)}. Use another name.`);
    }
    const rewrites = places.map(({ span }): Rewrite => {
      const by = `${document.text[span.start] ?? ''}${newName}`;
      return { edit: { kind: 'replace-text', span, by }, span, label: `Anchor ${quote(anchor.name)}` };
    });
    return [{ view, document, start, rewrites }];
  };
  return { span: shift({ start: chosen.span.start + 1, end: chosen.span.end }, start), name: anchor.name, rewrite };
}

/** The resource or the variable of a program at the offset; undefined where there is none. */
export function renameInProgram(view: View, offset: number): RenameTarget | RenameRefusal | undefined {
  const used = programNameAt(view, offset);
  if (!used) return undefined;
  const { document, start, name, chosen, places } = used;
  const all = programDeclarations(document);
  const declared = all.find(({ entry, isElsewhere }) => entry.name === name && !isElsewhere);
  if (!declared)
    return refuse(`The program does not declare ${quote(name)}, or only as a copy by an alias or a merge key.`);
  const { section, entry } = declared;
  if (section === 'config' || section === 'configuration') {
    return refuse(
      `Stack files also set ${quote(name)} by its name. Rename it by hand in this file and in the stack files.`,
    );
  }
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(newName)) {
      const format = 'Use a letter or "_", then letters, digits, "-" and "_".';
      return refuse(`${quote(newName)} is not a valid name in a program. ${format}`);
    }
    if (newName === 'pulumi' || all.some((each) => each.entry.name === newName)) {
      return refuse(`This program already uses the name ${quote(newName)}. Use another name.`);
    }
    const label = `${section === 'resources' ? 'Resource' : 'Variable'} ${quote(name)}`;
    const warning = section === 'resources' ? { warning: replaceWarning } : {};
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
