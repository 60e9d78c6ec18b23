/** The extensions of an editor: the language server, keys, colours. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { findReferencesKeymap, jumpToDefinitionKeymap } from '@codemirror/lsp-client';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type KeyBinding,
} from '@codemirror/view';
import { completeFromServer } from './completion.ts';
import { colours, darkness } from './editor-theme.ts';
import { styleNonce } from './editor-nonce.ts';
import { hoverFromServer } from './hover.ts';

/** Is set when the language of the file is loaded. */
export const languagePart = new Compartment();

/** Is set when the reader changes between light and dark. */
export const theme = new Compartment();

export function editorExtensions(isDark: boolean, keys: readonly KeyBinding[], label: string): Extension {
  return [
    EditorView.cspNonce.of(styleNonce),
    lineNumbers(),
    foldGutter(),
    lintGutter({ hoverTime: 200 }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    autocompletion({ override: [completeFromServer] }),
    hoverFromServer,
    keymap.of([
      ...keys,
      ...jumpToDefinitionKeymap,
      ...findReferencesKeymap,
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    languagePart.of([]),
    theme.of(darkness(isDark)),
    colours,
  ];
}

/** An editor that only shows a text. */
export function readerExtensions(isDark: boolean, label: string): Extension {
  return [
    EditorView.cspNonce.of(styleNonce),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.lineWrapping,
    theme.of(darkness(isDark)),
    colours,
  ];
}
