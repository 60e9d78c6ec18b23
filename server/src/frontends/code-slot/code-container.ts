/** What brackets of a program hold, by the contract: fields, a map, a list or a single value. Each language reads its own brackets. */
import type { ObjectType, Type } from '../../contract/type.ts';
import { ownValue } from '../../text/own-value.ts';
import type { Path } from '../../tree/path.ts';
import type { CodeNames } from './code-classes.ts';
import type { Level, CodePart } from './code-levels.ts';

/** A place for an expression of a type of the contract. */
export interface Hole {
  readonly type: Type;
  readonly path: Path;
  /** Set where the language wants a plain value, such as in `pulumi.String(…)` of Go. */
  readonly isBare?: true;
}

export type Container =
  /** `separator` is between a name and its value. */
  | {
      readonly kind: 'fields';
      readonly type: ObjectType;
      readonly path: Path;
      readonly separator: ':' | '=';
      /** True where the language's own server knows nothing of the names. */
      readonly isDictionary?: boolean;
    }
  | {
      readonly kind: 'map';
      readonly value: Type;
      readonly path: Path;
      readonly separator: ':' | '=';
      readonly isBare?: true;
    }
  | { readonly kind: 'items'; readonly item: Type; readonly path: Path; readonly isBare?: true }
  /** One value; with `isEvery`, each argument may be one. */
  | { readonly kind: 'hole'; readonly hole: Hole; readonly isEvery?: boolean }
  /** Keys and values in turns, as in Java's `Map.of`; in one pair, as in C#. */
  | { readonly kind: 'pairs'; readonly value: Type; readonly path: Path }
  /** A single key, such as `["key"]` of C#. */
  | { readonly kind: 'name'; readonly path: Path }
  /** A block or the whole program, at the start of a statement. */
  | { readonly kind: 'statement' }
  /** The arguments of a constructor of ours, of which one has the properties. */
  | { readonly kind: 'call'; readonly type: ObjectType; readonly properties: number; readonly separator: '=' | ':' };

/** What a language knows of its brackets. */
export interface CodeSyntax {
  /** The name of a field of the contract, from that of the program. */
  readonly fieldOf: (name: string, type: ObjectType) => string;
  /** The argument of a constructor that has the properties, and what is between the name of an argument and its value. */
  readonly call: { readonly properties: number; readonly separator: '=' | ':' };
  /** The path of the class or function before the brackets of a constructor call; empty where none is called. */
  readonly callee: (head: readonly CodePart[]) => readonly string[];
  /** What brackets hold that are at the end of an expression; undefined for anything that has no type of the contract. */
  readonly enter: (hole: Hole, head: readonly CodePart[], open: string, names: CodeNames) => Container | undefined;
}

/** The place in an entry, and the parts of its expression so far. `key` where a name or key is expected. */
export type EntryPlace = { readonly hole: Hole; readonly rest: readonly CodePart[] } | 'key' | undefined;

/** The place at the offset in the brackets of a container. */
export function entryPlace(
  container: Container,
  { lead, at, entries }: Level,
  syntax: CodeSyntax,
  names: CodeNames,
): EntryPlace {
  const isSpread = /^(?:\*\*?|\.\.\.)$/.test(lead[0]?.value ?? '') && lead[0]?.kind === 'mark';
  if (isSpread) return spreadIn(container, lead.slice(1));
  switch (container.kind) {
    case 'fields': {
      if (lead.length === 0) return 'key';
      const [name, rest] = keyIn(lead, container.separator) ?? [];
      return name === undefined || !rest ? undefined : fieldIn(container, name, rest, syntax);
    }
    case 'map': {
      if (lead.length === 0) return 'key';
      const [, rest] = keyIn(lead, container.separator) ?? [];
      const name = mapKey(lead[0], names);
      if (name === undefined || !rest) return undefined;
      return { hole: holeOf(container.value, [...container.path, name], container.isBare), rest };
    }
    case 'items':
      return { hole: holeOf(container.item, [...container.path, at], container.isBare), rest: lead };
    case 'hole':
      return at === 0 || container.isEvery === true ? { hole: container.hole, rest: lead } : undefined;
    case 'name':
      return lead.length === 0 && at === 0 ? 'key' : undefined;
    case 'statement':
      return undefined;
    case 'pairs': {
      if (at % 2 === 0) return lead.length === 0 ? 'key' : undefined;
      const key = entries[at - 1];
      const name = key?.length === 1 ? mapKey(key[0], names) : undefined;
      return name === undefined ? undefined : { hole: holeOf(container.value, [...container.path, name]), rest: lead };
    }
    case 'call': {
      const [name, rest] = keyIn(lead, container.separator) ?? [];
      const root: Hole = { type: container.type, path: [] };
      if (name === undefined || !rest) return at === container.properties ? { hole: root, rest: lead } : undefined;
      if (name === 'args') return { hole: root, rest };
      return fieldIn({ type: container.type, path: [] }, name, rest, syntax);
    }
  }
}

/** What is spread is of the type of the whole. */
function spreadIn(container: Container, rest: readonly CodePart[]): EntryPlace {
  switch (container.kind) {
    case 'fields':
      return { hole: { type: container.type, path: container.path }, rest };
    case 'map':
      return { hole: holeOf({ kind: 'map', value: container.value }, container.path, container.isBare), rest };
    case 'items': {
      const { item, path, isBare } = container;
      return { hole: holeOf({ kind: 'list', item, listType: 'atomic', keys: [] }, path, isBare), rest };
    }
    default:
      return undefined;
  }
}

function holeOf(type: Type, path: Path, isBare?: true): Hole {
  return { type, path, ...(isBare && { isBare }) };
}

function fieldIn(
  { type, path }: { readonly type: ObjectType; readonly path: Path },
  name: string,
  rest: readonly CodePart[],
  { fieldOf }: CodeSyntax,
): EntryPlace {
  const own = fieldOf(name, type);
  const field = ownValue(type.fields, own);
  return field && !field.output ? { hole: { type: field.type, path: [...path, own] }, rest } : undefined;
}

/** The key of a map: a text, a constant, or in JavaScript a word. Undefined where it is not known. */
export function mapKey(part: CodePart | undefined, { language, constants }: CodeNames): string | undefined {
  const key = part?.isGroup === true && part.value === '[' ? part.only : part;
  if (key?.kind === 'text') return key.value;
  if (key?.kind !== 'word') return undefined;
  return key === part && language.endsWith('script') ? key.value : constants.get(key.value);
}

/** The name at the start of an entry, and what is behind the separator; undefined where the entry has no such start. */
export function keyIn(
  parts: readonly CodePart[],
  separator: string,
): readonly [name: string, rest: readonly CodePart[]] | undefined {
  const [first, second] = parts;
  if (!first || second?.value !== separator || second.kind !== 'mark') return undefined;
  if (first.kind === 'word' || first.kind === 'text') return [first.value, parts.slice(2)];
  // `["key"] = …` of C#, and a computed key of JavaScript.
  const isKey = first.isGroup === true && first.value === '[' && first.only !== undefined;
  return isKey ? [first.only?.value ?? '', parts.slice(2)] : undefined;
}
