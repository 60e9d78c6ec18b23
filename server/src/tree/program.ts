/** The scopes of a Pulumi YAML program: the program itself and its components, each with its own names. */
import { entryOf, type Entry, type Mapping, type Value } from './value.ts';

/** Resources and variables that can refer to each other by `${name}`. */
export interface ProgramScope {
  /** The name of the component; empty for the program itself. */
  readonly component: string;
  readonly resources: readonly Entry[];
  readonly variables: readonly Entry[];
}

/** The scope of the program comes first. A value that is not a mapping has no scopes. */
export function scopesOf(root: Value | undefined): readonly ProgramScope[] {
  if (root?.kind !== 'mapping') return [];
  return [scopeOf(root, ''), ...entriesIn(root, 'components').flatMap(componentScope)];
}

/** All resource blocks: the program's, and those of its components. */
export function blocks(root: Mapping): readonly Entry[] {
  return scopesOf(root).flatMap(({ resources }) => resources);
}

/** The entry of that name. Pulumi matches its own keys case-insensitively. */
export function keyOf(mapping: Mapping, name: string): Entry | undefined {
  const folded = name.toLowerCase();
  return entryOf(mapping, name) ?? mapping.entries.findLast((entry) => entry.name.toLowerCase() === folded);
}

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
