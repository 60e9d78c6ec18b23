/** Prints the resources of files as text: each with its place and its values, the unknown ones marked. */
import pc from 'picocolors';
import type { ListedLeaf, ListedResource, Place } from '../../analysis/listing/listing.ts';
import type { ListedTerraform, ListedTerraformLeaf } from '../../analysis/listing/terraform-listing.ts';
import type { PlainValue } from '../../analysis/listing/reading.ts';
import { skippedText, strayText } from '../../reports/summary.ts';
import type { Report } from '../../reports/report.ts';
import { counted, grouped, quote, withoutControls } from '../../text/quote.ts';
import { pathText, type Path } from '../../tree/path.ts';

export interface FileListing {
  readonly file: string;
  readonly resources: readonly (ListedResource | ListedTerraform)[];
}

interface TextOptions extends Pick<Report, 'skipped' | 'hasStrayPrograms'> {
  readonly fileCount: number;
  readonly isColored: boolean;
}

type Colors = ReturnType<typeof pc.createColors>;

export function listingText(files: readonly FileListing[], options: TextOptions): string {
  const colors = pc.createColors(options.isColored);
  const blocks = files.flatMap(({ file, resources }) => resources.map((each) => resourceText(each, file, colors)));
  return [...blocks, `${summaryText(files, options)}\n`].join('\n');
}

function resourceText(resource: ListedResource | ListedTerraform, file: string, colors: Colors): string {
  const { leaves, optionLeaves, properties, options } = resource;
  const place = 'call' in resource ? resource.call : resource.block;
  const title = colors.bold(withoutControls(`${titleOf(resource)} (${file}:${start(place)})`));
  const rows = [
    ...leaves.map((leaf) => valueRow(leaf, '')),
    ...openRows(properties, ''),
    ...optionLeaves.map((leaf) => valueRow(leaf, 'options')),
    ...openRows(options, 'options'),
  ];
  const [placeWidth, pathWidth] = [widest(rows, ({ place }) => place), widest(rows, ({ path }) => path)];
  const lines = rows.map(({ place, path, value, isKnown, note }) => {
    const shown = isKnown ? value : colors.yellow(value);
    const line = `  ${colors.dim(place.padEnd(placeWidth))}  ${path.padEnd(pathWidth)}  ${shown}`;
    return `${note === '' ? line : `${line}  ${colors.dim(note)}`}\n`;
  });
  return `${title}\n${lines.join('')}`;
}

function titleOf(resource: ListedResource | ListedTerraform): string {
  if ('address' in resource) {
    const name = resource.leaves.find(({ path }) => path === 'metadata.name')?.value;
    return `${objectTitle(resource.kind, null, typeof name === 'string' ? name : null)}, ${resource.address}`;
  }
  const { kind, namespace, name, resourceName } = resource;
  const logical = typeof resourceName === 'string' ? `, ${quote(resourceName)} in Pulumi` : '';
  return `${objectTitle(kind, namespace, name)}${logical}`;
}

function objectTitle(kind: string, namespace: string | null, name: string | null): string {
  return name === null ? `${kind} without a known name` : `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`;
}

interface Row {
  readonly place: string;
  readonly path: string;
  readonly value: string;
  readonly isKnown: boolean;
  readonly note: string;
}

function valueRow(leaf: ListedLeaf | ListedTerraformLeaf, before: string): Row {
  const { path, range, value, opaque, empty } = leaf;
  const known = empty === undefined ? scalarText(value ?? null) : empty === 'list' ? '[]' : '{}';
  return {
    place: start(range),
    path: shownPath(before, path),
    value: opaque ? 'unknown' : known,
    isKnown: opaque !== true,
    note: noteOf(leaf),
  };
}

function noteOf(leaf: ListedLeaf | ListedTerraformLeaf): string {
  const file = 'originFile' in leaf && leaf.originFile !== undefined ? `${leaf.originFile}:` : '';
  if (leaf.origin && !leaf.opaque) return `from ${file}${start(leaf.origin)}`;
  const hint = 'hint' in leaf && (typeof leaf.hint !== 'object' || leaf.hint === null) ? leaf.hint : undefined;
  return hint === undefined ? '' : `${scalarText(hint)} with the defaults of variables`;
}

/** The lists and maps of which only a part is known. */
function openRows(root: PlainValue, before: string): readonly Row[] {
  const rows: Row[] = [];
  const add = (value: PlainValue, path: Path): void => {
    if (typeof value !== 'object' || value === null || '$opaque' in value) return;
    const isList = Array.isArray(value) || '$items' in value;
    if ('$open' in value) {
      rows.push({
        place: '',
        path: shownPath(before, pathText(path)),
        value: openWords(isList),
        isKnown: false,
        note: '',
      });
    }
    const items: PlainValue = '$items' in value ? value['$items'] : value;
    if (Array.isArray(items)) for (const [i, item] of items.entries()) add(item, [...path, i]);
    else if (!isList) for (const [name, item] of Object.entries(value)) add(item, [...path, name]);
  };
  add(root, []);
  return rows;
}

function openWords(isList: boolean): string {
  return isList ? 'may have more items' : 'may have more entries';
}

function shownPath(before: string, path: string): string {
  if (before === '' || path === '') return withoutControls(path || before || 'properties');
  return withoutControls(path.startsWith('[') ? before + path : `${before}.${path}`);
}

function scalarText(value: string | number | boolean | null): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

function start([line, column]: Place): string {
  return `${line}:${column}`;
}

function widest(rows: readonly Row[], cell: (row: Row) => string): number {
  return rows.reduce((most, row) => Math.max(most, cell(row).length), 0);
}

function summaryText(files: readonly FileListing[], { skipped, fileCount, hasStrayPrograms }: TextOptions): string {
  const resources = files.flatMap((each) => each.resources);
  const leaves = resources.flatMap((each) => [...each.leaves, ...each.optionLeaves]);
  const unknown = leaves.filter(({ opaque }) => opaque === true).length;
  const known = leaves.length - unknown;
  const found =
    resources.length === 0
      ? `No Endpoints, EndpointSlices or Services found in ${counted(fileCount, 'file')}.`
      : `${counted(resources.length, 'resource')} in ${counted(files.length, 'file')}: ${counted(known, 'known value')}, ${grouped(unknown)} unknown.`;
  const stray = resources.length === 0 ? strayText({ hasStrayPrograms }) : '';
  return [found, skippedText({ skipped }), stray].filter((text) => text !== '').join(' ');
}
