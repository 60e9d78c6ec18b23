/** Finds the Services that features describe: those without a selector, and all Services beside objects of checked kinds. */
import type { BoundResource } from '../analysis/binding/bind-document.ts';
import { bindService, bindServices, ownServices } from '../analysis/binding/own-services.ts';
import { memo, memoBy } from '../text/memo.ts';
import { comparePlaces } from '../text/span.ts';
import { documentsOf, type Document, type SourceFile } from '../tree/document.ts';
import { partAt, resourcesOfPart, type LocatedDocument, type LocatedResource, type View } from './view.ts';

/** The resources and the described Services of the file, in the order of the text. */
export function describedObjects(view: View): readonly LocatedResource[] {
  return view.file.parts.flatMap((part) => describedIn(view, part));
}

/** The same, of one document. */
export function describedIn(view: View, part: LocatedDocument): readonly LocatedResource[] {
  const [resources, services] = [resourcesOfPart(view, part), servicesIn(view, part)];
  if (services.length === 0) return resources;
  return [...resources, ...services].sort((a, b) => comparePlaces(a.resource.span, b.resource.span));
}

/** The described Service that holds the offset of the file (UTF-16 units); undefined where there is none. */
export function serviceAt(view: View, offset: number): LocatedResource | undefined {
  const part = partAt(view, offset);
  if (!part) return undefined;
  const at = offset - part.start;
  return servicesIn(view, part).find(({ resource: { span } }) => span.start <= at && at <= span.end);
}

/** True for a file with a resource or a described Service. */
export function hasObjects(view: View): boolean {
  return hasResources(view.file) || view.file.parts.some((part) => servicesIn(view, part).length > 0);
}

/** The described Services of the document. */
export function servicesIn({ file, minor }: View, part: LocatedDocument): readonly LocatedResource[] {
  const { document } = part;
  if (document.neighbours.length === 0) return [];
  const own = bindServices(document, minor);
  const found = hasResources(file)
    ? [...own, ...bindOthers(document, minor)]
    : own.filter(({ resource }) => !resource.isPartial);
  return found.map((bound) => ({ ...part, ...bound, minor }));
}

/** In a file without them, other extensions describe Services with a selector, and patches, which may be of those. */
const hasResources = memo((file: SourceFile): boolean =>
  documentsOf(file).some(({ resources }) => resources.length > 0),
);

const bindOthers = memoBy((document: Document, minor: number): readonly BoundResource[] => {
  const own = new Set(ownServices(document));
  const others = document.neighbours.filter(
    (each) => each.type === 'Service' && each.apiVersion === 'v1' && !own.has(each),
  );
  return others.map((resource) => bindService(resource, minor));
});
