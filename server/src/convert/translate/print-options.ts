/** Writes the options of a resource in each language. */
import type { CodeStyle } from '../../edits/code/code-style.ts';
import { spellLiteral } from '../../edits/code/spell-literal.ts';
import { programName } from '../../tree/program-name.ts';
import type { CarriedOption } from './carried.ts';

/** The arguments behind the properties: none without options, several in Go. Undefined where the language cannot write one. */
export function optionTexts(
  options: readonly CarriedOption[],
  dependsOn: readonly string[],
  style: CodeStyle,
): readonly string[] | undefined {
  if (options.length === 0 && dependsOn.length === 0) return [];
  const { language } = style;
  const own = options.map(({ name, value }) => {
    const values = (typeof value === 'object' ? value : [value]).map((each) => spellLiteral(each, language));
    if (!values.every((each) => each !== undefined)) return undefined;
    return written(name, values, typeof value === 'object', style);
  });
  if (!own.every((each) => each !== undefined)) return undefined;
  const before = dependsOn.length > 0 ? [resources(dependsOn, style)] : [];
  const all = [...before, ...own];
  switch (language) {
    case 'typescript':
    case 'javascript':
      return [`{ ${all.join(', ')} }`];
    case 'python':
      return [`opts=pulumi.ResourceOptions(${all.join(', ')})`];
    case 'go':
      return all;
    case 'csharp':
      return [`new ${style.references.to('Pulumi.CustomResourceOptions')} { ${all.join(', ')} }`];
    case 'java':
      return [`${style.references.to('com.pulumi.resources.CustomResourceOptions')}.builder()${all.join('')}.build()`];
  }
}

function resources(variables: readonly string[], { language, references }: CodeStyle): string {
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
