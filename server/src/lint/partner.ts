/** Words and places for messages about another object, such as the Service. */
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { listed, quote } from '../text/quote.ts';
import type { RelatedPlace } from './rule.ts';

/** `Service "web"`; only the kind where an expression or a template gives the name. */
export function titleOf({ facts }: IndexedObject): string {
  const kind = facts.kind.replace(/Patch$/, '');
  return facts.name.isKnown ? `${kind} ${quote(facts.name.text)}` : kind;
}

/** The place where the other object names its port, or the number of a port without a name. */
export function relatedPort(entry: IndexedObject, { name, path }: PortFacts, message: string): RelatedPlace {
  return { entry, path: [...path, name === '' ? 'port' : 'name'], message };
}

/** `"http", "metrics" or 3 more`. */
export function anyOf(ports: readonly PortFacts[]): string {
  const names = [...new Set(ports.map(({ name }) => quote(name)))];
  const most = 5;
  return listed(names.length > most ? [...names.slice(0, most), `one of ${names.length - most} more`] : names, 'or');
}
