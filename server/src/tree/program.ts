/** The parts of a Pulumi YAML program: the program itself and its components, each with names of its own. */
import type { Entry, Mapping, Value } from './value.ts';
import { entryOf } from './value.ts';

/** What can name one another by `${name}`. */
export interface ProgramScope {
  /** The name of the component; empty for the program itself. */
  readonly component: string;
  readonly resources: readonly Entry[];
  readonly variables: readonly Entry[];
}

/** The program's own scope first; none for what is no mapping. */
export function scopesOf(root: Value | undefined): readonly ProgramScope[] {
  if (root?.kind !== 'mapping') return [];
  return [scopeOf(root, ''), ...entriesIn(root, 'components').flatMap(componentScope)];
}

/** All resource blocks: the program's, and those of its components. */
export function blocks(root: Mapping): readonly Entry[] {
  return scopesOf(root).flatMap(({ resources }) => resources);
}

/** Pulumi matches its own keys without regard to case. */
export function keyOf(mapping: Mapping, name: string): Entry | undefined {
  const folded = name.toLowerCase();
  return entryOf(mapping, name) ?? mapping.entries.findLast((entry) => entry.name.toLowerCase() === folded);
}

/** What is written as the options of a resource block. */
export function resourceOptions(block: Mapping | undefined): Value | undefined {
  return block && keyOf(block, 'options')?.value;
}

function componentScope({ name, value }: Entry): readonly ProgramScope[] {
  return value.kind === 'mapping' ? [scopeOf(value, name)] : [];
}

function scopeOf(owner: Mapping, component: string): ProgramScope {
  return { component, resources: entriesIn(owner, 'resources'), variables: entriesIn(owner, 'variables') };
}

function entriesIn(owner: Mapping, name: string): readonly Entry[] {
  const value = keyOf(owner, name)?.value;
  return value?.kind === 'mapping' ? value.entries : [];
}
