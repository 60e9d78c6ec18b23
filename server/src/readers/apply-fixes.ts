/** Applies the changes of readers to texts, and proves them: the texts parse, and the second search finds nothing there. */
import { applyEdits } from '../edits/apply-edits.ts';
import type { TextEdit } from '../text/edit.ts';
import { groupBy } from '../text/group.ts';
import { contains, overlaps } from '../text/span.ts';
import type { EstateOptions } from './build-estate.ts';
import { findReaders } from './find-readers.ts';
import type { Reader } from './reader.ts';
import { scalarsOf, searchedText, type NamedText, type SearchedText } from './searched-text.ts';

/** A text that changes. */
export interface ChangedReaderText {
  readonly uri: string;
  readonly before: string;
  readonly after: string;
  /** The readers that read slices now. */
  readonly readers: readonly Reader[];
}

export interface AppliedReaderFixes {
  /** In the order of the texts. */
  readonly changes: readonly ChangedReaderText[];
  /** The readers in the changed texts: what is still to be done. */
  readonly left: readonly Reader[];
}

/**
 * Applies the fixes of the readers that are wanted. A text whose change cannot be proven stays as it is. `readers` are those
 * of the texts.
 */
export function applyReaderFixes(
  texts: readonly NamedText[],
  options: EstateOptions,
  isWanted: (reader: Reader) => boolean,
  readers: readonly Reader[] = findReaders(texts, options).readers,
): AppliedReaderFixes {
  const byFile = groupBy(
    readers.filter((reader) => reader.fix && isWanted(reader)),
    ({ uri }) => uri,
  );
  const changed = new Map<string, string>();
  for (const { uri, text } of texts) {
    const edits = editsOf(byFile.get(uri) ?? []);
    if (edits.length === 0) continue;
    const after = applyEdits(text, edits);
    if (isUntouched(searchedText({ uri, text }), searchedText({ uri, text: after }), edits)) changed.set(uri, after);
  }
  if (changed.size === 0) return { changes: [], left: readers };
  let left = findReaders(replaced(texts, changed), options).readers;
  const counts = (all: readonly Reader[]) => groupBy(all, ({ uri, kind }) => `${kind} ${uri}`);
  const [before, now] = [counts(readers), counts(left)];
  const failed = [...changed.keys()].filter((uri) =>
    [...groupBy(byFile.get(uri) ?? [], ({ kind }) => kind)].some(([kind, fixed]) => {
      const key = `${kind} ${uri}`;
      return (now.get(key)?.length ?? 0) > (before.get(key)?.length ?? 0) - fixed.length;
    }),
  );
  for (const uri of failed) changed.delete(uri);
  if (failed.length > 0) left = findReaders(replaced(texts, changed), options).readers;
  const changes = texts.flatMap(({ uri, text }) => {
    const after = changed.get(uri);
    return after === undefined ? [] : [{ uri, before: text, after, readers: byFile.get(uri) ?? [] }];
  });
  return { changes, left };
}

export function replaced(texts: readonly NamedText[], changed: ReadonlyMap<string, string>): readonly NamedText[] {
  return texts.map((each) => {
    const text = changed.get(each.uri);
    return text === undefined ? each : { ...each, text };
  });
}

/** Readers that change together share their edits. */
function editsOf(readers: readonly Reader[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { fix } of readers) {
    const own = (fix?.edits ?? []).filter((edit) => !edits.some((each) => isSame(each, edit)));
    if (!own.some(({ span }) => edits.some((each) => overlaps(each.span, span)))) edits.push(...own);
  }
  return edits;
}

/** True if the edits leave everything else in the text as it is. */
export function isProvenChange(text: string, uri: string, edits: readonly TextEdit[]): boolean {
  const after = searchedText({ uri, text: applyEdits(text, edits) });
  return isUntouched(searchedText({ uri, text }), after, edits);
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.text === b.text && a.span.start === b.span.start && a.span.end === b.span.end;
}

/** True if all documents parse as before, and every value that no edit covers is still there, in order. */
function isUntouched(before: SearchedText, after: SearchedText, edits: readonly TextEdit[]): boolean {
  if (before.trees.length !== after.trees.length || after.isUnread !== before.isUnread) return false;
  return before.trees.every((tree, i) => {
    const other = after.trees[i];
    if (!other) return false;
    const kept = scalarsOf(tree.root).filter((value) => {
      const span = tree.place(value.span);
      return !edits.some((edit) => overlaps(edit.span, span) || contains(span, edit.span));
    });
    const now = scalarsOf(other.root).map((value) => other.text.slice(value.span.start, value.span.end));
    let at = 0;
    return kept.every((value) => {
      at = now.indexOf(tree.text.slice(value.span.start, value.span.end), at) + 1;
      return at > 0;
    });
  });
}
