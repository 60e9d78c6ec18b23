/** Makes the playground and what can be done in it: keys, pasted texts, links. */
import type { KeyBinding } from '@codemirror/view';
import type { ShowMessageRequestParams, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { capture } from './edit-capture.ts';
import { choose } from './dialogs.tsx';
import { addFiles } from './file-tabs.tsx';
import { applyEdit, formatHere, offerActions, renameHere, type Gestures } from './gestures.tsx';
import type { SharedState } from './link-state.ts';
import { Playground } from './playground.ts';
import type { Answer } from './server-link.ts';
import { fileScheme } from './words.ts';

interface StartOptions {
  readonly start: SharedState;
  readonly isDark: () => boolean;
  readonly say: (message: string) => void;
}

export function startGestures(parent: HTMLElement, worker: Worker, { start, isDark, say }: StartOptions): Gestures {
  const page = (code: string): string => new URL(`../rules/${code}.html`, document.baseURI).href;
  const openPage = (code: string): void => {
    const guide = code === 'code-actions' ? new URL('../code-actions.html', document.baseURI).href : page(code);
    window.open(guide, '_blank', 'noopener');
  };
  const run = (gesture: (gestures: Gestures) => Promise<unknown>) => () => {
    void gesture(gestures);
    return true;
  };
  const keys: KeyBinding[] = [
    { key: 'Mod-.', run: run((own) => offerActions(own)), preventDefault: true },
    { key: 'F2', run: run(renameHere), preventDefault: true },
    { key: 'Shift-Alt-f', run: run(formatHere), preventDefault: true },
  ];
  const playground = new Playground(parent, {
    worker,
    version: start.version,
    isDark: isDark(),
    keys,
    rulePage: page('{code}').replace('%7Bcode%7D', '{code}'),
    // A preview of a conversion converts nothing, so the server's messages about it are left out.
    say: (message) => void (capture.isOn || say(message)),
    answers: new Map<string, Answer>([
      [
        'workspace/applyEdit',
        async (params) => {
          const { edit, label = 'Apply the changes' } = params as { edit: WorkspaceEdit; label?: string };
          return { applied: !capture.take(edit) && (await applyEdit(gestures, edit, label)) };
        },
      ],
      [
        'window/showMessageRequest',
        async (params) => {
          if (capture.isOn) return { title: 'Convert' };
          const { message, actions = [] } = params as ShowMessageRequestParams;
          const index = await choose(message, actions);
          return index === undefined ? null : actions[index];
        },
      ],
    ]),
  });
  const gestures: Gestures = { playground, isDark, say, openPage };
  playground.open(start.files, start.active, start.cursor);
  receiveTexts(gestures);
  followLinks(gestures);
  return gestures;
}

/** Links of the server name a line of a file: `file:///playground/service.yaml#L8`. */
function followLinks({ playground }: Gestures): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.protocol !== fileScheme) return;
    event.preventDefault();
    const [uri = '', place = ''] = link.href.split('#');
    const [, line = '1', column = '1'] = /^L(\d+)(?:,(\d+))?$/.exec(place) ?? [];
    const position = { line: Number(line) - 1, character: Number(column) - 1 };
    playground.reveal(uri, { start: position, end: position });
  });
}

/** Files can be dropped anywhere, and texts pasted outside of the editor. */
function receiveTexts({ playground, say }: Gestures): void {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener(
    'drop',
    (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      void addFiles(files, playground, say);
    },
    true,
  );
  document.addEventListener('paste', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('.cm-editor, input, dialog') !== null;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isTyping || text === '') return;
    event.preventDefault();
    playground.add({ name: /^\s*[[{](?!\{)/.test(text) ? 'pasted.json' : 'pasted.yaml', text });
  });
}
