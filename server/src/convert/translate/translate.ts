/** Writes objects in another language, with a proof that the text reads as the same objects. */
import { carry, type CarryRequest } from './carry.ts';
import type { TranslationSource } from './found-objects.ts';
import { quote } from '../../text/quote.ts';
import { isTyped, targetNames, type CarriedObject, type TargetLanguage, type TranslationRemark } from './carried.ts';
import { newNames } from './names.ts';
import { inCreationOrder } from './order.ts';
import { programTextOf } from './print-program.ts';
import { terraformOf } from './print-terraform.ts';
import { manifestOf, pulumiYamlOf } from './print-yaml.ts';
import { differenceIn } from './proof.ts';

export interface Translation {
  /** Empty where nothing is written. */
  readonly text: string;
  /** The objects that the text has. */
  readonly written: number;
  /** The objects that were asked for. */
  readonly found: number;
  /** In the order of the files and texts. */
  readonly remarks: readonly TranslationRemark[];
  /** A sentence on why nothing is written, though objects were read. */
  readonly failure: string | undefined;
}

export interface TranslationRequest extends CarryRequest {
  /** True for text that is pasted into another file. */
  readonly isFragment?: boolean;
}

/** The grammar of the language must be loaded. */
export function translate(sources: readonly TranslationSource[], request: TranslationRequest): Translation {
  const { objects: unordered, remarks: own, found } = carry(sources, request);
  const objects = inCreationOrder(unordered);
  if (objects.length === 0) return { text: '', written: 0, found, remarks: own, failure: undefined };
  const names = newNames(objects, request.to);
  const remarks = [...own, ...renamedResources(objects, names, request.to)];
  const nothing = { text: '', written: 0, found, remarks };
  const whole = print(objects, names, request.to, false);
  const problem = typeof whole === 'string' ? differenceIn(whole, objects, { to: request.to, names }) : whole.problem;
  if (problem !== undefined)
    return {
      ...nothing,
      failure: `${targetNames[request.to]} was not written, because the text would not read as the same objects: ${problem.replace(/\.$/, '')}.`,
    };
  const text = request.isFragment ? print(objects, names, request.to, true) : whole;
  return { text: typeof text === 'string' ? text : '', written: objects.length, found, remarks, failure: undefined };
}

/** Pulumi replaces a resource whose logical name changes. */
function renamedResources(
  objects: readonly CarriedObject[],
  names: ReadonlyMap<CarriedObject, string>,
  to: TargetLanguage,
): readonly TranslationRemark[] {
  // A manifest has no logical names, and Pulumi YAML has another field for them.
  if (!isTyped(to)) return [];
  return objects.flatMap((object) => {
    const { type, logicalName, place } = object;
    const name = names.get(object);
    if (logicalName === undefined || name === undefined || name === logicalName) return [];
    const message = `${type} ${quote(logicalName)} gets the logical name ${quote(name)}, because another one has its name. Pulumi would replace it.`;
    return [{ ...place, what: 'note', message }];
  });
}

function print(
  objects: readonly CarriedObject[],
  names: ReadonlyMap<CarriedObject, string>,
  to: TargetLanguage,
  isFragment: boolean,
): string | { readonly problem: string } {
  switch (to) {
    case 'manifest':
      return manifestOf(objects);
    case 'terraform':
      return terraformOf(objects);
    case 'pulumi-yaml':
      return pulumiYamlOf(objects, names, isFragment);
    default:
      return (
        programTextOf(objects, names, to, isFragment) ?? { problem: `a value cannot be written in ${targetNames[to]}` }
      );
  }
}
