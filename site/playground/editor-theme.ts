/** The colours of editors. They are variables of the style sheet, so that both themes have the same rules. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** What the editor's own styles depend on. */
export function darkness(isDark: boolean): Extension {
  return EditorView.theme({}, { dark: isDark });
}

const frame = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--back)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--back)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--line-back)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection) !important' },
  '.cm-selectionMatch': { backgroundColor: 'var(--selection)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--edge)',
    borderRadius: '6px',
    maxWidth: 'min(560px, 92vw)',
    zIndex: '40',
  },
  '.cm-tooltip-hover': { maxHeight: '50vh', overflow: 'auto' },
  '.cm-tooltip .words': { padding: '6px 10px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '2px 6px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '1', color: 'inherit' },
  '.cm-completionInfo': { padding: '0', whiteSpace: 'normal' },
  '.cm-diagnostic': { padding: '4px 10px', maxWidth: '560px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnostic-info, .cm-diagnostic-hint': { borderLeftColor: 'var(--info)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)', borderRadius: '4px' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--raised)', borderColor: 'var(--edge)' },
  '.cm-textfield, .cm-button': {
    color: 'var(--text)',
    backgroundColor: 'var(--back)',
    backgroundImage: 'none',
    border: '1px solid var(--edge)',
  },
  '.cm-foldPlaceholder': { color: 'var(--muted)', backgroundColor: 'var(--raised)', border: '1px solid var(--edge)' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--added-back) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--removed-back) !important' },
  '.cm-changedText': { background: 'var(--added) !important' },
  '.cm-deletedText': { background: 'var(--removed) !important' },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
});

const highlights = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: 'var(--muted)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--number)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: 'var(--keyword)' },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--type)' },
  { tag: [tags.labelName, tags.macroName], color: 'var(--type)' },
  { tag: tags.invalid, color: 'var(--error)' },
]);

export const colours: Extension = [frame, syntaxHighlighting(highlights)];
