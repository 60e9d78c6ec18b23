/** What distinguishes the languages, and the programs in one, where new text is written: brackets, names, literals. */
import type { ListType, MapType, ObjectType, Type } from '../../contract/type.ts';
import type { CodeLanguage } from '../../tree/document.ts';
import { programName } from '../../tree/program-name.ts';
import type { ClassReferences } from './class-references.ts';
import { inputPath, sdkClass } from './sdk-classes.ts';
import { spellLiteral, spellLiteralLike, type LiteralValue } from './spell-literal.ts';

export interface CodeStyle {
  readonly language: CodeLanguage;
  readonly references: ClassReferences;
  /** One step of indentation. */
  readonly indent: string;
  /** The columns of a line. */
  readonly width: number;
  readonly quote: '"' | "'";
  /** In Python: dictionaries instead of classes of arguments. */
  readonly usesDictionaries: boolean;
  /** In Python's dictionaries: `nodeName` instead of `node_name`. */
  readonly isCamelCase: boolean;
  /** What ends a statement. */
  readonly end: ';' | '';
}

/** The brackets of a collection. */
export interface Brackets {
  readonly open: string;
  readonly close: string;
  /** Behind the opening bracket and before the closing one, on one line. */
  readonly pad: '' | ' ';
  /** True where the opening bracket is on a line of its own if the parts are. */
  readonly isOnOwnLine?: boolean;
  /** True for calls in a row, which need no commas. */
  readonly isChain?: boolean;
  /** True where a comma may follow the last part. */
  readonly hasLastComma: boolean;
}

const braces: Brackets = { open: '{', close: '}', pad: ' ', hasLastComma: true };
const dictionary: Brackets = { open: '{', close: '}', pad: '', hasLastComma: true };
const brackets: Brackets = { open: '[', close: ']', pad: '', hasLastComma: true };

/** Undefined for a type without a class in the SDK, where the language needs one. */
export function objectFrame(type: ObjectType | undefined, style: CodeStyle): Brackets | undefined {
  const { language, references } = style;
  if (language === 'typescript' || language === 'javascript') return braces;
  if (language === 'python' && style.usesDictionaries) return dictionary;
  const known = sdkClass(type);
  if (!known) return language === 'python' ? dictionary : undefined;
  const name = references.to(inputPath(known, language, 'Args'));
  switch (language) {
    case 'python':
      return { open: `${name}(`, close: ')', pad: '', hasLastComma: true };
    case 'go':
      return { open: `&${name}{`, close: '}', pad: '', hasLastComma: true };
    case 'csharp':
      return { open: `new ${name} {`, close: '}', pad: ' ', isOnOwnLine: true, hasLastComma: true };
    case 'java':
      return { open: `${name}.builder()`, close: '.build()', pad: '', isChain: true, hasLastComma: false };
  }
}

/** Java has a function for ten pairs, and another one for more. */
const mostPairs = 10;

export function mapFrame(type: MapType | undefined, count: number, style: CodeStyle): Brackets | undefined {
  switch (style.language) {
    case 'typescript':
    case 'javascript':
      return braces;
    case 'python':
      return dictionary;
    case 'go': {
      const name = type?.value.kind === 'string' ? 'pulumi.StringMap' : 'pulumi.Map';
      return { open: `${style.references.to(name)}{`, close: '}', pad: '', hasLastComma: true };
    }
    case 'csharp':
      return { ...braces, isOnOwnLine: true };
    case 'java':
      return {
        open: `${style.references.to('java.util.Map')}.${count > mostPairs ? 'ofEntries' : 'of'}(`,
        close: ')',
        pad: '',
        hasLastComma: false,
      };
  }
}

export function listFrame(type: ListType | undefined, style: CodeStyle): Brackets | undefined {
  switch (style.language) {
    case 'typescript':
    case 'javascript':
    case 'python':
      return brackets;
    case 'go': {
      const name = goArray(type?.item);
      return name === undefined
        ? undefined
        : { open: `${style.references.to(name)}{`, close: '}', pad: '', hasLastComma: true };
    }
    case 'csharp':
      return { ...braces, isOnOwnLine: true };
    case 'java':
      // The arguments of a method.
      return { open: '', close: '', pad: '', hasLastComma: false };
  }
}

function goArray(item: Type | undefined): string | undefined {
  if (item?.kind === 'string') return 'pulumi.StringArray';
  if (item?.kind === 'integer') return 'pulumi.IntArray';
  const known = sdkClass(item);
  return known && inputPath(known, 'go', 'Array');
}

/** What is around the value of an entry. `isInMap` tells the keys of a map from the names of fields. */
export function pairFrame(
  name: string,
  isInMap: boolean,
  count: number,
  style: CodeStyle,
): { readonly before: string; readonly after: string } | undefined {
  const { language } = style;
  const key = isInMap ? mapKey(name, style) : fieldKey(name, style);
  if (key === undefined) return undefined;
  switch (language) {
    case 'typescript':
    case 'javascript':
    case 'go':
      return { before: `${key}: `, after: '' };
    case 'python':
      return isInMap || style.usesDictionaries ? { before: `${key}: `, after: '' } : { before: `${key}=`, after: '' };
    case 'csharp':
      return isInMap ? { before: `{ ${key}, `, after: ' }' } : { before: `${key} = `, after: '' };
    case 'java':
      if (!isInMap) return { before: `.${key}(`, after: ')' };
      return count > mostPairs
        ? { before: `${style.references.to('java.util.Map')}.entry(${key}, `, after: ')' }
        : { before: `${key}, `, after: '' };
  }
}

/** The key of a map. */
function mapKey(name: string, style: CodeStyle): string | undefined {
  const isScript = style.language === 'typescript' || style.language === 'javascript';
  return isScript && /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quotedIn(name, style);
}

/** A field of a type; a name that the contract does not have, as it is. */
function fieldKey(name: string, style: CodeStyle): string | undefined {
  const { language, isCamelCase, usesDictionaries } = style;
  if (language === 'python' && usesDictionaries)
    return quotedIn(isCamelCase ? name : programName(name, language), style);
  const own = programName(name, language);
  return /^[A-Za-z]\w*$/.test(own) ? own : undefined;
}

/** A text without what the SDK puts around it; undefined where the language cannot write it. */
export function quotedIn(value: string, { language, quote }: CodeStyle): string | undefined {
  return quote === '"' ? spellLiteral(value, language) : spellLiteralLike("''", value, language);
}

/** A text, number or boolean as a value of the SDK; undefined where the language cannot write it. */
export function scalarIn(value: LiteralValue, style: CodeStyle): string | undefined {
  const literal = typeof value === 'string' ? quotedIn(value, style) : spellLiteral(value, style.language);
  return literal === undefined ? undefined : asInput(literal, typeof value, style);
}

/** An expression of a plain type as an input of the SDK: Go has a function for each type. */
export function asInput(expression: string, type: string, { language, references }: CodeStyle): string {
  if (language !== 'go') return expression;
  const name = type === 'string' ? 'String' : type === 'boolean' ? 'Bool' : 'Int';
  return `${references.to(`pulumi.${name}`)}(${expression})`;
}
