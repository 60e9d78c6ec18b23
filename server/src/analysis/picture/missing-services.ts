/** Finds the routes whose Service is in none of the files. */
import { identityOf } from '../traffic/names.ts';
import { keys } from '../workspace/index-keys.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { drawnPlace } from './breaks.ts';
import type { ClientSources } from './clients.ts';

/** Sentences on the Services that the objects name and that are in none of the files; at most `mostMissing`. */
export function missingServices(
  senders: Iterable<IndexedObject>,
  { at, locate }: Pick<ClientSources, 'at' | 'locate'>,
): readonly string[] {
  const all: string[] = [];
  for (const entry of senders) {
    const { kind, sender } = entry.facts;
    const [identity, ...others] = entry.identities;
    if (!sender || !identity?.isCertain || others.length > 0) continue;
    for (const destination of sender.destinations) {
      const namespace = destination.namespace || identity.namespace;
      const isNamed = ['Service', 'ServicePatch'].some(
        (each) => at(keys.named(each, namespace, destination.service)).length > 0,
      );
      if (isNamed || namespace.startsWith('?')) continue;
      const { file, range } = drawnPlace({ entry, path: destination.path }, locate);
      const place = file === null ? '' : ` (${file}${range ? `:${range[0]}` : ''})`;
      const { namespace: own, name } = identityOf(entry);
      const message = `The ${kind} ${own}/${name} names the Service ${namespace}/${destination.service}, which is in none of the files${place}.`;
      if (!all.includes(message)) all.push(message);
    }
  }
  if (all.length <= mostMissing) return all;
  return [
    ...all.slice(0, mostMissing),
    `${all.length - mostMissing} other references name Services that are in none of the files.`,
  ];
}

const mostMissing = 20;
