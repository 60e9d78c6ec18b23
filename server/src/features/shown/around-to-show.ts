/** Chooses the overlay whose object a document shows, and names the others. Loaded with the first document. */
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { listed } from '../../text/quote.ts';
import { urisRead } from '../kustomize/kustomized-objects.ts';
import { aroundIn, builtToShow, overlaysOf, type BuiltAround } from './built-around.ts';
import type { ShownContext } from './shown-object.ts';

/** The object to show: as the chosen overlay builds it, else as the first one does, else as it is written. */
export function aroundToShow(
  written: RelatedObjects,
  { files, uris }: Pick<ShownContext, 'files' | 'uris'>,
): { readonly around: RelatedObjects; readonly built: BuiltAround | undefined; readonly others: readonly string[] } {
  const [first] = builtToShow(written.entry, files);
  const built = first && aroundIn(first, files);
  if (!built) return { around: written, built, others: [] };
  for (const uri of urisRead(built.root.build, files)) uris.add(uri);
  const others = overlaysOf(written.entry, files).filter((name) => name !== built.root.name);
  return { around: built.around, built, others };
}

/** Lines for the head of a document; none where one overlay builds the object. */
export function otherOverlayLines(others: readonly string[]): readonly string[] {
  if (others.length === 0) return [];
  const them = others.length > 1 ? 'build it too. To show one of them,' : 'builds it too. To show it,';
  return ['', `${listed(others)} ${them} run the command "Endpoints: Select Overlay".`];
}
