/** The names of all fields of the checked objects, and of the options of resources in programs. `conditions` is a list in a Service's status, which no program writes. */
import { resourceType } from './contract.ts';
import { neighbourType } from './neighbours.ts';
import { ResourceOptions } from './pulumi.ts';
import type { Type } from './type.ts';

export interface FieldNames {
  readonly all: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  readonly maps: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

export const fieldNames = gathered(
  ...['Endpoints', 'EndpointSlice'].flatMap((name) => resourceType(name) ?? []),
  neighbourType('Service'),
);
export const optionNames = gathered(ResourceOptions);

function gathered(...types: readonly Type[]): FieldNames {
  const found = {
    all: new Set<string>(),
    lists: new Set<string>(),
    maps: new Set<string>(),
    objects: new Set<string>(),
  };
  const seen = new Set<Type>();
  const gather = (type: Type): void => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.kind === 'list') gather(type.item);
    if (type.kind === 'map') gather(type.value);
    if (type.kind !== 'object') return;
    for (const [name, { type: own }] of Object.entries(type.fields)) {
      found.all.add(name);
      if (own.kind === 'list') found.lists.add(name);
      if (own.kind === 'map') found.maps.add(name);
      if (own.kind === 'object') found.objects.add(name);
      gather(own);
    }
  };
  for (const type of types) gather(type);
  for (const name of found.objects) found.lists.delete(name);
  return found;
}
