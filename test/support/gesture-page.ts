/**
 * Reads fixture pages of gestures: a fence of YAML or JSON is an open text in which `$0` marks the cursor; the fences
 * after it, each named after a gesture, hold the exact answers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from '../../server/src/frontends/frontends.ts';
import type { View } from '../../server/src/features/view.ts';
import { lineStarts } from '../../server/src/text/line-index.ts';

/** An open text with its cursors. */
export interface Input {
  readonly path: string;
  readonly view: View;
  /** True for a patch, by the attribute `partial`. */
  readonly isPartial: boolean;
  /** Where each `$0` stood; empty for a gesture on the whole text. */
  readonly offsets: readonly number[];
}

/** What a gesture answers, drawn as text; `attributes` are those of the answer's fence. Ends without a line break. */
export type Render = (input: Input, attributes: string) => string | Promise<string>;

export interface Answer {
  readonly heading: string;
  readonly input: Input;
  readonly gesture: string;
  readonly attributes: string;
  readonly text: string;
}

const fence = /^```([a-z-]+)([^\n]*)\n([\s\S]*?)^```$/gm;
const isText = (language: string): boolean => language === 'yaml' || language === 'json';

/** The answers of a page, in order. */
export function answersOf(page: string): readonly Answer[] {
  const answers: Answer[] = [];
  let input: Input | undefined;
  for (const match of page.matchAll(fence)) {
    const [, language = '', attributes = '', text = ''] = match;
    if (isText(language)) input = inputOf(text, language, attributes);
    else if (input) {
      const heading =
        /^#+ (.*)$/m.exec(
          page
            .slice(0, match.index)
            .split(/^(?=#)/m)
            .at(-1) ?? '',
        )?.[1] ?? '';
      answers.push({ heading, input, gesture: language, attributes, text });
    }
  }
  return answers;
}

/** Writes the answers of a page anew. */
export async function updatePage(path: string, draw: (answer: Answer) => Promise<string>): Promise<void> {
  const page = readFileSync(path, 'utf8');
  const texts: string[] = [];
  for (const answer of answersOf(page)) texts.push(await draw(answer));
  const updated = page.replace(fence, (whole, language: string, attributes: string) => {
    if (isText(language)) return whole;
    return `\`\`\`${language}${attributes}\n${texts.shift() ?? ''}\`\`\``;
  });
  if (updated !== page) writeFileSync(path, updated);
}

function inputOf(marked: string, language: string, attributes: string): Input {
  const title = /title="([^"]+)"/.exec(attributes)?.[1] ?? `a.${language}`;
  const minor = Number(/kubernetes="1\.(\d+)"/.exec(attributes)?.[1] ?? 36);
  const lines = /\bcrlf\b/.test(attributes) ? marked.replaceAll('\n', '\r\n') : marked;
  const pieces = (/\bopen-end\b/.test(attributes) ? lines.slice(0, -1) : lines).split('$0');
  const text = pieces.join('');
  let at = 0;
  const offsets = pieces.slice(0, -1).map((piece) => (at += piece.length));
  const isPartial = /\bpartial\b/.test(attributes);
  return inputAt(title, text, offsets, minor, isPartial);
}

/** The text as it is open in an editor, with cursors at the offsets. */
export function inputAt(path: string, text: string, offsets: readonly number[], minor = 36, isPartial = false): Input {
  const file = readFile(path, text, { isPartial });
  const located = { text, starts: lineStarts(text), encoding: 'utf-16' } as const;
  return { path, offsets, isPartial, view: { uri: `file:///project/${path}`, located, file, minor } };
}

/** The text with its cursor drawn. */
export function withCursor({ text, offset }: { readonly text: string; readonly offset: number }): string {
  return `${text.slice(0, offset)}$0${text.slice(offset)}`;
}
