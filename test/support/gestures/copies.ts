/** Prints what is copied as text of another language, and programs after a manifest is pasted. */
import { targetLanguages } from '../../../server/src/convert/translate/carried.ts';
import { pasteManifest } from '../../../server/src/convert/translate/paste.ts';
import { translate } from '../../../server/src/convert/translate/translate.ts';
import { applyEdits } from '../../../server/src/edits/apply-edits.ts';
import { overlaps } from '../../../server/src/text/span.ts';
import type { Input } from '../gesture-page.ts';

/** The text for the language in the attribute `as`, and what is said of it. Two cursors are the ends of a selection. */
export function drawCopied({ view, offsets }: Input, attributes: string): string {
  const to = targetLanguages.find((language) => attributes.includes(`as="${language}"`));
  if (to === undefined) throw new Error(`no language in ${attributes}`);
  const span = { start: offsets[0] ?? 0, end: offsets.at(-1) ?? 0 };
  const { text, remarks, failure } = translate([{ uri: view.uri, file: view.file }], {
    to,
    isFragment: true,
    isWanted: (_, place) => overlaps(place, span),
  });
  return withMessages(text, [...remarks.map(({ message }) => message), ...(failure === undefined ? [] : [failure])]);
}

/** The program with the text of the file `clipboard`, and what is said of it. */
export function drawPasted({ path, view, files, offsets }: Input): string {
  const clipboard = [...files.texts()].find(([uri]) => uri.includes('clipboard'))?.[1] ?? '';
  const { edits, messages } = pasteManifest(clipboard, path, view.file, offsets[0] ?? 0);
  return withMessages(edits.length === 0 ? '' : applyEdits(view.located.text, edits), messages);
}

function withMessages(text: string, messages: readonly string[]): string {
  return [...(text === '' ? [] : [text.trimEnd()]), ...messages.map((message) => `=> ${message}`)].join('\n');
}
