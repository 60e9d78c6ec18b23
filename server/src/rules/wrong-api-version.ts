/** Reports a missing or wrong apiVersion of Endpoints and EndpointSlices. */
import { insertEntry, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Misnamed } from '../tree/document.ts';

/** The first version without `discovery.k8s.io/v1beta1`. */
const removedIn = 25;

export const wrongApiVersion = defineRule({
  code: 'wrong-api-version',
  summary: 'The apiVersion must be v1 for Endpoints and discovery.k8s.io/v1 for an EndpointSlice.',
  enforcedBy: 'server',
  on: 'document',
  check(document, { report, minor }) {
    for (const each of document.misnamed) {
      const { what, entry, span, mapping, right } = each;
      if (right === undefined) continue;
      const place = { span, path: ['apiVersion'] };
      const kind = right === 'v1' ? 'Endpoints' : 'EndpointSlice';
      if (what === 'missing-api-version') {
        const fix = entry ? replaceBy(entry.value, right, 'safe') : insertEntry(mapping, 'apiVersion', right, 'safe');
        const message = `${kind === 'Endpoints' ? 'These Endpoints have' : 'This EndpointSlice has'} no apiVersion. Add "apiVersion: ${right}".`;
        report(place, message, { fix });
      } else if (what === 'api-version' && entry?.value.kind === 'scalar') {
        const written = String(entry.value.value);
        const fix = replaceBy(entry.value, right, 'safe');
        if (!/^["']?discovery\.k8s\.io\/v1beta1["']?$/.test(each.written)) {
          report(place, `The API server has no ${kind} in ${quote(written)}. Write ${quote(right)}.`, { fix });
        } else if (minor >= removedIn) {
          const hasTopology = mentionsTopology(each);
          const more = hasTopology ? ', and replace "topology" with "nodeName" and "zone"' : '';
          const message = `Kubernetes 1.25 removed ${quote(written)}. Write ${quote(right)}${more}.`;
          report(place, message, { fix: hasTopology ? undefined : fix });
        }
      }
    }
  },
});

/** True if the endpoints may have `topology`, which discovery.k8s.io/v1 does not have. */
function mentionsTopology({ mapping }: Misnamed): boolean {
  const endpoints = mapping.entries.find(({ name }) => name === 'endpoints')?.value;
  if (endpoints?.kind !== 'sequence') return endpoints !== undefined;
  return endpoints.items.some(
    (item) => item.kind !== 'mapping' || item.entries.some(({ name }) => name === 'topology'),
  );
}
