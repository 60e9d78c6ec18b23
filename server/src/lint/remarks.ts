/** Checks a Pulumi program for remarks of its reader: one rule for each kind of remark. */
import type { Document } from '../tree/document.ts';
import type { Context } from './rule.ts';

/** `messageOf` gets the text that the remark is about. */
export function checkRemarks(what: Document['remarks'][number]['what'], messageOf: (written: string) => string) {
  return ({ remarks }: Document, { report }: Context): void => {
    for (const { what: each, span, written } of remarks) if (each === what) report({ span }, messageOf(written));
  };
}
