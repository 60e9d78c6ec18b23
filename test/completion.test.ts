/** Accepting any completion, anywhere, in any state of typing, never yields an unknown field or a syntax error. */
import { locatedIn } from '../server/src/features/lsp.ts';
import assert from 'node:assert/strict';
import type { CompletionItem } from 'vscode-languageserver-types';
import { accept } from './support/accept.ts';
import { checkText } from './support/checking.ts';
import { completions } from './support/gestures/completion.ts';
import { inputAt, withCursor } from './support/gesture-page.ts';
import { texts } from './support/whole-texts.ts';

/** What a completion must never bring. */
const forbidden = new Set([
  'syntax-error',
  'unknown-field',
  'unknown-property',
  'unknown-resource-key',
  'unknown-resource-option',
  'duplicate-key',
  'malformed-type-token',
  'unknown-function',
  'malformed-interpolation',
]);

/** A text with the place where somebody is typing, and the same without what was typed. */
interface Typing {
  readonly text: string;
  readonly offset: number;
  readonly without: string;
}

/** States of typing at one offset of a whole text. */
function* typings(text: string, at: number): Generator<Typing> {
  const lineStart = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
  const line = text.slice(lineStart, lineEnd);
  // The cursor in the whole text.
  yield { text, offset: at, without: text };
  const word = /[\w./:-]*$/.exec(text.slice(lineStart, at))?.[0] ?? '';
  const rest = /^[\w./:-]*/.exec(text.slice(at, lineEnd))?.[0] ?? '';
  // The word is typed up to the cursor; after it nothing or the rest of the line.
  if (word !== '' && rest !== '') {
    const cut = text.slice(0, at) + text.slice(at + rest.length);
    yield { text: cut, offset: at, without: text };
  }
  const key = /^([ \t]*(?:- )*)([\w."'/-]+):/.exec(line);
  if (key && at > lineStart + (key[1]?.length ?? 0) && at <= lineStart + key[0].length - 1) {
    const blank = text.slice(0, lineStart) + (key[1] ?? '').trimEnd() + text.slice(lineEnd);
    yield { text: text.slice(0, at) + text.slice(lineEnd), offset: at, without: blank };
  }
  // A new line below, indented as somebody might.
  if (at === lineEnd && !/[|>]$/.test(line)) {
    for (let indent = 0; indent <= 12; indent += 2) {
      for (const typed of ['', 'n', 'p', '- ', '- i']) {
        const added = `\n${' '.repeat(indent)}${typed}`;
        yield { text: text.slice(0, at) + added + text.slice(at), offset: at + added.length, without: text };
      }
    }
  }
}

describe('completion', () => {
  for (const { name, path, text } of texts) {
    it(`keeps ${name} readable and known, wherever and whatever is accepted`, async function () {
      this.timeout(300_000);
      const problems: string[] = [];
      let accepted = 0;
      for (let at = 0; at <= text.length; at++) {
        for (const typing of typings(text, at)) {
          const before = wrongs(path, typing.without);
          if (before.length > 0) continue;
          const { items } = await completions(inputAt(path, typing.text, [typing.offset]), {
            hasSnippets: at % 2 === 0,
            keepsIndent: at % 4 < 2,
          });
          for (const item of some(items)) {
            accepted++;
            const located = locatedIn(typing.text, 'utf-16');
            const after = accept(located, item);
            const found = wrongs(path, after);
            if (found.length > 0)
              problems.push(
                `${found[0]} after ${item.label} at ${typing.offset}:\n${withCursor(typing)}\n=>\n${after}`,
              );
          }
        }
      }
      assert.equal(problems.slice(0, 3).join('\n\n'), '', `${problems.length} of ${accepted}`);
      assert.ok(accepted > 300, `only ${accepted} accepted`);
    });
  }
});

/** The first, the last and some between: texts are many, and items of one place are alike. */
function some(items: readonly CompletionItem[]): readonly CompletionItem[] {
  return items.length <= 12 ? items : [...items.slice(0, 10), ...items.slice(-2)];
}

const checked = new Map<string, readonly string[]>();

function wrongs(path: string, text: string): readonly string[] {
  let known = checked.get(text);
  if (!known) {
    known = checkText(text, { path }).flatMap(({ code, message }) =>
      forbidden.has(code) ? [`${code}: ${message}`] : [],
    );
    checked.set(text, known);
  }
  return known;
}
