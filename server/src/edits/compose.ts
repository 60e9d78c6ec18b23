/** Writes a draft in the style of its base: block YAML, or flow style for JSON and flow YAML. */
import type { TextEdit } from '../text/edit.ts';
import type { Document } from '../tree/document.ts';
import type { Draft } from '../tree/tree-edit.ts';
import { composeFlow } from './compose-flow.ts';
import { composeBlock } from './yaml/compose-block.ts';

/** Returns edits relative to the document, or undefined if they are not possible in place. */
export function composeEdits(document: Document, draft: Draft): readonly TextEdit[] | undefined {
  return draft.base?.style === 'block' ? composeBlock(document, draft) : composeFlow(document, draft);
}
