/** Adds the imports of the SDK to a program, also to one that imports nothing of it yet. */
import type { ClassReferences } from '../../edits/code/class-references.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineBreakOf, lineEndAt } from '../../text/line.ts';
import type { CodeLanguage, Document } from '../../tree/document.ts';

/** Empty where nothing has to be imported. */
export function importEdit(document: Document, references: ClassReferences): readonly TextEdit[] {
  const { edits, lines } = references;
  if (edits.length > 0 || lines.length === 0) return edits;
  const { text, language = 'typescript' } = document;
  const newline = lineBreakOf(text);
  const block = language === 'go' ? /^import \(/m.exec(text) : null;
  if (block) {
    const at = lineEndAt(text, block.index);
    const specs = lines.map((line) => `${newline}\t${line.replace(/^import /, '')}`);
    return [{ span: { start: at, end: at }, text: specs.join('') }];
  }
  const last = [...text.matchAll(importLine[language])].at(-1);
  if (last) {
    const at = last.index + last[0].trimEnd().length;
    return [{ span: { start: at, end: at }, text: lines.map((line) => newline + line).join('') }];
  }
  const head = /^(?:#![^\n]*\n|#[^\n]*\n|\/\/[^\n]*\n|(?:package|namespace) [^\n{]*\n)*/.exec(text)?.[0].length ?? 0;
  const gap = head > 0 && /^package/m.test(text.slice(0, head)) ? newline : '';
  return [{ span: { start: head, end: head }, text: `${gap}${lines.join(newline)}${newline}${newline}` }];
}

/** Imports that end on their line. */
const importLine: Readonly<Record<CodeLanguage, RegExp>> = {
  typescript: /^import [^\n]*from ["'][^\n]*$|^import ["'][^\n]*$|^\} from ["'][^\n]*$/gm,
  javascript: /^import [^\n]*from ["'][^\n]*$|^\} from ["'][^\n]*$|^(?:const|var|let) [^\n]*= require\([^\n]*$/gm,
  python: /^(?:import \w[^\n]*|from [\w.]+ import [^\n(]*)$/gm,
  go: /^import [^\n(]*$/gm,
  csharp: /^using [\w.= ]+;[^\n]*$/gm,
  java: /^(?:package|import) [^\n]*;[^\n]*$/gm,
};
