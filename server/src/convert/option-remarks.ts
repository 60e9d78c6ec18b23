/** Finds options of a Pulumi resource that prevent a conversion. */
import type { PairPart, Part } from '../edits/parts/part.ts';
import { quote } from '../text/quote.ts';
import type { OutcomeRemark } from './outcome.ts';
import { remarkOn, type ObjectReading } from './reading.ts';

export function programObstacles(reading: ObjectReading): readonly OutcomeRemark[] {
  const odd = pairsOf(reading).find(({ name }) => /^get$/i.test(name));
  const remarks = optionsOf(reading).flatMap((pair) => obstacleIn(reading, pair) ?? []);
  if (!odd) return remarks;
  const message = `The resource is read with ${quote('get')}, not created. Read the new one.`;
  return [...remarks, remarkOn(reading, odd.value, message)];
}

function obstacleIn(reading: ObjectReading, { name, value }: PairPart): OutcomeRemark | undefined {
  if (/^(?:import|aliases)$/i.test(name)) {
    const message = `The option ${quote(name)} refers to the old object. Remove it, or refer to the new one.`;
    return remarkOn(reading, value, message);
  }
  if (!/^(?:ignoreChanges|replaceOnChanges|additionalSecretOutputs)$/i.test(name)) return undefined;
  const strange = value.kind === 'list' ? value.items.find((item) => namesOwnField(item.value)) : undefined;
  if (!strange) return undefined;
  const message = `The option ${quote(name)} names fields of the old kind. Remove them, or name fields of the new kind.`;
  return remarkOn(reading, strange.value, message);
}

/** The path of a property that only one of the kinds has. */
function namesOwnField(value: Part): boolean {
  const { origin } = value.kind === 'text' ? value : {};
  if (origin?.kind !== 'scalar') return false;
  return /^(?:\["?)?(?:subsets|endpoints|ports|addressType)\b/.test(String(origin.value));
}

function optionsOf(reading: ObjectReading): readonly PairPart[] {
  const options = pairsOf(reading).find(({ name }) => name.toLowerCase() === 'options')?.value;
  return options?.kind === 'map' ? options.pairs : [];
}

function pairsOf({ parts }: ObjectReading): readonly PairPart[] {
  return parts?.block?.value.kind === 'map' ? parts.block.value.pairs : [];
}
