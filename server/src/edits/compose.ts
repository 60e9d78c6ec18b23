/** Spells a draft: in lines where its base is block YAML, in brackets where it is JSON or flow YAML. */
import type { TextEdit } from '../text/edit.ts';
import type { Document } from '../tree/document.ts';
import type { Draft } from '../tree/tree-edit.ts';
import { composeFlow } from './compose-flow.ts';
import { composeBlock } from './yaml/compose-block.ts';

/** The edits that make the draft of its base, relative to the document; undefined where that cannot be done in place. */
export function composeEdits(document: Document, draft: Draft): readonly TextEdit[] | undefined {
  return draft.base?.style === 'block' ? composeBlock(document, draft) : composeFlow(document, draft);
}
