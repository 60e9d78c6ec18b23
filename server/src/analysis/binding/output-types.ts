/** The outputs of a resource in a Pulumi program: its inputs, the fields that the API server sets, `id` and `urn`. */
import { resourceType } from '../../contract/contract.ts';
import { field, string, type Field, type Type } from '../../contract/type.ts';
import type { Path } from '../../tree/path.ts';
import { ownValue } from '../../text/own-value.ts';

const urn = field(string(), 'The name by which Pulumi knows the resource.', { output: true });

/** The properties of an object type, by name; empty for other types. */
export function outputsOf(type: Type, isRoot: boolean): Readonly<Record<string, Field>> {
  if (type.kind !== 'object') return {};
  return isRoot ? { ...type.fields, urn } : type.fields;
}

export type OutputType =
  /** The type at the path and its documentation; `any` below a type that the contract does not describe. */
  | { readonly type: Type; readonly doc: string | undefined }
  /** The index of the first wrong step, the type before it, and the names that this type has. */
  | { readonly wrong: number; readonly owner: Type; readonly names: readonly string[] };

export function followOutput(resource: string, path: Path): OutputType {
  const root = resourceType(resource);
  let found: Step = { type: root ?? { kind: 'any' }, doc: root?.doc };
  for (const [i, step] of path.entries()) {
    const { type } = found;
    if (type.kind === 'any') return { type, doc: undefined };
    const next = outputStep(type, step, i === 0);
    if (!next) return { wrong: i, owner: type, names: Object.keys(outputsOf(type, i === 0)) };
    found = next;
  }
  return found;
}

/** The shortest path to an output of this name below the type's own fields; undefined where there is none. */
export function deeperOutput(type: Type, name: string): Path | undefined {
  let level: readonly Found[] = fieldsBelow({ type, path: [] });
  while (level.length > 0) {
    level = level.flatMap(fieldsBelow);
    const found = level.find(({ path }) => path.at(-1) === name);
    if (found) return found.path;
  }
  return undefined;
}

interface Found {
  readonly type: Type;
  readonly path: Path;
}

function fieldsBelow({ type, path }: Found): readonly Found[] {
  if (type.kind === 'list') return fieldsBelow({ type: type.item, path: [...path, 0] });
  return Object.entries(outputsOf(type, false)).map(([name, below]) => ({ type: below.type, path: [...path, name] }));
}

interface Step {
  readonly type: Type;
  readonly doc: string | undefined;
}

function outputStep(type: Type, step: string | number, isRoot: boolean): Step | undefined {
  if (type.kind === 'list') return typeof step === 'number' ? undocumented(type.item) : undefined;
  if (type.kind === 'map') return typeof step === 'string' ? undocumented(type.value) : undefined;
  const fields = outputsOf(type, isRoot);
  return typeof step === 'string' ? ownValue(fields, step) : undefined;
}

function undocumented(type: Type): Step {
  return { type, doc: type.kind === 'object' ? type.doc : undefined };
}
