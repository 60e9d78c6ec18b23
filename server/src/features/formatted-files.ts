/** Decides which files are formatted: those of our objects and Services, and with a setting also others. */
import { memo } from '../text/memo.ts';
import { documentsOf, type Document, type SourceFile } from '../tree/document.ts';
import { entryOf, stringOf } from '../tree/value.ts';

/** True for a file with our resources and without templates and programs, which formatting would break. Without `isMixed`, no other objects but Services may be in it. */
export function isFormatted(file: SourceFile, isMixed: boolean): boolean {
  const documents = documentsOf(file);
  const isOurs = documents.some(({ resources }) => resources.length > 0);
  return isOurs && documents.every((document) => isPlain(document) && (isMixed || isOwn(document)));
}

const isPlain = memo(({ text, syntax }: Document): boolean => syntax !== 'code' && !text.includes('{{'));

const ownKind = /^(?:Endpoints|EndpointSlice|Service)$/;
const ownList = /^(?:Endpoints|EndpointSlice|Service)?List$/;

/** A line that is neither a comment nor a mark between documents. */
const contentLine = /^[ \t\uFEFF]*(?!#|---\s|---$|\.\.\.\s|\.\.\.$)[^\s\uFEFF]/m;

/** True for a document that holds our resources, Services and Lists of them, and nothing else. */
const isOwn = memo(({ root, text, issues, resources, neighbours }: Document): boolean => {
  // A syntax error while the user types, and a document of comments.
  if (!root) return issues.length > 0 || !contentLine.test(text);
  if (root.kind !== 'mapping') return false;
  const kind = stringOf(entryOf(root, 'kind')?.value) ?? '';
  if (!ownKind.test(kind) && !ownList.test(kind)) return false;
  const items = ownList.test(kind) ? entryOf(root, 'items')?.value : undefined;
  const objects = [...resources, ...neighbours];
  const count = items?.kind === 'sequence' ? items.items.length : 1;
  return objects.length === count && objects.every(({ type, embedding }) => ownKind.test(type) && !embedding);
});
