/** Formats files with Prettier, which is loaded on first use. A file that cannot be formatted safely is not changed. */
import type { TextEdit } from 'vscode-languageserver-types';
import { contentText, syntaxErrorIn } from './format-proof.ts';
import { isFormatted } from './formatted-files.ts';
import { lineEdits, linesOf } from '../text/diff.ts';
import { withBreaksOf } from '../text/line-breaks.ts';
import { applyEdits } from '../edits/apply-edits.ts';
import type { TextEdit as Edit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import type { SourceFile } from '../tree/document.ts';
import { protocolEdit, rangeOf } from './lsp.ts';
import type { View } from './view.ts';

export interface FormatOptions {
  readonly tabSize: number;
  /** False where the client prefers tabs, which only JSON can have. */
  readonly insertSpaces: boolean;
  /** True if the file may hold any other objects, too. */
  readonly isMixed: boolean;
  /** The only lines that may change (UTF-16 units of the file); all lines without it. */
  readonly within?: Span;
  read(text: string): SourceFile;
}

export type Formatted = { readonly edits: readonly TextEdit[] } | { readonly problem: string };

/** Edits of whole lines, in order; undefined for a file that is not formatted. The promise never rejects. */
export async function formatFile(view: View, options: FormatOptions): Promise<Formatted | undefined> {
  if (!isFormatted(view.file, options.isMixed)) return undefined;
  const { text } = view.file;
  const isJson = view.file.parts.every(({ document }) => document.syntax === 'json');
  if (isJson && view.file.parts.length > 1)
    return { problem: 'Not formatted, because the file has several JSON values.' };
  const cr = /\r(?!\n)/.exec(text);
  if (cr)
    return {
      problem: `Not formatted, because line ${view.located.document.positionAt(cr.index).line + 1} ends with CR alone.`,
    };
  const plain = text.replaceAll('\r\n', '\n');
  const after = await printed(plain, isJson, options);
  if (typeof after !== 'string') return after;
  const error = syntaxErrorIn(view.file);
  if (error !== undefined) return { problem: `Not formatted, because of a syntax error: ${error}` };
  const { within } = options;
  // Prettier adds an empty line to some block scalars each time.
  if (!within && after !== plain && (await printed(after, isJson, options)) !== after)
    return { problem: 'Not formatted, because Prettier would change its own result again.' };
  const all = withBreaksOf(text, lineEdits(plain, after));
  const edits = within
    ? all.flatMap((edit) => byLine(edit, text)).filter(({ span }) => isWithin(span, within, view))
    : all;
  if (edits.length > 0 && !meansTheSame(view.file, options.read(applyEdits(text, edits)))) {
    const why = within
      ? 'these lines cannot be formatted without the lines around them'
      : 'its values or comments would change';
    return { problem: `Not formatted, because ${why}.` };
  }
  return { edits: edits.map((edit) => protocolEdit(view.located, edit)) };
}

async function printed(
  text: string,
  isJson: boolean,
  { tabSize, insertSpaces }: FormatOptions,
): Promise<string | { problem: string }> {
  const prettier = await import('prettier/standalone');
  const parser = isJson ? 'json' : 'yaml';
  const plugins = isJson
    ? [await import('prettier/plugins/babel'), await import('prettier/plugins/estree')]
    : [await import('prettier/plugins/yaml')];
  try {
    const useTabs = !insertSpaces;
    return await prettier.format(text, { parser, plugins, tabWidth: tabSize, useTabs, endOfLine: 'lf' });
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { problem: `Not formatted, because of a syntax error: ${reason.replace(/\.?$/, '.')}` };
  }
}

/** Splits an edit into lines where possible, so that lines outside of the range can be left out. */
function byLine(edit: Edit, text: string): readonly Edit[] {
  const old = linesOf(text.slice(edit.span.start, edit.span.end));
  const fresh = linesOf(edit.text);
  if (old.length !== fresh.length) return [edit];
  let start = edit.span.start;
  return old.map((line, i) => {
    const span = { start, end: start + line.length };
    start = span.end;
    return { span, text: fresh[i] ?? '' };
  });
}

function isWithin(edit: Span, within: Span, { located }: View): boolean {
  const { start, end } = rangeOf(located, within);
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const [from, to] = [start.line, last].map((line) => located.document.offsetAt({ line, character: 0 })) as [
    number,
    number,
  ];
  return (
    from <= edit.start && edit.end <= to && (edit.start < to || edit.start < edit.end || to === located.text.length)
  );
}

/** True where both have the same content, and the second has no syntax error or new remark. */
function meansTheSame(before: SourceFile, after: SourceFile): boolean {
  const remarksIn = ({ parts }: SourceFile): number =>
    parts.reduce((count, { document: { remarks } }) => count + remarks.length, 0);
  return (
    syntaxErrorIn(after) === undefined &&
    contentText(before) === contentText(after) &&
    remarksIn(after) <= remarksIn(before)
  );
}
