/** Prints the call of a constructor of the SDK, with its arguments, as a statement of a program. */
import type { ObjectType } from '../../contract/type.ts';
import type { CodeLanguage } from '../../tree/document.ts';
import { programName } from '../../tree/program-name.ts';
import type { MapPart } from '../parts/part.ts';
import { quotedIn, type CodeStyle } from './code-style.ts';
import { framed } from './compose-code.ts';
import { printPart } from './print-code.ts';
import { innerType, resourcePath, sdkClass } from './sdk-classes.ts';

export interface NewResource {
  readonly type: ObjectType;
  /** The logical name. */
  readonly name: string;
  readonly properties: MapPart;
  /** The texts of the arguments behind the properties; in Python with their names. */
  readonly options: readonly string[];
  /** The variable that holds the resource; undefined where nothing refers to it. */
  readonly variable: string | undefined;
  /** In Go, the name of the Pulumi context. */
  readonly context?: string;
}

/**
 * The lines of the statement without indentation; `column` is the indentation that they get. In Go, the check of the error
 * follows. Undefined where the language cannot write the resource.
 */
export function printResource(resource: NewResource, style: CodeStyle, column: number): readonly string[] | undefined {
  const known = sdkClass(resource.type);
  const name = quotedIn(resource.name, style);
  if (!known || name === undefined) return undefined;
  const constructor = style.references.to(resourcePath(known, style.language));
  return style.language === 'python'
    ? pythonCall(resource, `${constructor}(`, name, style, column)
    : bracedCall(resource, constructor, name, style, column);
}

/** `new Service("db", { … });` */
function bracedCall(
  { type, properties, options, variable, context = 'ctx' }: NewResource,
  constructor: string,
  name: string,
  style: CodeStyle,
  column: number,
): readonly string[] | undefined {
  const isGo = style.language === 'go';
  const start = leadOf(variable, style.language) + (isGo ? `${constructor}(${context}, ` : `new ${constructor}(`);
  const end = options.map((each) => `, ${each}`).join('') + ')';
  const before = `${start}${name}, `;
  const printed = printPart(properties, type, style, { column, beside: before.length + end.length + 1 });
  if (!printed) return undefined;
  const call = framed(printed, { before, after: end });
  if (!isGo) return framed(call, { before: '', after: style.end });
  const check = `${style.indent}return err`;
  if (variable === undefined) return [...framed(call, { before: '', after: '; err != nil {' }), check, '}'];
  return [...call, 'if err != nil {', check, '}'];
}

function leadOf(variable: string | undefined, language: CodeLanguage): string {
  if (variable === undefined) return language === 'go' ? 'if _, err := ' : '';
  if (language === 'go') return `${variable}, err := `;
  return `${language === 'csharp' || language === 'java' ? 'var' : 'const'} ${variable} = `;
}

/** Python takes the properties and the options by name. */
function pythonCall(
  { type, properties, options, variable }: NewResource,
  start: string,
  name: string,
  style: CodeStyle,
  column: number,
): readonly string[] | undefined {
  const { indent } = style;
  const lines: string[] = [`${name},`];
  for (const pair of properties.pairs) {
    const before = `${programName(pair.name, 'python')}=`;
    const value = printPart(pair.value, innerType(type, pair.name), style, {
      column: column + indent.length,
      beside: before.length + 1,
    });
    if (!value) return undefined;
    lines.push(...pair.above, ...framed(value, { before, after: ',' }));
  }
  lines.push(...options.map((each) => `${each},`));
  const lead = variable === undefined ? '' : `${variable} = `;
  return [lead + start, ...lines.map((line) => (line === '' ? '' : indent + line)), ')'];
}
