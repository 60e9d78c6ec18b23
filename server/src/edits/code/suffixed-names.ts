/** Adds a suffix to the name of an object or a resource, as text of a program: to a literal, an expression or an output. */
import type { ProgramSyntax } from '../../frontends/code/read-code.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../../frontends/code/syntax.ts';
import type { CodeLanguage, Document } from '../../tree/document.ts';
import type { Value } from '../../tree/value.ts';
import type { MadeName } from '../parts/calls.ts';
import { writtenOf, type Part } from '../parts/part.ts';
import { expressionOf } from './code-layout.ts';
import type { CodeStyle } from './code-style.ts';
import { spellLiteral, spellLiteralLike } from './spell-literal.ts';

/** A text with the suffix: inside of its quotes, in an interpolation, or added. Outputs cannot be added to. */
export function suffixedText(written: string, suffix: string, language: CodeLanguage, isAlone = true): string {
  const quoted = /^[fF$@]*(["'`])(?:(?!\1)[^\\]|\\.)*\1$/.exec(written);
  if (quoted && (language !== 'go' || quoted[1] === '"')) return written.slice(0, -1) + suffix + written.slice(-1);
  const isSimple = /^[\w$.]+(?:\(\)|\[[\w"']*\])*$/.test(written);
  if (isSimple && (language === 'typescript' || language === 'javascript')) return `\`\${${written}}${suffix}\``;
  if (isSimple && language === 'python' && !/["']/.test(written)) return `f"{${written}}${suffix}"`;
  if (isSimple && language === 'csharp' && !written.includes('"')) return `$"{${written}}${suffix}"`;
  const isSum =
    /^[\w$.()"'\-[\] +]+$/.test(written) && !/\b(?:if|else|and|or|not|in|is|as|await|lambda)\b/.test(written);
  const left = isSimple || isSum ? written : `(${written})`;
  // As gofmt does among other arguments.
  const plus = language === 'go' && !isAlone ? '+' : ' + ';
  return `${left}${plus}"${suffix}"`;
}

/** The name of an object with a suffix. Undefined for a name that is no text. */
export function nameWithSuffix(
  document: Document,
  syntax: ProgramSyntax,
  part: Part,
  { suffix, whole }: { readonly suffix: string; readonly whole: string },
  style: CodeStyle,
): MadeName | undefined {
  const { language } = style;
  const written = writtenOf(part);
  const origin = part.kind === 'text' ? part.origin : undefined;
  if (written === undefined || !origin || (origin.kind !== 'scalar' && origin.kind !== 'opaque')) return undefined;
  const inner = document.text.slice(origin.span.start, origin.span.end);
  const at = written.indexOf(inner);
  if (at < 0) return undefined;
  const wrapped = (text: string): string => written.slice(0, at) + text + written.slice(at + inner.length);
  if (origin.kind === 'scalar' && !origin.isAlias) {
    const literal = spellLiteralLike(inner, whole, language) ?? spellLiteral(whole, language);
    return literal === undefined ? undefined : { text: wrapped(literal), name: whole };
  }
  if (origin.kind === 'scalar') return { text: wrapped(suffixedText(inner, suffix, language)), name: whole };
  if (isText(origin, written, syntax, language)) {
    const text = suffixedText(inner, suffix, language);
    return { text: wrapped(text), name: text };
  }
  const text = suffixedOutput(elementOf(written, language), suffix, style);
  return { text, name: text };
}

/** The name as the value of a label. Undefined for an output in Java, whose maps hold texts or are outputs as a whole. */
export function labelWritten(syntax: ProgramSyntax, part: Part, language: CodeLanguage): string | undefined {
  const written = writtenOf(part);
  const origin = part.kind === 'text' ? part.origin : undefined;
  if (written === undefined || !origin || origin.kind === 'scalar') return written;
  if (isText(origin, written, syntax, language)) return written;
  return language === 'java' ? undefined : elementOf(written, language);
}

/** Names are pointers in Go's outputs of resources. */
function elementOf(written: string, language: CodeLanguage): string {
  return language === 'go' && written.endsWith('.Name()') ? `${written}.Elem()` : written;
}

/** The class or function of Pulumi that `nameWithSuffix` needs for outputs. */
export const outputPaths: Readonly<Record<CodeLanguage, string>> = {
  typescript: '@pulumi/pulumi.interpolate',
  javascript: '@pulumi/pulumi.interpolate',
  python: 'pulumi.Output',
  go: 'pulumi.Sprintf',
  csharp: 'Pulumi.Output',
  java: 'com.pulumi.core.Output',
};

function suffixedOutput(written: string, suffix: string, { language, references }: CodeStyle): string {
  const called = references.to(outputPaths[language]);
  switch (language) {
    case 'typescript':
    case 'javascript':
      return `${called}\`\${${written}}${suffix}\``;
    case 'python':
      return `${called}.concat(${written}, "${suffix}")`;
    case 'go':
      return `${called}("%s${suffix}", ${written})`;
    case 'csharp':
      return `${called}.Format($"{${written.includes(':') ? `(${written})` : written}}${suffix}")`;
    case 'java':
      return `${called}.format("%s${suffix}", ${written})`;
  }
}

/** False for what may be an output of the SDK. */
function isText(value: Value, written: string, syntax: ProgramSyntax, language: CodeLanguage): boolean {
  if (language === 'go') return /^\w+\.String(?:Ptr)?\(/.test(written);
  const found = expressionOf(value, syntax);
  const node = nodeAt(value, syntax.program.root);
  if (found && ((found.kind === 'template' && found.isOutput !== true) || found.kind === 'sum')) return true;
  if (!node) return false;
  const { text } = syntax.program;
  if (language === 'java')
    return !/\bapplyValue\(|\bOutput\b/.test(written) && !/\bOutput\b/.test(typeOfParameter(node, text) ?? '');
  return /^:?\s*(?:string|str|String)$/.test(typeOfParameter(node, text) ?? '');
}

function nodeAt({ span }: Value, root: SyntaxNode): SyntaxNode | undefined {
  let node: SyntaxNode | undefined = root;
  while (node && (node.start !== span.start || node.end !== span.end))
    node = node.children.find(({ start, end }) => start <= span.start && span.end <= end);
  return node;
}

/** The type of the parameter that a name is, in the nearest function that has one of this name. */
function typeOfParameter(name: SyntaxNode, text: string): string | undefined {
  const own = nodeText(name, text);
  if (!/^\w+$/.test(own)) return undefined;
  let type: string | undefined;
  ancestor(name, (node) => {
    const parameters = fieldOf(node, 'parameters');
    const found = parameters && namedParts(parameters).find((each) => parameterName(each, text) === own);
    if (found) type = textOf(fieldOf(found, 'type'), text);
    return found !== undefined;
  });
  return type;
}

function parameterName(parameter: SyntaxNode, text: string): string {
  const name = fieldOf(parameter, 'pattern') ?? fieldOf(parameter, 'name') ?? namedParts(parameter)[0] ?? parameter;
  return nodeText(name, text);
}

function textOf(node: SyntaxNode | undefined, text: string): string | undefined {
  return node && nodeText(node, text);
}
