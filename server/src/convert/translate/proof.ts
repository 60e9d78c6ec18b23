/** Proves a translation: the text is read again, and must have the same objects. */
import { readFile } from '../../frontends/frontends.ts';
import type { Span } from '../../text/span.ts';
import type { SourceFile } from '../../tree/document.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { carry } from './carry.ts';
import { fileNames, isPulumi, type CarriedObject, type CarriedValue, type TargetLanguage } from './carried.ts';
import { ownName } from './names.ts';

/** A sentence on the first difference; undefined where the text has exactly these objects. */
export function differenceIn(
  written: string | SourceFile,
  objects: readonly CarriedObject[],
  {
    to,
    names,
    isRead = () => true,
  }: Pick<Both, 'to' | 'names'> & {
    /** False for an object of the text that is none of these. */
    readonly isRead?: (span: Span) => boolean;
  },
): string | undefined {
  const file = typeof written === 'string' ? readFile(fileNames[to], written, { isPartial: false }) : written;
  const { objects: read, remarks } = carry([{ uri: '', file }], {
    to: 'pulumi-yaml',
    isWanted: (_, span) => isRead(span),
  });
  const refused = remarks.find(({ what }) => what !== 'note');
  if (refused) return refused.message;
  if (read.length !== objects.length) return `it has ${read.length} of ${objects.length} objects`;
  for (const [i, object] of objects.entries()) {
    const path = read[i] && difference(object, read[i], { objects, read, to, names });
    if (path !== undefined) return `${object.type} "${ownName(object)}" differs at "${path}"`;
  }
  return undefined;
}

interface Both {
  readonly objects: readonly CarriedObject[];
  readonly read: readonly CarriedObject[];
  readonly to: TargetLanguage;
  readonly names: ReadonlyMap<CarriedObject, string>;
}

function difference(a: CarriedObject, b: CarriedObject, { objects, read, to, names }: Both): string | undefined {
  if (a.type !== b.type) return 'kind';
  const path = differenceAt(a.properties, b.properties, []);
  if (path) return pathText(path);
  if (!isPulumi(to)) return undefined;
  if (names.get(a) !== b.logicalName) return 'name';
  if (!isSame(a.options, b.options)) return 'options';
  const places = (all: readonly CarriedObject[], { dependsOn }: CarriedObject): readonly number[] =>
    dependsOn.map((each) => all.indexOf(each)).sort((x, y) => x - y);
  return isSame(places(objects, a), places(read, b)) ? undefined : 'options.dependsOn';
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Comments and the order of entries do not count. */
function differenceAt(a: CarriedValue, b: CarriedValue | undefined, path: Path): Path | undefined {
  if (a.kind !== b?.kind) return path;
  if (a.kind === 'scalar') return b.kind === 'scalar' && Object.is(a.value, b.value) ? undefined : path;
  if (a.kind === 'list') {
    if (b.kind !== 'list' || a.items.length !== b.items.length) return path;
    for (const [i, { value }] of a.items.entries()) {
      const found = differenceAt(value, b.items[i]?.value, [...path, i]);
      if (found) return found;
    }
    return undefined;
  }
  if (b.kind !== 'map' || a.entries.length !== b.entries.length) return path;
  const members = new Map(b.entries.map(({ name, value }) => [name, value]));
  for (const { name, value } of a.entries) {
    const found = differenceAt(value, members.get(name), [...path, name]);
    if (found) return found;
  }
  return undefined;
}
