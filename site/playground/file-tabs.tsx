/** The files: choose, add, open, rename and close them. */
import { useRef } from 'preact/hooks';
import { askName } from './dialogs.tsx';
import type { Gestures } from './gestures.tsx';
import type { PageLink } from './use-link.ts';

export function FileTabs({ gestures: { playground, say }, link }: { gestures: Gestures; link: PageLink }) {
  const picker = useRef<HTMLInputElement>(null);
  const { names, active } = playground;
  const rename = async (): Promise<void> => {
    const name = await askName(`Rename ${active}`, active, 'Rename');
    if (name !== undefined && !playground.rename(active, name)) say(`A file named ${name} already exists.`);
  };
  const add = async (): Promise<void> => {
    const name = await askName('New file', 'service.yaml', 'Add');
    if (name !== undefined) playground.add({ name, text: '' });
  };
  return (
    <nav class="files" aria-label="Files">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === active ? 'true' : undefined}
          onClick={() => {
            playground.show(name);
            playground.view.focus();
          }}
        >
          {name}
        </button>
      ))}
      <span class="tools">
        <button type="button" title="New file" aria-label="New file" onClick={() => void add()}>
          +
        </button>
        <button type="button" onClick={() => picker.current?.click()}>
          Open…
        </button>
        <button type="button" onClick={() => void rename()}>
          Rename…
        </button>
        <button
          type="button"
          disabled={names.length === 1}
          aria-label={`Close ${active}`}
          onClick={() =>
            void link.step(() => {
              playground.remove(active);
              playground.view.focus();
            })
          }
        >
          Close
        </button>
      </span>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Open files"
        onChange={({ currentTarget }) => {
          void addFiles([...(currentTarget.files ?? [])], playground, say);
          currentTarget.value = '';
        }}
      />
    </nav>
  );
}

/** In bytes. The server reads larger texts, but a browser tab should not hold many of them. */
const largest = 20_000_000;

export async function addFiles(
  files: readonly File[],
  playground: Gestures['playground'],
  say: Gestures['say'],
): Promise<void> {
  for (const file of files) {
    if (file.size > largest) {
      say(`${file.name} is larger than 20 MB. Check it with "endpoints check" instead.`);
      continue;
    }
    try {
      playground.add({ name: file.name, text: textOf(await file.arrayBuffer()) });
    } catch {
      say(`${file.name} is a folder, or no text.`);
    }
  }
}

/** Throws a TypeError for what is no text in UTF-8, or in UTF-16 with its mark, as PowerShell writes it. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new TypeError('No text has the character U+0000.');
  return text;
}
