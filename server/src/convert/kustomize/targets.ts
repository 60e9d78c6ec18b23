/** Rewrites the targets of patches, so that they mean the slices instead of the Endpoints. */
import { entryAt, idOf, originOf, builtScalarText } from '../../kustomize/object.ts';
import { patternOf } from '../../kustomize/pattern.ts';
import type { PatchUse } from '../../kustomize/patch-use.ts';
import { quote } from '../../text/quote.ts';
import { columnAt, lineStartAt } from '../../text/line.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { BuiltMapping, BuiltScalar } from '../../tree/built.ts';
import { requoted } from './plain-text.ts';

/** Says why something cannot be converted. */
export class PatchFault extends Error {}

/** A slice that a patch is for, with the patched Endpoints. */
export interface PatchedSlice {
  readonly use: PatchUse;
  /** The names as their file writes them. */
  readonly endpoints: string;
  readonly slice: string;
}

/** The name of the slice, where the Endpoints is named with the prefix and suffix of an overlay. */
export function nameOfSlice(name: string, { endpoints, slice }: Omit<PatchedSlice, 'use'>): string {
  if (name === endpoints) return slice;
  const parts = name.split(endpoints);
  if (parts.length === 2) return parts.join(slice);
  throw new PatchFault(`calls the Endpoints ${quote(name)}, which shows no name for its slices`);
}

export interface TargetPlace {
  /** Of the file with the target. */
  readonly text: string;
  /** The kinds of other objects that the patch changes. */
  readonly otherKinds: ReadonlySet<string>;
  /** True where there are slices that the patch is not for. */
  readonly hasOtherSlices: boolean;
}

export function targetEdits(
  target: BuiltMapping,
  slices: readonly PatchedSlice[],
  { text, otherKinds, hasOtherSlices }: TargetPlace,
): readonly TextEdit[] {
  const [kind, name, group] = ['kind', 'name', 'group'].map((field) => scalarIn(target, field));
  if (group && !isMatch(group, 'discovery.k8s.io')) throw new PatchFault('has a target with a "group"');
  if (kind && !name && hasOtherSlices && otherKinds.size === 0) return [namedKind(kind, slices, text)];
  return [
    ...(kind && !isMatch(kind, 'EndpointSlice') ? [rewrite(kind, kindPattern(kind, otherKinds), text)] : []),
    ...(name ? nameEdits(name, slices, { text, otherKinds, hasOtherSlices }) : []),
  ];
}

/** The kind with a new entry for the names after it. */
function namedKind(kind: BuiltScalar, slices: readonly PatchedSlice[], text: string): TextEdit {
  const { span } = originOf(kind);
  const written = text.slice(span.start, span.end);
  const names = requoted(written, [...new Set(slices.map(({ slice }) => slice))].join('|'));
  const key = text.lastIndexOf('kind', span.start);
  const isAlone = /^[ \t]*(?:-[ \t]+|target:[ \t]*)?$/.test(text.slice(lineStartAt(text, key), key));
  const entry = isAlone ? `\n${' '.repeat(columnAt(text, key))}name: ${names}` : `, name: ${names}`;
  return { span, text: `${requoted(written, 'EndpointSlice')}${entry}` };
}

function scalarIn(target: BuiltMapping, field: string): BuiltScalar | undefined {
  const value = entryAt(target, field)?.value;
  return value?.kind === 'scalar' && builtScalarText(value) !== '' ? value : undefined;
}

function isMatch(pattern: BuiltScalar, text: string): boolean {
  return patternOf(builtScalarText(pattern))?.(text) === true;
}

function kindPattern(kind: BuiltScalar, otherKinds: ReadonlySet<string>): string {
  const written = builtScalarText(kind);
  if (otherKinds.size === 0) return 'EndpointSlice';
  return otherKinds.has('Endpoints') ? `${written}|EndpointSlice` : written.replace(/\bEndpoints\b/, 'EndpointSlice');
}

function nameEdits(
  name: BuiltScalar,
  slices: readonly PatchedSlice[],
  { text, otherKinds, hasOtherSlices }: TargetPlace,
): readonly TextEdit[] {
  const written = builtScalarText(name);
  if (!hasOtherSlices && slices.every(({ slice }) => isMatch(name, slice))) return [];
  const names = slices.map((each) => {
    const isLiteral = /^[\w.-]+$/.test(written) && isMatch(name, written);
    const known = isLiteral ? written : idOf(each.use.object).name;
    return nameOfSlice(known, each);
  });
  const all = [...new Set([...(otherKinds.size > 0 ? [written] : []), ...names])];
  return [rewrite(name, all.join('|'), text)];
}

function rewrite(value: BuiltScalar, by: string, text: string): TextEdit {
  const { span } = originOf(value);
  return { span, text: requoted(text.slice(span.start, span.end), by) };
}
