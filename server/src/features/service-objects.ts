/** Finds the Services that features describe: those without a selector, and all Services beside objects of checked kinds. */
import { bindObjects, type BoundResource } from '../analysis/binding/bind-document.ts';
import { member, nodeAt } from '../analysis/binding/bind.ts';
import { memo } from '../text/memo.ts';
import { documentsOf, type SourceFile } from '../tree/document.ts';
import { isNull, isOpen } from '../tree/value.ts';
import { partAt, resourcesOf, type LocatedDocument, type LocatedResource, type View } from './view.ts';

/** The resources and the described Services of the file, in the order of the text. */
export function objectsOf(view: View): readonly LocatedResource[] {
  const services = view.file.parts.flatMap((part) => servicesIn(view, part));
  if (services.length === 0) return resourcesOf(view);
  const startOf = ({ start, resource }: LocatedResource): number => start + resource.span.start;
  return [...resourcesOf(view), ...services].sort((a, b) => startOf(a) - startOf(b));
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

function servicesIn({ file, minor }: View, part: LocatedDocument): readonly LocatedResource[] {
  const { document } = part;
  if (!document.neighbours.some(({ type }) => type === 'Service')) return [];
  const services = bindObjects(document, minor).filter(
    ({ resource: { type, apiVersion } }) => type === 'Service' && apiVersion === 'v1',
  );
  const described = hasResources(file) ? services : services.filter((each) => hasNoSelector(each, part));
  return described.map((bound) => ({ ...part, ...bound }));
}

/** Other extensions describe the Services of files without checked kinds. */
const hasResources = memo((file: SourceFile): boolean => documentsOf(file).some(({ resources }) => resources.length > 0));

/** Also true for a half-typed Service. False where a template or the object that a patch changes may have a selector. */
function hasNoSelector({ resource, binding: { root } }: BoundResource, { document }: LocatedDocument): boolean {
  const spec = member(root, 'spec');
  const isTemplate = document.text.includes('{{') && (isOpen(root.value) || (spec && isOpen(spec.value)));
  if (resource.isPartial || isTemplate || spec?.value.kind === 'opaque') return false;
  const selector = nodeAt(root, ['spec', 'selector'])?.value;
  return !selector || isNull(selector) || (selector.kind === 'mapping' && selector.entries.length === 0 && !isOpen(selector));
}
