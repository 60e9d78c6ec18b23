/** Recorded builds of kustomize: the same objects, the same errors, and for each value the texts that it comes from. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readYaml } from '../server/src/frontends/yaml/read-yaml.ts';
import type { Build, BuildCause, BuiltScalar, BuiltValue, Origin } from '../server/src/tree/built.ts';
import { buildTexts, leavesOf, plainValue } from './support/kustomize-files.ts';
import { root } from './support/root.ts';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface RecordedBuild {
  readonly id: string;
  readonly about: string;
  readonly files: Readonly<Record<string, string>>;
  readonly root: string;
  readonly result?: readonly { readonly kind: string }[];
  readonly error?: string;
  readonly says?: string;
  readonly from?: readonly { readonly object: number; readonly path: string; readonly places: readonly Place[] }[];
}

const cases = JSON.parse(
  readFileSync(join(root, 'test/data/kustomize/cases.json'), 'utf8'),
) as readonly RecordedBuild[];

const kinds = new Set(['Service', 'Endpoints', 'EndpointSlice']);

describe('recorded builds of kustomize', () => {
  for (const each of cases) {
    const build = (): Build => buildTexts(each.files, each.root);
    it(`${each.id}: ${each.about}`, () => (each.result ? checkResult(each, build()) : checkError(each, build())));
  }
});

function checkResult({ result = [], from = [], files }: RecordedBuild, { objects, failure, outside }: Build): void {
  equal(failure?.message, undefined);
  deepEqual(outside, []);
  const written = objects.map((object) => plainValue(object.root) as { readonly kind: string });
  const own = <T extends { readonly kind: string }>(list: readonly T[]): readonly T[] =>
    list.filter(({ kind }) => kinds.has(kind));
  deepEqual(own(written), own(result));
  equal(written.length, result.length);
  for (const { object, path, places } of from) {
    const leaf = scalarAt(objects[object]?.root, path);
    const found = leaf.origins.map((origin) => placeOf(origin, files));
    for (const place of places)
      ok(
        found.some((each) => sameText(each, place)),
        `${path}: ${textOfPlace(place)} is not in ${found.map(textOfPlace).join(' ')}`,
      );
  }
  for (const { root: built } of objects) for (const leaf of leavesOf(built)) checkLeaf(leaf, files);
}

/** Each text is a part of the value, or the whole value, as its file reads. */
function checkLeaf({ value, origins }: BuiltScalar, files: Readonly<Record<string, string>>): void {
  ok(origins.length > 0);
  for (const { path, span } of origins) ok(files[path] !== undefined && span.end <= files[path].length, path);
  const [only, ...others] = origins;
  if (!only || others.length > 0) return;
  const text = files[only.path]?.slice(only.span.start, only.span.end) ?? '';
  if (text.includes('\n') || /[()$]/.test(text)) return;
  const read = readYaml(text, 'pulumi', []).root;
  if (read?.kind === 'scalar' && value !== null)
    ok(String(read.value) === String(value) || isDerived(text, String(value)), `${String(value)} from ${text}`);
}

/** What buildMetadata, generators and delimiters make of a text. */
function isDerived(text: string, value: string): boolean {
  return /Annotations|managedByLabel|=/.test(text) || text.includes(value) || value.includes(text);
}

function checkError({ files, error = '', says = '' }: RecordedBuild, { failure, objects, outside }: Build): void {
  deepEqual(objects, failure ? [] : objects);
  if (/--enable-helm|external plugin|no network|git/.test(says)) {
    ok(outside.length > 0, error);
    return;
  }
  ok(failure, error);
  ok(causesOf(says).includes(failure.cause), `${failure.cause}: ${failure.message} / ${says}`);
  const { path, span } = failure.at;
  const text = files[path];
  ok(text !== undefined, `no file ${path}`);
  ok(span.start <= span.end && span.end <= text.length);
  const named = /in File: ([\w./-]+)|resources from '([\w./-]+\.yaml)'/.exec(says);
  const file = named?.[1] ?? (/already registered|missing metadata|MalformedYAML/.test(says) ? named?.[2] : undefined);
  if (file !== undefined) ok(path.endsWith(file), `${path}, not ${file}`);
  const [beforeWayOut = ''] = failure.message.split(/(?<=\.) (?=[A-Z])/);
  ok((beforeWayOut.length <= 160 && failure.message.endsWith('.')) || failure.message.endsWith('?'), failure.message);
}

/** The causes that fit kustomize's own message. */
function causesOf(says: string): readonly BuildCause[] {
  const known: readonly (readonly [RegExp, readonly BuildCause[]])[] = [
    [/cannot unmarshal/, ['field-type']],
    [/unknown field/, ['unknown-field']],
    [/no matches for Id/, ['unmatched-patch', 'patch-namespace']],
    [/multiple matches for Id/, ['ambiguous-patch']],
    [/cycle detected/, ['cycle']],
    [/is not in or below/, ['outside-file']],
    [/already registered id|ID conflict/, ['duplicate-object']],
    [/unable to find one of|doesn't exist/, ['missing-file']],
    [/replacement|nothing selected by/, ['replacement']],
    [
      /error in (?:add|remove|replace|move|copy|test)|Unexpected kind|operation does not apply|[Tt]esting/,
      ['json-patch'],
    ],
    [/MalformedYAML|missing metadata|is empty|multiple kustomization files|mapping key/, ['unreadable']],
  ];
  return known.find(([pattern]) => pattern.test(says))?.[1] ?? ['other', 'unreadable', 'json-patch'];
}

function scalarAt(value: BuiltValue | undefined, pointer: string): BuiltScalar {
  let at = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (at?.kind === 'sequence') at = at.items[Number(name)];
    else at = at?.kind === 'mapping' ? at.entries.find((entry) => entry.name === name)?.value : undefined;
  }
  ok(at?.kind === 'scalar', pointer);
  return at;
}

function placeOf({ path, span }: Origin, files: Readonly<Record<string, string>>): Place {
  const before = (files[path] ?? '').slice(0, span.start).split('\n');
  return { file: path, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function sameText(a: Place, b: Place): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

function textOfPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}
