/** Writes the document that shows what each overlay builds of an object, with the places of what kustomizations change. */
import { plainPath } from '../../analysis/workspace/placement.ts';
import { notedLines } from '../../edits/annotated.ts';
import { counted, listed } from '../../text/quote.ts';
import type { BuiltValue, Origin } from '../../tree/built.ts';
import { pathText, type Path } from '../../tree/path.ts';
import type { Plain } from '../../tree/tree-edit.ts';
import { shownFile, shownName } from '../navigation/object-words.ts';
import { urisByPath, urisRead } from '../kustomize/kustomized-objects.ts';
import { builtObjects } from './built-target.ts';
import { commented } from './comment-lines.ts';
import type { DrawText, ShownContext, ShownPart } from './shown-object.ts';

/** Never empty: where no overlay builds the object, the text explains why. */
export const drawBuilt: DrawText = ({ entry }, context) => {
  const { files, uris } = context;
  const roots = files.rootsOf(entry.uri);
  for (const { build } of roots) for (const uri of urisRead(build, files)) uris.add(uri);
  const found = builtObjects(entry, files);
  const names = [...new Set(found.map(({ root }) => root.name))];
  const title = `${entry.facts.kind} ${shownName(entry)} of ${shownFile(entry.uri, files)}`;
  const failed = roots.flatMap(({ name, build: { failure } }) =>
    failure ? [`${name} cannot be built: ${failure.message} (${placeText(failure.at, context)})`] : [],
  );
  const head =
    found.length > 0
      ? [`${title} is built in ${counted(names.length, 'overlay')}: ${listed(names)}.`]
      : [`${title}: no overlay builds it.`];
  const above = commented([...head, ...failed.flatMap((line) => ['', line])]);
  const documents = found.map(({ root, object }): readonly ShownPart[] => {
    const notes = new Map<string, string>();
    noteOrigins(object.root, [], (path, origins) => {
      const others = origins.filter((origin) => origin.path !== plainPath(entry.uri));
      const places = [...new Set(others.map((origin) => placeText(origin, context)))];
      if (places.length > 0) notes.set(pathText(path), places.join(', '));
    });
    return [`# ${root.name}\n`, notedLines(plainOf(object.root), (path) => notes.get(pathText(path)))];
  });
  return [above, ...documents.flatMap((document, i) => [i === 0 ? '\n' : '---\n', ...document])];
};

/** `overlays/prod/patch.yaml:7`. */
function placeText({ path, span }: Origin, { files, lineAt }: ShownContext): string {
  const view = files.view(urisByPath(files).get(path) ?? '');
  return view ? lineAt(view, span.start) : shownFile(path, files);
}

/** Calls the function for each scalar, and for each empty collection. */
function noteOrigins(value: BuiltValue, path: Path, note: (path: Path, origins: readonly Origin[]) => void): void {
  if (value.kind === 'scalar') note(path, value.origins);
  else if (value.kind === 'mapping') {
    if (value.entries.length === 0) note(path, [value.origin]);
    for (const { name, value: inner } of value.entries) noteOrigins(inner, [...path, name], note);
  } else {
    if (value.items.length === 0) note(path, [value.origin]);
    for (const [i, item] of value.items.entries()) noteOrigins(item, [...path, i], note);
  }
}

function plainOf(value: BuiltValue): Plain {
  if (value.kind === 'sequence') return value.items.map(plainOf);
  if (value.kind === 'mapping')
    return Object.fromEntries(value.entries.map(({ name, value: inner }) => [name, plainOf(inner)]));
  // A number beyond the exact ones of JavaScript is no valid value of these objects.
  return typeof value.value === 'bigint' ? Number(value.value) : value.value;
}
