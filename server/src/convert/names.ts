/** Names for new objects: readable, numbered where they must be, and the same on every run. */
import type { Workspace } from '../analysis/workspace.ts';
import type { Scope } from '../tree/program.ts';
import type { Family } from './address-parts.ts';

const longestName = 253;

/** Which names are taken; it grows as names are given. */
export class Names {
  readonly #slices = new Map<string, Set<string>>();
  readonly #logical = new Map<string, Set<string>>();

  constructor(workspace: Workspace) {
    for (const { facts } of workspace.all()) {
      if (facts.kind === 'EndpointSlice') this.#in(facts.namespace?.text ?? '').add(facts.name.text);
    }
  }

  /** A free name for a slice, by what comes behind the name of its Service. */
  slice(namespace: string, service: string, family: Family): { readonly name: string; readonly suffix: string } {
    const taken = this.#in(namespace);
    for (let number = 1; ; number++) {
      const suffix = `-${family.toLowerCase()}${number > 1 ? `-${number}` : ''}`;
      const name = `${service.slice(0, longestName - suffix.length).replace(/[-.]+$/, '')}${suffix}`;
      if (taken.has(name)) continue;
      taken.add(name);
      return { name, suffix };
    }
  }

  /** A name for a resource of a program that nothing in it has. */
  logical(uri: string, scope: Scope, wanted: string): string {
    const key = `${uri} ${scope.component}`;
    const taken =
      this.#logical.get(key) ?? new Set([...scope.resources, ...scope.variables].map((entry) => entry.name));
    this.#logical.set(key, taken);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
    taken.add(name);
    return name;
  }

  #in(namespace: string): Set<string> {
    const key = namespace || 'default';
    const taken = this.#slices.get(key) ?? new Set<string>();
    this.#slices.set(key, taken);
    return taken;
  }
}

/** The name as it is written, with something behind it: inside of its quotes. */
export function suffixed(written: string, name: string | undefined, suffix: string, whole: string): string {
  const quote = /^(["']).*\1$/s.exec(written)?.[1] ?? '';
  if (name !== undefined) return quote + whole + quote;
  return quote === '' ? written + suffix : written.slice(0, -1) + suffix + quote;
}
