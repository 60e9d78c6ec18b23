/** Writes the options of a resource in each language. */
import { programName } from '../../tree/program-name.ts';
import type { CodeStyle } from './code-style.ts';
import { spellLiteral } from './spell-literal.ts';

export interface NewOption {
  readonly name: string;
  readonly value: boolean | string | readonly string[];
}

/** The arguments behind the properties: none without options, several in Go. Undefined where the language cannot write one. */
export function optionArguments(
  options: readonly NewOption[],
  dependsOn: readonly string[],
  style: CodeStyle,
): readonly string[] | undefined {
  if (options.length === 0 && dependsOn.length === 0) return [];
  const own = options.map((option) => optionText(option, style));
  if (!own.every((each) => each !== undefined)) return undefined;
  const all = [...(dependsOn.length > 0 ? [dependencyText(dependsOn, style)] : []), ...own];
  const { language, references } = style;
  switch (language) {
    case 'typescript':
    case 'javascript':
      return [`{ ${all.join(', ')} }`];
    case 'python':
      return [`opts=${references.to('pulumi.ResourceOptions')}(${all.join(', ')})`];
    case 'go':
      return all;
    case 'csharp':
      return [`new ${references.to('Pulumi.CustomResourceOptions')} { ${all.join(', ')} }`];
    case 'java':
      return [`${references.to('com.pulumi.resources.CustomResourceOptions')}.builder()${all.join('')}.build()`];
  }
}

/** One option among others: `retainOnDelete: true`. Undefined where the language cannot write it. */
export function optionText({ name, value }: NewOption, style: CodeStyle): string | undefined {
  const values = (typeof value === 'object' ? value : [value]).map((each) => spellLiteral(each, style.language));
  return values.every((each) => each !== undefined)
    ? written(name, values, typeof value === 'object', style)
    : undefined;
}

/** The option with variables that hold resources: `dependsOn: [db]`. */
export function dependencyText(variables: readonly string[], { language, references }: CodeStyle): string {
  const list = variables.join(', ');
  switch (language) {
    case 'typescript':
    case 'javascript':
      return `dependsOn: [${list}]`;
    case 'python':
      return `depends_on=[${list}]`;
    case 'go':
      return `${references.to('pulumi.DependsOn')}([]${references.to('pulumi.Resource')}{${list}})`;
    case 'csharp':
      return `DependsOn = { ${list} }`;
    case 'java':
      return `.dependsOn(${list})`;
  }
}

function written(
  option: string,
  values: readonly string[],
  isList: boolean,
  { language, references }: CodeStyle,
): string {
  const name = programName(option, language);
  const list = values.join(', ');
  switch (language) {
    case 'typescript':
    case 'javascript':
      return `${name}: ${isList ? `[${list}]` : list}`;
    case 'python':
      return `${name}=${isList ? `[${list}]` : list}`;
    case 'go': {
      const plain = isList ? `[]string{${list}}` : list;
      const value = option === 'import' ? `${references.to('pulumi.ID')}(${list})` : plain;
      return `${references.to(`pulumi.${name}`)}(${value})`;
    }
    case 'csharp':
      return `${name} = ${isList ? `{ ${list} }` : list}`;
    case 'java':
      return `.${name}(${list})`;
  }
}
