/** Each kind has its group and version; that of Endpoints, in the core, is written without a group. */
import { insertEntry, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Misnamed } from '../tree/document.ts';

/** The first version without `discovery.k8s.io/v1beta1`. */
const removedIn = 25;

export const wrongApiVersion = defineRule({
  code: 'wrong-api-version',
  summary: 'The apiVersion of Endpoints is v1, and that of EndpointSlice is discovery.k8s.io/v1.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'document',
  check(document, { report, minor }) {
    for (const each of document.misnamed) {
      const { what, entry, span, mapping, right } = each;
      if (right === undefined) continue;
      const place = { span, path: ['apiVersion'] };
      const kind = right === 'v1' ? 'Endpoints' : 'EndpointSlice';
      if (what === 'missing-api-version') {
        const fix = entry ? replaceBy(entry.value, right, 'safe') : insertEntry(mapping, 'apiVersion', right, 'safe');
        report(place, `This ${kind} has no apiVersion. Add "apiVersion: ${right}".`, { fix });
      } else if (what === 'api-version' && entry?.value.kind === 'scalar') {
        const written = String(entry.value.value);
        const fix = replaceBy(entry.value, right, 'safe');
        if (!isEarlier(each)) {
          report(place, `The server has no ${kind} in ${quote(written)}. Write ${quote(right)}.`, { fix });
        } else if (minor >= removedIn) {
          const hasTopology = mentionsTopology(each);
          const more = hasTopology ? ', and "nodeName" and "zone" for "topology"' : '';
          const message = `Kubernetes has no ${quote(written)} since 1.25. Write ${quote(right)}${more}.`;
          report(place, message, { fix: hasTopology ? undefined : fix });
        }
      }
    }
  },
});

function isEarlier({ written }: Misnamed): boolean {
  return /^["']?discovery\.k8s\.io\/v1beta1["']?$/.test(written);
}

/** Fields that the version of today does not have. */
function mentionsTopology({ mapping }: Misnamed): boolean {
  const endpoints = mapping.entries.find(({ name }) => name === 'endpoints')?.value;
  if (endpoints?.kind !== 'sequence') return endpoints !== undefined;
  return endpoints.items.some(
    (item) => item.kind !== 'mapping' || item.entries.some(({ name }) => name === 'topology'),
  );
}
