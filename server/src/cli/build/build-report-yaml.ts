/** Prints built objects as YAML, with a comment after each changed line that names where its value comes from. */
import { withNotes } from '../../edits/annotated.ts';
import { printBuild } from '../../kustomize/print.ts';
import { objectsOf, readDocuments } from '../../kustomize/read-objects.ts';
import { indexAt, lineStarts } from '../../text/line-index.ts';
import type { BuiltMapping, BuiltObject, Origin } from '../../tree/built.ts';
import { changedNodes } from './changed-values.ts';
import type { DiskFiles } from './disk-files.ts';

/** The text ends with a line break; it is empty for no objects. */
export function buildYaml(objects: readonly BuiltObject[], files: DiskFiles): string {
  const { text, nodes } = printBuild(objects);
  const starts = lineStarts(text);
  const places = new Map<number, Set<string>>();
  for (const { node, origins } of changedNodes(nodes, writtenRoots(files))) {
    const line = indexAt(starts, node.span.start);
    const found = places.get(line) ?? new Set();
    places.set(line, found);
    for (const origin of origins) found.add(lineText(origin, files));
  }
  const lines = text.split('\n').slice(0, -1);
  return withNotes(lines.map((line, i) => ({ text: line, note: noteOf(places.get(i)) })));
}

function noteOf(places: ReadonlySet<string> | undefined): string | undefined {
  return places && [...places].join(', ');
}

function lineText(origin: Origin, files: DiskFiles): string {
  const { name, line } = files.placeOf(origin);
  return `${name}:${line}`;
}

/** Finds the object in the file that adds it, as this file has it. */
function writtenRoots(files: DiskFiles): (object: BuiltObject) => BuiltMapping | undefined {
  const rootsIn = new Map<string, ReadonlyMap<number, BuiltMapping>>();
  return ({ path, root }) => {
    const known = rootsIn.get(path) ?? readRoots(path, files.read(path) ?? '');
    rootsIn.set(path, known);
    return known.get(root.origin.span.start);
  };
}

function readRoots(path: string, text: string): ReadonlyMap<number, BuiltMapping> {
  const objects = objectsOf(readDocuments(path, text, 'kubernetes'));
  return new Map(objects.map(({ root }) => [root.origin.span.start, root]));
}
