/** Shows the changes of an edit, file by file. */
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { readerExtensions } from './editor.ts';
import { loadLanguage } from './languages.ts';
import type { PlannedEdit, PlannedFile } from './planned-edit.ts';

interface DifferencesProps {
  readonly plan: PlannedEdit;
  readonly nameOf: (uri: string) => string;
  readonly isDark: boolean;
}

export function Differences({ plan, nameOf, isDark }: DifferencesProps) {
  return (
    <>
      {plan.files.map((file) => (
        <section key={file.uri} class="difference">
          <h3>{nameOf(file.uri)}</h3>
          <FileDifference file={file} name={nameOf(file.uri)} isDark={isDark} />
        </section>
      ))}
    </>
  );
}

function FileDifference({ file, name, isDark }: { file: PlannedFile; name: string; isDark: boolean }) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return undefined;
    const before = file.before ?? Text.empty;
    const { doc } = EditorState.create({ doc: before }).update({ changes: [...file.changes] }).state;
    let view: EditorView | undefined;
    const into = parent.current;
    let isGone = false;
    void loadLanguage(name).then((language) => {
      if (isGone) return;
      view = new EditorView({
        parent: into,
        doc,
        extensions: [
          readerExtensions(isDark, `Changes in ${name}`),
          language,
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 6 } }),
        ],
      });
    });
    return () => {
      isGone = true;
      view?.destroy();
    };
  }, [file, isDark]);
  return <div ref={parent} />;
}
