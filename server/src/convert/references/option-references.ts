/** Finds Pulumi options of converted resources that keep the old object: `protect` and `retainOnDelete`. */
import { readFile } from '../../frontends/frontends.ts';
import { quote } from '../../text/quote.ts';
import { contains, shift } from '../../text/span.ts';
import { resourceOptions } from '../../tree/program.ts';
import type { Entry } from '../../tree/value.ts';
import type { FindReferences, ConvertedObjects } from './converted-objects.ts';

export const optionReferences: FindReferences = ({ uri, text }, moved) => {
  const own = moved.outcomes.filter((outcome) => outcome.uri === uri);
  if (own.length === 0 || !/protect|retain_?on_?delete/i.test(text)) return [];
  return readFile(uri, text, { isPartial: false }).parts.flatMap(({ start, document }) => {
    const places = own.map(({ span }) => shift(span, -start));
    const converted = document.resources.filter(({ head }) => places.some((place) => contains(head, place)));
    return converted.flatMap(({ envelope }) => {
      const options = envelope && resourceOptions(envelope);
      const entries = options?.kind === 'mapping' ? options.entries : [];
      return entries.flatMap((entry) => {
        const message = messageFor(entry, moved);
        return message === undefined ? [] : [{ span: shift(entry.key, start), message }];
      });
    });
  });
};

function messageFor({ name, value }: Entry, { from }: ConvertedObjects): string | undefined {
  if (value.kind !== 'scalar' || value.value !== true) return undefined;
  const option = name.toLowerCase();
  if (option === 'protect')
    return `With ${quote(name)} Pulumi cannot delete the old ${from.kind}, so the update fails. Unprotect it in the state first.`;
  if (option !== 'retainondelete') return undefined;
  return `With ${quote(name)} the old ${from.kind} stays in the cluster, so both objects list the addresses. Delete it yourself.`;
}
