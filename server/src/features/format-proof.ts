/** Describes everything that formatting must keep: the values, comments and anchors of every document, and what ignores cover. */
import { commentTexts } from '../edits/yaml/yaml-comments.ts';
import { cut } from '../frontends/documents/cut.ts';
import { readTree } from '../frontends/documents/read-document.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import { contains, type Span } from '../text/span.ts';
import { bareDocument, type Document, type SourceFile } from '../tree/document.ts';
import { childrenOf, type Value } from '../tree/value.ts';

/** The first syntax error of the file with its line and column, also in documents that are not checked. */
export function syntaxErrorIn(file: SourceFile): string | undefined {
  const [error] = documentsIn(file).flatMap(({ start, document }) =>
    document.issues.map(({ span, message }) => ({ at: start + span.start, message })),
  );
  if (!error) return undefined;
  const { line, character } = positionAt(lineStarts(file.text), error.at);
  return `${error.message.replace(/\.$/, '')} (${line + 1}:${character + 1}).`;
}

/** A text that is equal for files with the same content. Documents without values and comments do not count. */
export function contentText(file: SourceFile): string {
  const documents = documentsIn(file).flatMap(({ document }) => {
    const { root, text, anchors } = document;
    const comments = commentTexts(document);
    if (!root && comments.length === 0) return [];
    return [[root && comparable(root, text), comments, anchors.map(({ name, uses }) => [name, uses.length])]];
  });
  return JSON.stringify([documents, file.parts.flatMap(({ document }) => ignoresIn(document))]);
}

/** Each document as its reader sees it: of most kinds, a check reads only the head. */
const documentsIn = memo(({ text: all, parts }: SourceFile): SourceFile['parts'] => {
  const form = parts.some(({ document }) => document.form === 'pulumi') ? 'pulumi' : 'kubernetes';
  return cut(all).map(({ start, text, isYaml }) => {
    const syntax = isYaml ? 'yaml' : 'json';
    const { root, issues, anchors } = readTree(text, syntax, form);
    return { start, document: { ...bareDocument(text, syntax, form), root, issues, anchors } };
  });
});

/** The codes of each ignore, with the numbers of the keys and scalars that it covers. */
function ignoresIn({ ignores, root }: Document): unknown[] {
  if (ignores.length === 0) return [];
  const places = root ? placesIn(root) : [];
  return ignores.map(({ codes, target }) => [
    codes.map(({ code }) => code),
    target && places.flatMap((span, i) => (contains(target, span) ? [i] : [])),
  ]);
}

function placesIn(value: Value): readonly Span[] {
  if (value.kind === 'mapping') return value.entries.flatMap((entry) => [entry.key, ...placesIn(entry.value)]);
  return value.kind === 'sequence' ? childrenOf(value).flatMap(placesIn) : [value.span];
}

function comparable(value: Value, text: string): unknown {
  switch (value.kind) {
    case 'mapping':
      return { entries: value.entries.map((entry) => [entry.name, comparable(entry.value, text)]) };
    case 'sequence':
      return value.items.map((item) => comparable(item, text));
    case 'scalar':
      return typeof value.value === 'bigint' || typeof value.value === 'number'
        ? { [typeof value.value]: String(value.value) }
        : value.value;
    case 'opaque':
      // Formatting may change quotes and folds. Other white space than YAML's, such as a byte order mark, is content.
      return { opaque: value.why, text: text.slice(value.span.start, value.span.end).replaceAll(/["' \t\r\n]/g, '') };
  }
}
