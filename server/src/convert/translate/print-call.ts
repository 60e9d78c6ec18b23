/** Writes the call of a constructor, with its arguments and options, as a statement of a program. */
import { asInput, scalarIn, type CodeStyle } from '../../edits/code/code-style.ts';
import { optionArguments } from '../../edits/code/option-texts.ts';
import { printResource } from '../../edits/code/print-resource.ts';
import { listPart, mapPart, pairPart, textPart, type ItemPart, type Part } from '../../edits/parts/part.ts';
import type { CarriedItem, CarriedObject, CarriedScalar, CarriedValue } from './carried.ts';
import { typeOfObject } from './sdk-types.ts';

export interface CallNames {
  /** The name of the constant that is written for a scalar; undefined for a literal. */
  readonly constantFor: (scalar: CarriedScalar) => string | undefined;
  readonly logicalName: string;
  /** Undefined where nothing refers to the resource. */
  readonly variable: string | undefined;
  /** The variables of the resources that it depends on. */
  readonly dependsOn: readonly string[];
}

/** The lines of the statement, without indentation; `column` is the one that they get. Undefined where the language cannot write it. */
export function callLines(
  object: CarriedObject,
  names: CallNames,
  style: CodeStyle,
  column: number,
): readonly string[] | undefined {
  const type = typeOfObject(object.type);
  const properties = partOfCarried(object.properties, names, style);
  const options = optionArguments(object.options, names.dependsOn, style);
  if (type.kind !== 'object' || properties?.kind !== 'map' || !options) return undefined;
  const { logicalName: name, variable } = names;
  const lines = printResource({ type, name, properties, options, variable }, style, column);
  return lines && [...object.comments.map((comment) => commentText(comment, style)), ...lines];
}

/** A value in the form that is printed; undefined where the language cannot write it. */
function partOfCarried(value: CarriedValue, names: CallNames, style: CodeStyle): Part | undefined {
  switch (value.kind) {
    case 'scalar': {
      const constant = names.constantFor(value);
      const text = constant === undefined ? scalarIn(value.value, style) : asInput(constant, typeof value.value, style);
      return text === undefined ? undefined : textPart(text);
    }
    case 'list': {
      const items = value.items.map((item) => itemOf(item, names, style));
      return items.every((item) => item !== undefined) ? listPart(items, { isFlow: true }) : undefined;
    }
    case 'map': {
      const pairs = value.entries.map((entry) => {
        const item = itemOf(entry, names, style);
        const isConstant = entry.value.kind === 'scalar' && names.constantFor(entry.value) !== undefined;
        // `{ namespace }`
        const isShorthand = isConstant && style.language.endsWith('script');
        return item && { ...pairPart(entry.name, entry.name, item.value), above: item.above, isShorthand };
      });
      return pairs.every((pair) => pair !== undefined) ? mapPart(pairs, { isFlow: true }) : undefined;
    }
  }
}

function itemOf(item: CarriedItem, names: CallNames, style: CodeStyle): ItemPart | undefined {
  const value = partOfCarried(item.value, names, style);
  return value && { above: item.comments.map((comment) => commentText(comment, style)), beside: '', value };
}

function commentText(comment: string, { language }: CodeStyle): string {
  return `${language === 'python' ? '#' : '//'} ${comment}`;
}
