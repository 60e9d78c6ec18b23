/** Finds options of a Pulumi resource that prevent a conversion. */
import { quote } from '../text/quote.ts';
import { resourceOptions } from '../tree/program.ts';
import { childrenOf, type Entry, type Value } from '../tree/value.ts';
import type { OutcomeRemark } from './outcome.ts';
import { remarkAt, type ObjectReading } from './reading.ts';

export function programObstacles(reading: ObjectReading): readonly OutcomeRemark[] {
  const { envelope } = reading.resource;
  const odd = envelope?.entries.find(({ name }) => /^get$/i.test(name));
  const options = resourceOptions(envelope);
  const entries = options?.kind === 'mapping' ? options.entries : [];
  const remarks = entries.flatMap((entry) => obstacleIn(reading, entry) ?? []);
  if (!odd) return remarks;
  const message = `The resource is read with ${quote('get')}, not created. Read the new one.`;
  return [...remarks, remarkAt(reading, odd.value.span, message)];
}

function obstacleIn(reading: ObjectReading, { name, value }: Entry): OutcomeRemark | undefined {
  if (/^(?:import|aliases)$/i.test(name)) {
    const message = `The option ${quote(name)} refers to the old object. Remove it, or refer to the new one.`;
    return remarkAt(reading, value.span, message);
  }
  if (!/^(?:ignoreChanges|replaceOnChanges|additionalSecretOutputs)$/i.test(name)) return undefined;
  const strange = value.kind === 'sequence' ? childrenOf(value).find(namesOwnField) : undefined;
  if (!strange) return undefined;
  const message = `The option ${quote(name)} names fields of the old kind. Remove them, or name fields of the new kind.`;
  return remarkAt(reading, strange.span, message);
}

/** The path of a property that only one of the kinds has. */
function namesOwnField(value: Value): boolean {
  if (value.kind !== 'scalar') return false;
  return /^(?:\["?)?(?:subsets|endpoints|ports|addressType)\b/.test(String(value.value));
}
