/** Checks a text for remarks of its reader: one rule for each kind of remark. */
import type { Document } from '../tree/document.ts';
import type { Context } from './rule.ts';

/** `messageOf` gets the text that the remark is about. */
export function checkRemarks(
  what: Document['remarks'][number]['what'],
  messageOf: (written: string, form: Document['form']) => string,
) {
  return ({ remarks, form }: Document, { report }: Context): void => {
    for (const { what: each, span, written } of remarks) if (each === what) report({ span }, messageOf(written, form));
  };
}
