/** Maps the fence names of fixture pages to the functions that print each gesture's answer. */
import type { Render } from './gesture-page.ts';
import { drawActions, drawConversions, drawEdit } from './gestures/actions.ts';
import { drawApply } from './gestures/apply.ts';
import { drawHints, drawLenses } from './gestures/annotations.ts';
import { renderAccepted, renderCompletion, renderResolved } from './gestures/completion.ts';
import { drawCopied, drawPasted } from './gestures/copies.ts';
import { drawSymbols } from './gestures/document-symbols.ts';
import { drawFolds } from './gestures/folding.ts';
import { drawFormatted } from './gestures/formatting.ts';
import { drawIncomingCalls, drawOutgoingCalls, drawSubtypes, drawSupertypes } from './gestures/hierarchies.ts';
import { drawHover } from './gestures/hover.ts';
import {
  drawDefinition,
  drawHighlights,
  drawImplementation,
  drawLinks,
  drawReferences,
} from './gestures/navigation.ts';
import { drawRename } from './gestures/rename.ts';
import { drawSelections } from './gestures/selection.ts';
import { drawTokens } from './gestures/semantic-tokens.ts';
import { drawWorkspaceSymbols } from './gestures/workspace-symbols.ts';

export const gestures: Readonly<Record<string, Render>> = {
  actions: drawActions,
  accepted: renderAccepted,
  apply: drawApply,
  'code-lens': drawLenses,
  completion: renderCompletion,
  conversions: drawConversions,
  copied: drawCopied,
  definition: drawDefinition,
  'document-links': drawLinks,
  'document-symbols': drawSymbols,
  edit: drawEdit,
  folding: drawFolds,
  formatting: drawFormatted,
  highlights: drawHighlights,
  hover: drawHover,
  implementation: drawImplementation,
  'incoming-calls': drawIncomingCalls,
  'inlay-hints': drawHints,
  'outgoing-calls': drawOutgoingCalls,
  pasted: drawPasted,
  references: drawReferences,
  rename: drawRename,
  resolved: renderResolved,
  selection: drawSelections,
  'semantic-tokens': drawTokens,
  subtypes: drawSubtypes,
  supertypes: drawSupertypes,
  'workspace-symbols': drawWorkspaceSymbols,
};
