/** Finds clusters of Zalando's Postgres Operator beside hand-written Endpoints with the names of their objects. */
import { quote } from '../../text/quote.ts';
import { nestedValue } from '../../tree/value.ts';
import { isWrittenName, documentObjects, reachOf, siteOf, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import type { FoundReader } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';
import { patroniNames } from './patroni-objects.ts';

/** Likely, because the operator's configuration decides whether Patroni uses Endpoints. */
export function zalandoClusterReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (estate.objects.length === 0) return [];
  return documentObjects(text).flatMap(({ kind, mapping, tree }) => {
    const name = textAt(mapping, 'metadata', 'name');
    const isCluster = kind === 'postgresql' && textAt(mapping, 'apiVersion')?.startsWith('acid.zalan.do/') === true;
    const place = nestedValue(mapping, ['metadata', 'name']);
    if (!isCluster || name === undefined || !place) return [];
    const { namespace } = siteOf(text.uri, mapping, estate.metadata);
    const names = patroniNames(name);
    const objects = estate.objects.filter(
      (each) =>
        names.includes(each.name) &&
        (namespace === undefined || !isWrittenName(each.namespace) || each.namespace === namespace),
    );
    if (objects.length === 0) return [];
    return [
      {
        ...reachOf(objects, 'likely'),
        span: tree.place(place.span),
        kind: 'patroni-endpoints' as const,
        change: 'person' as const,
        message: `Patroni may keep the leader of the cluster ${quote(name)} in Endpoints, and never uses EndpointSlices. Keep the Endpoints, unless the operator's kubernetes_use_configmaps is true.`,
      },
    ];
  });
}
