/** Reports deprecatedTopology entries without the syntax of labels, and a zone, which has its own field. */
import { textOf } from '../analysis/binding/bind.ts';
import { Endpoint, zoneKey } from '../contract/endpoint-slice.ts';
import { labelValueProblem, qualifiedNameProblem } from '../contract/string-format.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedTopology = defineRule({
  code: 'malformed-topology',
  summary: 'The keys and values of deprecatedTopology must have the syntax of labels, and must not include the zone.',
  enforcedBy: 'server',
  on: [Endpoint, 'deprecatedTopology'],
  check(topology, { report }) {
    for (const value of topology.children) {
      const { entry, path } = value;
      if (!entry) continue;
      const place = { span: entry.key, path };
      const problem = qualifiedNameProblem(entry.name);
      if (problem) {
        const message = `The topology key ${quote(entry.name)} ${problem}. Write it as "name" or "example.com/name".`;
        report(place, message);
      }
      if (entry.name === zoneKey)
        report(
          place,
          `The API server rejects ${quote(zoneKey)} here, because the zone has its own field. Write "zone" instead.`,
        );
      const text = textOf(value) ?? '';
      const wrong = labelValueProblem(text);
      if (wrong) report(value, `The topology value ${quote(text)} ${wrong}. Shorten or change it.`);
    }
  },
});
