/** JSON patches (RFC 6902), and the paths of their operations. */
import type { Span } from '../text/span.ts';
import { isCollection, valueOf, type PathPlace, type Sequence, type Value } from './value.ts';

export interface JsonPatch {
  /** The kind of the object that it changes; undefined where the patch has no target, which every tool requires. */
  readonly kind: string | undefined;
  readonly operations: Sequence;
}

/** A name or an index in the path of an operation. */
export interface PathSegment {
  readonly name: string;
  readonly span: Span;
}

/** `a/b~c` as a segment of a path: `a~1b~0c`. */
export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The names and indexes in a path, without their escapes. The text before the first slash does not count; without a slash there are none. */
export function pointerSteps(path: string): readonly string[] {
  return path.split('/').slice(1).map(unescapeSegment);
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The segments of a path that starts with a slash. Where escapes hide their places, each has the place of the path. */
export function segmentsOf(path: PathPlace['path']): readonly PathSegment[] {
  const { value, text, span } = path;
  const quote = text === value ? 0 : text.slice(1, -1) === value ? 1 : undefined;
  let at = span.start + (quote ?? 0) + 1;
  return value
    .slice(1)
    .split('/')
    .map((written) => {
      const own = { start: at, end: at + written.length };
      at = own.end + 1;
      const isPlaced = quote !== undefined && written !== '';
      return { name: unescapeSegment(written), span: isPlaced ? own : span };
    });
}

/** True for a segment that is an index, or `-` for the place after the last item. A negative index counts from the end. */
export function isIndexSegment(name: string): boolean {
  return /^(?:-|-?\d+)$/.test(name);
}

/** The text of the path with another name for the segment. */
export function renamedPath({ path, index }: PathPlace, to: string): string {
  const parts = path.value.split('/');
  parts[index + 1] = escapeSegment(to);
  return parts.join('/');
}

/** True for a list that starts with an operation. */
export function isJsonPatch(root: Value | undefined): boolean {
  const [first] = root?.kind === 'sequence' ? root.items : [];
  return first?.kind === 'mapping' && valueOf(first, 'op') !== undefined && valueOf(first, 'path') !== undefined;
}

/** True for a collection of which only a path is written: the rest of it is in another file. */
export function isPathStep(value: Value): boolean {
  return isCollection(value) && value.isOpen && value.isAlias;
}
