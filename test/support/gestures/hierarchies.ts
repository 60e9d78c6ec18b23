/** Prints call hierarchies and type hierarchies as trees, with the place of each reference. */
import type { CallHierarchyItem, Range, TypeHierarchyItem } from 'vscode-languageserver-types';
import { objectsIn } from '../../../server/src/analysis/workspace/places.ts';
import { incomingCalls, outgoingCalls, prepareCalls } from '../../../server/src/features/hierarchy/call-hierarchy.ts';
import type { HierarchySources } from '../../../server/src/features/hierarchy/senders.ts';
import { prepareTypes, subtypes, supertypes } from '../../../server/src/features/hierarchy/type-hierarchy.ts';
import type { Files } from '../../../server/src/features/view.ts';
import { projectUri, type Input } from '../gesture-page.ts';
import { placeOf, quoted } from './places.ts';
import { trafficOptionsIn } from './annotations.ts';

/** From the part at the cursor to all that sends traffic to it. */
export function drawIncomingCalls({ view, files, offsets }: Input): string {
  const sources = sourcesOf({ view, files });
  return prepareCalls({ view, files, offset: offsets[0] ?? 0 }, sources)
    .flatMap((item) => [rootLine(item, files), ...incomingLines(item, sources, '  ')])
    .join('\n');
}

function incomingLines(item: CallHierarchyItem, sources: HierarchySources, indent: string): readonly string[] {
  return incomingCalls(plain(item), sources).flatMap(({ from, fromRanges }) => [
    `${indent}← ${lineOf(from)} at ${rangesIn(from.uri, fromRanges, sources.files)}`,
    ...incomingLines(from, sources, `${indent}  `),
  ]);
}

/** From the part at the cursor to all that it sends traffic to. */
export function drawOutgoingCalls({ view, files, offsets }: Input): string {
  const sources = sourcesOf({ view, files });
  return prepareCalls({ view, files, offset: offsets[0] ?? 0 }, sources)
    .flatMap((item) => [rootLine(item, files), ...outgoingLines(item, sources, '  ')])
    .join('\n');
}

function outgoingLines(item: CallHierarchyItem, sources: HierarchySources, indent: string): readonly string[] {
  return outgoingCalls(plain(item), sources).flatMap(({ to, fromRanges }) => [
    `${indent}→ ${lineOf(to)} at ${rangesIn(item.uri, fromRanges, sources.files)}`,
    ...outgoingLines(to, sources, `${indent}  `),
  ]);
}

export function drawSupertypes({ view, files, offsets }: Input): string {
  return typesOf({ view, files, offset: offsets[0] ?? 0 }, '↑', supertypes);
}

export function drawSubtypes({ view, files, offsets }: Input): string {
  return typesOf({ view, files, offset: offsets[0] ?? 0 }, '↓', subtypes);
}

function typesOf(
  cursor: Parameters<typeof prepareTypes>[0],
  arrow: string,
  find: (item: unknown, files: Files) => readonly TypeHierarchyItem[],
): string {
  return prepareTypes(cursor)
    .flatMap((item) => [
      rootLine(item, cursor.files),
      ...find(plain(item), cursor.files).map((each) => `  ${arrow} ${rootLine(each, cursor.files)}`),
    ])
    .join('\n');
}

function rootLine(item: TypeHierarchyItem, files: Files): string {
  return `${lineOf(item)} at ${rangesIn(item.uri, [item.selectionRange], files)}`;
}

function lineOf({ name, detail }: TypeHierarchyItem): string {
  return `${name} (${detail})`;
}

/** The places in a file, with their texts. */
function rangesIn(uri: string, ranges: readonly Range[], files: Files): string {
  const view = files.view(uri);
  if (!view) return `no file ${uri.replace(projectUri, '')}`;
  return ranges.map((range) => `${placeOf(range)} ${quoted(view.located, range)}`).join(', ');
}

/** As it returns from the client. */
function plain(item: object): unknown {
  return JSON.parse(JSON.stringify(item));
}

function sourcesOf({ view, files }: Pick<Input, 'view' | 'files'>): HierarchySources {
  const roots = new Map([...files.texts()].flatMap(([uri]) => files.rootsOf(uri)).map((root) => [root.uri, root]));
  return {
    files,
    optionsOf: () => trafficOptionsIn({ view, files }),
    resourceOf({ uri, ordinal }) {
      const file = roots.get(uri)?.file ?? files.view(uri)?.file;
      return file && objectsIn(file)[ordinal]?.resource;
    },
  };
}
