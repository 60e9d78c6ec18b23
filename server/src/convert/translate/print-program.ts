/** Writes objects as a program of a language: imports, constants, and a call for each object. */
import type { CodeStyle } from '../../edits/code/code-style.ts';
import { newStyle } from '../../edits/code/program-style.ts';
import { spellLiteral } from '../../edits/code/spell-literal.ts';
import type { CodeLanguage } from '../../tree/document.ts';
import type { CarriedObject } from './carried.ts';
import { constantsIn, wordsOf, type Constant } from './constants.ts';
import { callLines } from './print-call.ts';

/** A whole program, or with `isFragment` only imports and calls. Undefined where the language cannot write an object. */
export function programTextOf(
  objects: readonly CarriedObject[],
  names: ReadonlyMap<CarriedObject, string>,
  language: CodeLanguage,
  isFragment: boolean,
): string | undefined {
  const style = newStyle(language);
  const frame = frames[language];
  const constants = isFragment ? [] : constantsIn(objects);
  const indent = isFragment ? '' : frame.indent;
  const calls = callsOf(objects, { names, constants }, style, indent.length);
  const declared = constants.map((constant) => declarationParts(constant, language));
  if (!calls || !declared.every((each) => each !== undefined)) return undefined;
  const body = calls.map((lines) => lines.map((line) => (line === '' ? '' : indent + line)).join('\n'));
  const isPlain = isFragment || frame.indent === '';
  const text = isPlain ? undefined : frame.program(body, declarationLines(declared, language), style);
  const made =
    text ?? [declarationLines(declared, language).join('\n'), ...body].filter((each) => each !== '').join('\n\n');
  const head = importLines(style);
  const start = language === 'go' && !isFragment ? 'package main\n\n' : '';
  return `${start}${head.length > 0 ? `${head.join('\n')}\n\n` : ''}${made}\n`;
}

/** The statements for some objects in a style; undefined where the language cannot write one. */
export function callsOf(
  objects: readonly CarriedObject[],
  {
    names,
    constants,
    isTaken = () => false,
  }: {
    readonly names: ReadonlyMap<CarriedObject, string>;
    readonly constants: readonly Constant[];
    readonly isTaken?: (variable: string) => boolean;
  },
  style: CodeStyle,
  column: number,
): readonly (readonly string[])[] | undefined {
  const { language } = style;
  const variables = variablesFor(objects, names, style, isTaken);
  const calls = objects.map((object) =>
    callLines(
      object,
      {
        constantFor: (scalar) => {
          const constant = constants.find(({ uses }) => uses.has(scalar));
          return constant && constantName(constant.words, language);
        },
        logicalName: names.get(object) ?? '',
        variable: variables.get(object),
        dependsOn: object.dependsOn.flatMap((each) => variables.get(each) ?? []),
      },
      style,
      column,
    ),
  );
  return calls.every((lines) => lines !== undefined) ? calls : undefined;
}

/** The variables of the objects that others depend on. */
function variablesFor(
  objects: readonly CarriedObject[],
  names: ReadonlyMap<CarriedObject, string>,
  { language }: CodeStyle,
  isTaken: (variable: string) => boolean,
): ReadonlyMap<CarriedObject, string> {
  const needed = new Set(objects.flatMap(({ dependsOn }) => dependsOn));
  const variables = new Map<CarriedObject, string>();
  const taken = new Set<string>();
  for (const object of objects) {
    if (!needed.has(object)) continue;
    const words = [...wordsOf(names.get(object) ?? ''), ...wordsOf(object.type.replace(/(?<=[a-z])[A-Z]/g, ' $&'))];
    const name = language === 'python' ? words.join('_') : camelCase(words);
    let free = name;
    for (let i = 2; taken.has(free) || isTaken(free); i++) free = `${name}${i}`;
    taken.add(free);
    variables.set(object, free);
  }
  return variables;
}

function camelCase(words: readonly string[]): string {
  return words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

function constantName(words: readonly string[], language: CodeLanguage): string {
  if (language === 'python' || language === 'java') return words.join('_').toUpperCase();
  // The namespace of Kubernetes is a class in C#.
  const name = camelCase(language === 'csharp' && words.join('') === 'namespace' ? ['namespace', 'name'] : words);
  return language === 'csharp' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

interface Declared {
  readonly type: 'string' | 'int';
  readonly name: string;
  readonly value: string;
}

function declarationParts({ words, value }: Constant, language: CodeLanguage): Declared | undefined {
  const spelled = spellLiteral(value, language);
  const type = typeof value === 'string' ? 'string' : 'int';
  return spelled === undefined ? undefined : { type, name: constantName(words, language), value: spelled };
}

function declarationLines(constants: readonly Declared[], language: CodeLanguage): readonly string[] {
  switch (language) {
    case 'typescript':
    case 'javascript':
      return constants.map(({ name, value }) => `const ${name} = ${value};`);
    case 'python':
      return constants.map(({ name, value }) => `${name} = ${value}`);
    case 'csharp':
      return constants.map(({ type, name, value }) => `const ${type} ${name} = ${value};`);
    case 'java':
      return constants.map(
        ({ type, name, value }) => `private static final ${type === 'string' ? 'String' : type} ${name} = ${value};`,
      );
    case 'go': {
      const [only] = constants;
      if (!only || constants.length === 1) return only ? [`const ${only.name} = ${only.value}`] : [];
      const width = Math.max(...constants.map(({ name }) => name.length));
      return ['const (', ...constants.map(({ name, value }) => `\t${name.padEnd(width)} = ${value}`), ')'];
    }
  }
}

interface ProgramFrame {
  /** The indentation of the calls; empty where they are at the top. */
  readonly indent: string;
  program(calls: readonly string[], constants: readonly string[], style: CodeStyle): string;
}

const flat: ProgramFrame = { indent: '', program: (calls) => calls.join('\n\n') };

const frames: Readonly<Record<CodeLanguage, ProgramFrame>> = {
  typescript: flat,
  javascript: flat,
  python: flat,
  go: {
    indent: '\t\t',
    program: (calls, constants, { references }) => {
      const run = references.to('pulumi.Run');
      const context = references.to('pulumi.Context');
      const main = ['func main() {', `\t${run}(func(ctx *${context}) error {`, ...calls, '\t\treturn nil', '\t})', '}'];
      return [...constants, ...(constants.length > 0 ? [''] : []), ...main].join('\n');
    },
  },
  csharp: {
    indent: '    ',
    program: (calls, constants, { references }) => {
      const run = `return await ${references.to('Pulumi.Deployment')}.RunAsync(() =>`;
      return [...constants, ...(constants.length > 0 ? [''] : []), run, '{', calls.join('\n\n'), '});'].join('\n');
    },
  },
  java: {
    indent: '        ',
    program: (calls, constants, { references }) => {
      const own = constants.map((line) => `    ${line}`);
      return [
        'public class App {',
        ...own,
        ...(own.length > 0 ? [''] : []),
        '    public static void main(String[] args) {',
        `        ${references.to('com.pulumi.Pulumi')}.run(App::stack);`,
        '    }',
        '',
        `    private static void stack(${references.to('com.pulumi.Context')} context) {`,
        calls.join('\n\n'),
        '    }',
        '}',
      ].join('\n');
    },
  },
};

/** In the order of the language's formatters. */
function importLines({ language, references }: CodeStyle): readonly string[] {
  const lines = [...references.lines];
  if (language === 'typescript' || language === 'javascript') return lines;
  // An alias follows the namespaces.
  const keyOf = (line: string): string => (line.includes(' = ') ? '~' : '') + line.replace(';', '');
  if (language !== 'go') return lines.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const specs = lines.map((line) => `\t${line.replace(/^import /, '')}`);
  const pathOf = (line: string): string => /"(.*)"/.exec(line)?.[1] ?? '';
  return ['import (', ...specs.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1)), ')'];
}
