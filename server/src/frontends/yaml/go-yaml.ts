/**
 * Where go-yaml, which reads YAML 1.1, refuses a text that YAML 1.2 allows: found in the lexemes of the `yaml` package.
 * It deliberately does not repeat what that package reports itself, nor what go-yaml alone lets pass.
 */
import { lineStartAt } from '../../text/line.ts';
import { quote } from '../../text/quote.ts';
import type { Issue } from '../../tree/document.ts';

/** A piece of source as the `yaml` package's lexer cuts it; empty-width marks are left out. */
export interface Lexeme {
  readonly offset: number;
  readonly source: string;
  /** True for the text of a plain or block scalar. */
  readonly isScalar: boolean;
}

/** The issues in document order. */
export function goYamlIssues(text: string, lexemes: readonly Lexeme[]): Issue[] {
  const issues = characterIssues(text);
  let depth = 0;
  // The last lexeme that is more than white space.
  let last: Lexeme | undefined;
  for (const [i, lexeme] of lexemes.entries()) {
    const { source } = lexeme;
    if (!lexeme.isScalar && (source === '{' || source === '[')) depth++;
    if (!lexeme.isScalar && (source === '}' || source === ']')) depth = Math.max(0, depth - 1);
    const isText = lexeme.isScalar || source.startsWith('"');
    const before = lexemes[i - 1];
    const message = isText
      ? scalarProblem(source, depth > 0)
      : (nameProblem(source) ??
        (depth > 0 ? colonProblem(text, lexeme, before) : tabProblem(text, lexeme, before, last)));
    if (message) issues.push({ span: { start: lexeme.offset, end: lexeme.offset + source.length }, message });
    if (source.trim() !== '') last = lexeme;
  }
  return issues;
}

/** Characters and directives that go-yaml's reader refuses before any syntax. */
function characterIssues(text: string): Issue[] {
  const issues: Issue[] = [];
  // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
  const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const span = { start: control.index, end: control.index + 1 };
    issues.push({
      span,
      message: `The control character U+${code} cannot stand in YAML. Remove it, or write it as an escape in double quotes.`,
    });
  }
  const version = /^%YAML[ \t]+(?!1\.1[ \t\r\n#])(\S*)/m.exec(text);
  if (version && /^\uFEFF?(?:[ \t]*(?:#.*)?\r?\n|%.*\r?\n)*$/.test(text.slice(0, version.index))) {
    const span = { start: version.index, end: version.index + version[0].length };
    issues.push({
      span,
      message: `The server reads YAML 1.1 and refuses a document that says ${version[1]}. Remove the directive.`,
    });
  }
  return issues;
}

function scalarProblem(source: string, isFlow: boolean): string | undefined {
  if (source.startsWith('"')) {
    const escape = refusedEscape(source);
    return (
      escape && `The server's YAML reader does not know the escape ${escape}… used here. Write the character itself.`
    );
  }
  if (!isFlow || source.startsWith("'")) return undefined;
  const start = quote(source);
  if (source.startsWith(':'))
    return `${start} starts with a colon, which the server's YAML reader refuses inside [ ] and { }. Put it in quotes.`;
  if (source.includes('?'))
    return `${start} contains "?", which the server's YAML reader refuses inside [ ] and { }. Put it in quotes.`;
  return undefined;
}

/** An escaped slash, or one half of a surrogate pair, the first of them; each backslash is looked at once. */
function refusedEscape(source: string): string | undefined {
  for (let at = source.indexOf('\\'); at >= 0; at = source.indexOf('\\', at + 2)) {
    const escape = /^\\(?:\/|u[dD][89a-fA-F])/.exec(source.slice(at, at + 4));
    if (escape) return escape[0].slice(0, 2);
  }
  return undefined;
}

function nameProblem(source: string): string | undefined {
  if (!/^[&*]/.test(source) || /^[&*][A-Za-z0-9_-]+$/.test(source)) return undefined;
  const what = source.startsWith('&') ? 'An anchor' : 'An alias';
  return `${what} is named with letters, digits, "-" and "_" only. If ${quote(source)} is meant as text, put it in quotes.`;
}

/** Inside of a flow mapping: a colon that joins a plain key to a bracket, and a key that runs over lines. */
function colonProblem(text: string, { source, offset }: Lexeme, before?: Lexeme): string | undefined {
  if (source !== ':' || !before?.isScalar) return undefined;
  if (before.source.includes('\n'))
    return 'The key before this colon runs over two lines. Write it on one, or add the missing comma.';
  return /[[{]/.test(text[offset + 1] ?? '') ? 'A space is missing after this colon. Add it.' : undefined;
}

/** Tabs that YAML 1.2 takes for white space: on blank or comment lines, and after a dash. */
function tabProblem(text: string, lexeme: Lexeme, before?: Lexeme, last?: Lexeme): string | undefined {
  if (!/^[ \t]*\t[ \t]*$/.test(lexeme.source)) return undefined;
  if (before?.source === '-' || before?.source === '?') return 'A tab stands after the dash. Use a space.';
  const lineStart = lineStartAt(text, lexeme.offset);
  const after = text[lexeme.offset + lexeme.source.length] ?? '\n';
  const isBlankLine = text.slice(lineStart, lexeme.offset).trim() === '' && /[\r\n#]/.test(after);
  if (!isBlankLine || (last && isWithinPlain(text, last, lineStart))) return undefined;
  return "This line has a tab in its indentation, which the server's YAML reader refuses even on an empty line. Remove it.";
}

/** go-yaml still looks for more of a plain scalar, and there takes a tab that is deeper than the key above. */
function isWithinPlain(text: string, last: Lexeme, lineStart: number): boolean {
  if (!last.isScalar || /^["']/.test(last.source)) return false;
  const start = lineStartAt(text, last.offset);
  const owner = /^[ ]*(?:- +)*/.exec(text.slice(start, last.offset))?.[0].length ?? 0;
  return text.indexOf('\t', lineStart) - lineStart > owner;
}
