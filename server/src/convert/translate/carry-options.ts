/** Reads the options of a resource in a Pulumi program. An option that cannot be written is named. */
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import type { Value } from '../../tree/value.ts';
import type { NewOption } from '../../edits/code/option-texts.ts';
import { isPulumi, targetNames, type CarriedObject, type TargetLanguage } from './carried.ts';

export interface OptionReading {
  /** The object that an expression is; undefined where it is not written as well. */
  readonly objectOf: (value: Value) => CarriedObject | undefined;
  readonly lose: (span: Span, message: string) => void;
}

const booleans: ReadonlySet<string> = new Set(['protect', 'retainOnDelete', 'deleteBeforeReplace']);
const texts: ReadonlySet<string> = new Set(['import', 'version']);
const lists: ReadonlySet<string> = new Set(['ignoreChanges', 'replaceOnChanges', 'additionalSecretOutputs']);

export function carryOptions(
  written: Value,
  to: TargetLanguage,
  { objectOf, lose }: OptionReading,
): { readonly options: readonly NewOption[]; readonly dependsOn: readonly CarriedObject[] } {
  const dependsOn: CarriedObject[] = [];
  const options: NewOption[] = [];
  if (written.kind !== 'mapping') {
    lose(written.span, 'its options are not known and are left out.');
    return { options, dependsOn };
  }
  if (written.isOpen && !written.isExposed) lose(written.span, 'options that are not known are left out.');
  for (const { name, value, key } of written.entries) {
    if (!isPulumi(to) && !(to === 'terraform' && name === 'dependsOn')) {
      lose(key, `the option ${quote(name)} has no place in ${targetNames[to]}.`);
    } else if (name === 'dependsOn') {
      for (const item of value.kind === 'sequence' ? value.items : [value]) {
        const object = objectOf(item);
        if (object) dependsOn.push(object);
        else lose(item.span, '"dependsOn" names a resource that is not written, and is left out.');
      }
    } else {
      const carried = optionValue(name, value);
      if (carried === undefined) lose(key, `the option ${quote(name)} is left out.`);
      else options.push({ name, value: carried });
    }
  }
  return { options, dependsOn };
}

function optionValue(name: string, value: Value): NewOption['value'] | undefined {
  if (value.kind === 'sequence') {
    const items = value.items.map((item) => (item.kind === 'scalar' ? item.value : undefined));
    const isKnown = lists.has(name) && !value.isOpen;
    return isKnown && items.every((item) => typeof item === 'string') ? items : undefined;
  }
  if (value.kind !== 'scalar') return undefined;
  if (booleans.has(name) && typeof value.value === 'boolean') return value.value;
  return texts.has(name) && typeof value.value === 'string' ? value.value : undefined;
}
