/** The target of a hover, the capabilities of the client, and the objects around the target. */
import type { Bound } from '../../analysis/binding/bind.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { aroundsIn, objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import type { Services } from '../../contract/service-table.ts';
import type { Markup } from '../../text/markup.ts';
import type { Span } from '../../text/span.ts';
import type { Files, LocatedResource, View } from '../view.ts';

export interface HoverOptions {
  readonly markup: Markup;
  /** The current time in ms since 1970, for "8 months ago". */
  readonly now: number;
  pageUri(code: string): string | undefined;
  /** IANA's table; undefined until it is loaded. */
  readonly services: Services | undefined;
  /** All files, from which hovers learn what serves a Service, and the owners of a field. */
  readonly files: () => Files;
  /** False where the owners of fields and mirrored slices are switched off. */
  readonly hasApply: boolean;
}

export interface HoverTarget {
  readonly node: Bound;
  readonly isKey: boolean;
  readonly resource: LocatedResource;
  /** True in the block around a program's resource. */
  readonly isEnvelope: boolean;
  /** True for a value of a program at its literal, outside of the call. */
  readonly isHeld?: boolean;
  readonly minor: number;
  readonly options: HoverOptions;
}

/** The text of a hover, and the span in the document (UTF-16 units) that it explains. */
export interface HoverAnswer {
  readonly text: string;
  readonly span: Span;
}

/** The object of the target, and the objects around it; undefined outside of objects. */
export function relatedToTarget(
  { resource, isEnvelope, options }: HoverTarget,
  view: View,
): { readonly object: PlacedObject; readonly around: RelatedObjects | undefined; readonly files: Files } | undefined {
  const object = objectsIn(view.file).find((each) => each.resource === resource.resource);
  if (isEnvelope || !object) return undefined;
  const files = options.files();
  return { object, around: aroundsIn(view, files.workspace)[object.ordinal], files };
}
