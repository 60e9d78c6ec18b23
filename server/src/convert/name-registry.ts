/** Generates names for new objects: readable, unique and the same on every run. */
import { keys } from '../analysis/workspace/index-keys.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { stringIn, writtenOf, type Part } from '../edits/parts/part.ts';
import { scalarText, type WritingStyle } from '../edits/parts/write-parts.ts';
import type { ProgramScope } from '../tree/program.ts';
import type { Family } from './parts/address-parts.ts';
import type { ObjectReading } from './reading.ts';
import { isMeeting, applyPlaces } from './coexistence.ts';

const longestName = 253;

type Named = Pick<ObjectReading, 'uri' | 'namespace' | 'entry'>;

export class NameRegistry {
  readonly #workspace: Pick<Workspace, 'at'>;
  /** The names by place: files of other clusters may use the same names. */
  readonly #given = new Set<string>();
  readonly #logical = new Map<string, Set<string>>();
  /** Undoes the names given since the last `keep`. */
  #undo: (() => void)[] = [];

  constructor(workspace: Pick<Workspace, 'at'>) {
    this.#workspace = workspace;
  }

  /** A free name for a slice: the name of its Service with a suffix. */
  slice(of: Named, service: string, family: Family): { readonly name: string; readonly suffix: string } {
    for (let number = 1; ; number++) {
      const suffix = `-${family.toLowerCase()}${number > 1 ? `-${number}` : ''}`;
      const name = `${service.slice(0, longestName - suffix.length).replace(/[-.]+$/, '')}${suffix}`;
      const own = givenKeys(of, name);
      if (own.some((key) => this.#given.has(key)) || this.#isThere(of, name)) continue;
      for (const key of own) this.#given.add(key);
      this.#undo.push(() => own.forEach((key) => this.#given.delete(key)));
      return { name, suffix };
    }
  }

  /** A logical name that is free in the program. */
  logical(uri: string, scope: ProgramScope, wanted: string): string {
    const key = `${uri} ${scope.component}`;
    const taken =
      this.#logical.get(key) ?? new Set([...scope.resources, ...scope.variables].map((entry) => entry.name));
    this.#logical.set(key, taken);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
    taken.add(name);
    this.#undo.push(() => taken.delete(name));
    return name;
  }

  /** Makes the names given so far permanent. */
  keep(): void {
    this.#undo = [];
  }

  /** Frees the names given since the last `keep`. */
  takeBack(): void {
    for (const undo of this.#undo) undo();
    this.#undo = [];
  }

  #isThere({ entry }: Named, name: string): boolean {
    if (!entry) return false;
    return entry.identities.some(({ namespace, prefix, suffix }) =>
      this.#workspace
        .at(keys.named('EndpointSlice', namespace, `${prefix}${name}${suffix}`))
        .some((each) => isMeeting(entry, each, this.#workspace)),
    );
  }
}

function givenKeys({ uri, namespace, entry }: Named, name: string): readonly string[] {
  const places = new Set([uri, ...(entry ? applyPlaces(entry) : [])]);
  return [...places].map((place) => JSON.stringify([place, namespace || 'default', name]));
}

/** The name as written, on one line. A name over several lines is rewritten. Undefined if it is not a string. */
export function nameWritten(name: Part | undefined, style: WritingStyle): string | undefined {
  const written = writtenOf(name);
  if (written !== undefined || name?.kind !== 'text') return written;
  const known = stringIn(name);
  return known === undefined ? undefined : scalarText(known, style, false);
}

/** The written name with a suffix inside its quotes. */
export function suffixedName(written: string, name: string | undefined, suffix: string, whole: string): string {
  const quote = /^(["']).*\1$/s.exec(written)?.[1] ?? '';
  if (name !== undefined) return quote + whole + quote;
  return quote === '' ? written + suffix : written.slice(0, -1) + suffix + quote;
}
