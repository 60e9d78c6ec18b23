/** How messages speak of another object, and where they point in it. */
import type { PortFacts } from '../analysis/facts/facts.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { listed, quote } from '../text/quote.ts';
import type { RelatedPlace } from './rule.ts';

/** `Service "web"`; the kind alone where an expression or a template gives the name. */
export function titleOf({ facts }: IndexedObject): string {
  const kind = facts.kind.replace(/Patch$/, '');
  return facts.name.isKnown ? `${kind} ${quote(facts.name.text)}` : kind;
}

/** Where the other object names its port, or where the port starts. */
export function relatedPort(entry: IndexedObject, { name, path }: PortFacts, message: string): RelatedPlace {
  return { entry, path: [...path, name === '' ? 'port' : 'name'], message };
}

/** `"http", "metrics" or 3 more`. */
export function anyOf(ports: readonly PortFacts[]): string {
  const names = [...new Set(ports.map(({ name }) => quote(name)))];
  const most = 5;
  return listed(names.length > most ? [...names.slice(0, most), `one of ${names.length - most} more`] : names, 'or');
}
