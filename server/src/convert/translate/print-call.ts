/** Writes the call of a constructor, with its arguments and options, as a statement of a program. */
import { asInput, scalarIn, type CodeStyle } from '../../edits/code/code-style.ts';
import { framed } from '../../edits/code/compose-code.ts';
import { printPart } from '../../edits/code/print-code.ts';
import { resourcePath, sdkClass, innerType } from '../../edits/code/sdk-classes.ts';
import { listPart, mapPart, pairPart, textPart, type ItemPart, type Part } from '../../edits/parts/part.ts';
import { programName } from '../../tree/program-name.ts';
import type { CarriedItem, CarriedObject, CarriedScalar, CarriedValue } from './carried.ts';
import { optionTexts } from './print-options.ts';
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
  const known = sdkClass(type);
  const name = scalarIn(names.logicalName, { ...style, language: style.language === 'go' ? 'java' : style.language });
  const part = partOfCarried(object.properties, names, style);
  if (!known || name === undefined || part?.kind !== 'map') return undefined;
  const constructor = style.references.to(resourcePath(known, style.language));
  const options = optionTexts(object.options, names.dependsOn, style);
  if (!options) return undefined;
  const comments = object.comments.map((comment) => commentText(comment, style));
  const lines =
    style.language === 'python'
      ? pythonCall({ constructor, name, part, type, options, variable: names.variable }, style, column)
      : bracedCall({ constructor, name, part, type, options, variable: names.variable }, style, column);
  return lines && [...comments, ...lines];
}

interface Call {
  readonly constructor: string;
  readonly name: string;
  readonly part: Part & { readonly kind: 'map' };
  readonly type: ReturnType<typeof typeOfObject>;
  readonly options: readonly string[];
  readonly variable: string | undefined;
}

/** `new Service("db", { … }, { … });`, and in Go with the check of the error. */
function bracedCall(
  { constructor, name, part, type, options, variable }: Call,
  style: CodeStyle,
  column: number,
): readonly string[] | undefined {
  const { language } = style;
  const isGo = language === 'go';
  const start = isGo ? `${constructor}(ctx, ${name}, ` : `new ${constructor}(${name}, `;
  const end = options.map((each) => `, ${each}`).join('') + ')';
  const lead = leadOf(variable, language);
  const printed = printPart(part, type, style, { column, beside: lead.length + start.length + end.length + 1 });
  if (!printed) return undefined;
  const whole = framed(withShorthands(printed, style), { before: lead + start, after: end });
  if (!isGo) return framed(whole, { before: '', after: ';' });
  const check = `${style.indent}return err`;
  if (variable === undefined) return [...framed(whole, { before: '', after: '; err != nil {' }), check, '}'];
  return [...whole, 'if err != nil {', check, '}'];
}

/** `{ namespace }` for `{ namespace: namespace }`, outside of quotes. */
function withShorthands(lines: readonly string[], { language }: CodeStyle): readonly string[] {
  if (language !== 'typescript' && language !== 'javascript') return lines;
  const pattern = /("(?:[^"\\]|\\.)*")|(?<![\w$])([a-z]\w*): \2(?![\w$(.])/g;
  return lines.map((line) =>
    /^\s*\/\//.test(line) ? line : line.replace(pattern, (all, text?: string, name?: string) => text ?? name ?? all),
  );
}

function leadOf(variable: string | undefined, language: CodeStyle['language']): string {
  if (variable === undefined) return language === 'go' ? 'if _, err := ' : '';
  if (language === 'go') return `${variable}, err := `;
  return `${language === 'csharp' || language === 'java' ? 'var' : 'const'} ${variable} = `;
}

/** Python takes the properties and the options by name. */
function pythonCall(
  { constructor, name, part, type, options, variable }: Call,
  style: CodeStyle,
  column: number,
): readonly string[] | undefined {
  const { indent } = style;
  const argumentLines: (readonly string[])[] = [[`${name},`]];
  for (const pair of part.pairs) {
    const before = `${programName(pair.name, 'python')}=`;
    const lines = printPart(pair.value, innerType(type, pair.name), style, {
      column: column + indent.length,
      beside: before.length + 1,
    });
    if (!lines) return undefined;
    argumentLines.push([...pair.above, ...framed(lines, { before, after: ',' })]);
  }
  argumentLines.push(...options.map((each) => [`${each},`]));
  const lead = variable === undefined ? '' : `${variable} = `;
  return [`${lead}${constructor}(`, ...argumentLines.flat().map((line) => (line === '' ? '' : indent + line)), ')'];
}

/** A value in the form that is printed; undefined where the language cannot write it. */
export function partOfCarried(
  value: CarriedValue,
  names: Pick<CallNames, 'constantFor'>,
  style: CodeStyle,
): Part | undefined {
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
        return item && { ...pairPart(entry.name, entry.name, item.value), above: item.above };
      });
      return pairs.every((pair) => pair !== undefined) ? mapPart(pairs, { isFlow: true }) : undefined;
    }
  }
}

function itemOf(item: CarriedItem, names: Pick<CallNames, 'constantFor'>, style: CodeStyle): ItemPart | undefined {
  const value = partOfCarried(item.value, names, style);
  return value && { above: item.comments.map((comment) => commentText(comment, style)), beside: '', value };
}

function commentText(comment: string, { language }: CodeStyle): string {
  return `${language === 'python' ? '#' : '//'} ${comment}`;
}
