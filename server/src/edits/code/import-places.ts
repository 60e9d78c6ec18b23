/** Where a program imports, and where a new import belongs among the others. */
import type { SyntaxNode } from '../../frontends/code/syntax.ts';
import type { TextEdit } from '../../text/edit.ts';
import { blanksAtStart, lineBreakOf } from '../../text/line.ts';
import type { CodeLanguage } from '../../tree/document.ts';

/** The languages whose imports are in the order of their paths; Python's are where none is a `from`. */
const ordered: ReadonlySet<CodeLanguage> = new Set(['go', 'java', 'csharp']);

/** Adds imports below those of the SDK, or among them where all are in order; at the start of a program without any. */
export function importEdits(
  lines: readonly string[],
  all: readonly SyntaxNode[],
  text: string,
  language: CodeLanguage,
): readonly TextEdit[] {
  const newline = lineBreakOf(text);
  const added = lines.map((line) => line.replaceAll('\n', newline));
  const present = all.map((node) => text.slice(node.start, node.end));
  const isPlain = language === 'python' && [...present, ...added].every((line) => line.startsWith('import '));
  if ((ordered.has(language) || isPlain) && isSorted(present)) {
    const sorted = added.toSorted((a, b) => (importKey(a) < importKey(b) ? -1 : 1));
    return sorted.map((line) => sortedImport(line, all, text));
  }
  const last = all.findLast((node) => /pulumi/i.test(text.slice(node.start, node.end)));
  const at = last?.end ?? 0;
  const indent = last ? blanksAtStart(text, last.start) : '';
  const isInBlock = last?.type === 'import_spec' && last.parent?.type === 'import_spec_list';
  const written = added.map((line) => (isInBlock ? line.replace(/^import /, '') : line));
  const made = last
    ? written.map((line) => newline + indent + line).join('')
    : written.map((line) => line + newline).join('');
  return [{ span: { start: at, end: at }, text: made }];
}

/** In brackets where the line would be too long. */
export function fromImport(module: string, names: readonly string[]): string {
  const line = `from ${module} import ${names.join(', ')}`;
  return line.length <= 100 ? line : `from ${module} import (\n${names.map((name) => `    ${name},\n`).join('')})`;
}

/** The path of an import, without its other name. */
function importKey(line: string): string {
  return /"([^"]*)"/.exec(line)?.[1] ?? line.replace(/^using \w+ = /, '').replace(/^(?:import|using)\s+|;$/g, '');
}

function isSorted(lines: readonly string[]): boolean {
  const keys = lines.map(importKey).filter((key) => /pulumi/i.test(key));
  return keys.length > 0 && keys.every((key, i) => i === 0 || (keys[i - 1] ?? '') <= key);
}

/** Below the last import of the SDK that comes before it, above the first one where none does. */
function sortedImport(line: string, all: readonly SyntaxNode[], text: string): TextEdit {
  const isInBlock = all[0]?.type === 'import_spec' && all[0].parent?.type === 'import_spec_list';
  const written = isInBlock ? line.replace(/^import /, '') : line;
  const keyed = all.map((node) => ({ node, key: importKey(text.slice(node.start, node.end)) }));
  const own = keyed.filter(({ key }) => /pulumi/i.test(key));
  const before = own.findLast(({ key }) => key < importKey(line))?.node;
  const beside = before ?? own[0]?.node;
  const start = beside?.start ?? 0;
  const indent = blanksAtStart(text, start);
  const newline = lineBreakOf(text);
  return before
    ? { span: { start: before.end, end: before.end }, text: newline + indent + written }
    : { span: { start, end: start }, text: written + newline + indent };
}

/** The statements or parts of statements that import. */
export function importsIn(root: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const node of root.children) {
    if (node.type === 'import_declaration' && node.children.some(({ type }) => type === 'import_spec_list'))
      found.push(...node.children.flatMap(({ children }) => children.filter(({ type }) => type === 'import_spec')));
    else if (/^(?:import_(?:from_)?statement|import_declaration|using_directive)$/.test(node.type)) found.push(node);
    else if (/^(?:lexical|variable)_declaration$/.test(node.type) && holdsRequire(node)) found.push(node);
  }
  return found;
}

function holdsRequire(declaration: SyntaxNode): boolean {
  return declaration.children.some(({ children }) =>
    children.some(({ field, type, children: parts }) => {
      const callee = parts[0];
      return (
        field === 'value' &&
        type === 'call_expression' &&
        callee?.type === 'identifier' &&
        callee.end - callee.start === 7
      );
    }),
  );
}
