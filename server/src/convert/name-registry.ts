/** Names for new objects: readable, numbered where they must be, and the same on every run. */
import { keys } from '../analysis/workspace/index-keys.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { stringIn, writtenOf, type Part } from '../edits/parts/part.ts';
import { scalarText, type WritingStyle } from '../edits/parts/write-parts.ts';
import type { ProgramScope } from '../tree/program.ts';
import type { Family } from './parts/address-parts.ts';
import type { ObjectReading } from './reading.ts';
import { isMeeting, applyPlaces } from './standing.ts';

const longestName = 253;

type Named = Pick<ObjectReading, 'uri' | 'namespace' | 'entry'>;

/** Which names are taken; it grows as names are given. */
export class NameRegistry {
  readonly #workspace: Pick<Workspace, 'at'>;
  /** By place, so that the files of other clusters may have the same. */
  readonly #given = new Set<string>();
  readonly #logical = new Map<string, Set<string>>();
  /** What takes back a name that was given. */
  #undo: (() => void)[] = [];

  constructor(workspace: Pick<Workspace, 'at'>) {
    this.#workspace = workspace;
  }

  /** A free name for a slice, by what comes behind the name of its Service. */
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

  /** A name for a resource of a program that nothing in it has. */
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

  /** The names that were given up to now are given for good. */
  keep(): void {
    this.#undo = [];
  }

  /** Takes back the names that were given since then. */
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

/** The name on one line, as it is written; spelled anew where it takes several. Undefined for what is no text. */
export function nameWritten(name: Part | undefined, style: WritingStyle): string | undefined {
  const written = writtenOf(name);
  if (written !== undefined || name?.kind !== 'text') return written;
  const known = stringIn(name);
  return known === undefined ? undefined : scalarText(known, style, false);
}

/** The name as it is written, with something behind it: inside of its quotes. */
export function suffixed(written: string, name: string | undefined, suffix: string, whole: string): string {
  const quote = /^(["']).*\1$/s.exec(written)?.[1] ?? '';
  if (name !== undefined) return quote + whole + quote;
  return quote === '' ? written + suffix : written.slice(0, -1) + suffix + quote;
}
