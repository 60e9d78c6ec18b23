/** Removes imports that a change of a program has made unused: Go does not compile with them. */
import { programSyntax, type ProgramSyntax } from '../../frontends/code/read-code.ts';
import { fieldOf, nodeText, type SyntaxNode } from '../../frontends/code/syntax.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineStartAt } from '../../text/line.ts';
import type { Document } from '../../tree/document.ts';
import { applyEdits } from '../apply-edits.ts';

const imports = /^(?:import_(?:from_)?statement|import_declaration|using_directive)$/;

/** The text of the program without the imports that only the program before used, or whose names now come from another import. */
export function withoutUnusedImports(before: Document, after: Document): string {
  const [old, fresh] = [before, after].map(programSyntax);
  if (!old || !fresh) return after.text;
  const [was, is] = [usedNames(old), usedNames(fresh)];
  const { text } = fresh.program;
  const statements = importStatements(fresh);
  const known = new Set(
    importStatements(old).flatMap((node) => specsIn(node).map((spec) => keyOf(spec, node, before.text))),
  );
  const counts = new Map<string, number>();
  for (const name of statements.flatMap(specsIn).map((spec) => nameOf(spec, text)))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const edits = statements.flatMap((node) => {
    const isUnused = (spec: SyntaxNode): boolean => {
      const name = nameOf(spec, text);
      const isReplaced = name !== '' && (counts.get(name) ?? 0) > 1 && known.has(keyOf(spec, node, text));
      return isReplaced || (was.has(name) && !is.has(name));
    };
    return removals(node, isUnused, text);
  });
  return applyEdits(text, edits);
}

function importStatements({ program: { root } }: ProgramSyntax): readonly SyntaxNode[] {
  return root.children.filter(({ type }) => imports.test(type));
}

/** The name with its module. */
function keyOf(spec: SyntaxNode, statement: SyntaxNode, text: string): string {
  const module = fieldOf(statement, 'module_name') ?? fieldOf(statement, 'source') ?? spec;
  return `${nameOf(spec, text)} ${nodeText(module, text)}`;
}

/** The identifiers of a program outside of its imports. */
function usedNames({ program: { root, text } }: ProgramSyntax): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting = root.children.filter(({ type }) => !imports.test(type));
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    waiting.push(...node.children);
    if (node.children.length === 0 && node.isNamed && node.type.endsWith('identifier')) names.add(nodeText(node, text));
  }
  return names;
}

function removals(statement: SyntaxNode, isUnused: (spec: SyntaxNode) => boolean, text: string): readonly TextEdit[] {
  const specs = specsIn(statement);
  const unused = specs.filter(isUnused);
  if (unused.length === 0) return [];
  if (unused.length === specs.length) return [{ span: wholeLines(statement, text), text: '' }];
  if (specs[0]?.type === 'import_spec') return unused.map((spec) => ({ span: wholeLines(spec, text), text: '' }));
  const kept = specs.filter((spec) => !unused.includes(spec)).map((spec) => nodeText(spec, text));
  const [first = statement, second] = specs;
  const gap = second ? text.slice(first.end, second.start) : ', ';
  return [{ span: { start: first.start, end: specs.at(-1)?.end ?? first.end }, text: kept.join(gap) }];
}

/** The parts of an import that each give a name; the import itself where it gives one. */
function specsIn(statement: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (/^(?:import_spec|import_specifier|namespace_import)$/.test(node.type)) found.push(node);
    else node.children.forEach(visit);
  };
  visit(statement);
  if (found.length > 0) return found;
  if (/^import_(?:from_)?statement$/.test(statement.type)) {
    const names = statement.children.filter(({ field }) => field === 'name');
    if (names.length > 0) return names;
  }
  return [statement];
}

/** The name behind `as`, or the last one; empty where it is not clear, as behind a star. */
function nameOf(spec: SyntaxNode, text: string): string {
  const written = nodeText(spec, text);
  const alias = /^using\s+(\w+)\s*=/.exec(written)?.[1] ?? /\bas\s+(\w+)$/.exec(written)?.[1];
  if (alias !== undefined) return alias;
  if (spec.type === 'import_spec') return /^(\w+)\s/.exec(written)?.[1] ?? goName(written);
  if (spec.type === 'using_directive') return '';
  if (spec.type === 'import_statement' || spec.type === 'import_clause') return '';
  // `import a.b` gives the name `a`.
  if (spec.type === 'dotted_name' && spec.parent?.type === 'import_statement') return /^\w+/.exec(written)?.[0] ?? '';
  return /(\w+)\s*;?$/.exec(written)?.[1] ?? '';
}

/** The package of a path; those of the SDK are called like their version. */
function goName(written: string): string {
  return /\/(\w+)"$/.exec(written)?.[1] ?? '';
}

function wholeLines({ start, end }: SyntaxNode, text: string): TextEdit['span'] {
  const from = lineStartAt(text, start);
  if (text.slice(from, start).trim() !== '') return { start, end };
  const rest = /^[ \t]*;?[ \t]*\r?\n/.exec(text.slice(end));
  return rest ? { start: from, end: end + rest[0].length } : { start, end };
}
