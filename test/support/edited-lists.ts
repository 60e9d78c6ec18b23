/** Edits long lists, and compares what is read again with what reading anew gives. */
import assert from 'node:assert/strict';
import { documentSymbols, flatSymbols } from '../../server/src/features/outline/document-symbols.ts';
import { endpointPhrase } from '../../server/src/features/outline/endpoint-counts.ts';
import { describedObjects } from '../../server/src/features/service-objects.ts';
import { locatedIn } from '../../server/src/features/lsp.ts';
import { viewIn } from '../../server/src/features/view.ts';
import { fileFacts, reuseFacts } from '../../server/src/analysis/facts/file-facts.ts';
import { readFile, type ReadOptions } from '../../server/src/frontends/frontends.ts';
import { rereadFile } from '../../server/src/frontends/documents/reread.ts';
import { newestMinor } from '../../server/src/contract/version.ts';
import { checkFile } from '../../server/src/lint/check-file.ts';
import { sliced } from '../../server/src/text/long-text.ts';
import { documentsOf, type SourceFile } from '../../server/src/tree/document.ts';
import { itemBlocks } from '../../server/src/tree/item-blocks.ts';
import { childrenOf, type Value } from '../../server/src/tree/value.ts';
import { settingsFor } from './checking.ts';
import { halfTypedLine, listEdit, templateEdit, type ListEdit } from './long-lists.ts';
import { edited, randomFrom } from './long-texts.ts';

const settings = settingsFor(newestMinor);

export const options = { isPartial: false, isByItem: true } as const;

/** With these, no list of a template is divided. */
export const undivided = { isPartial: false } as const;

/** The file once the edit has made the text of it. */
function reread(before: SourceFile, text: string, { start, end, written }: ListEdit): SourceFile {
  const change = { start, end, length: written.length };
  return rereadFile('a.yaml', before, { change, after: sliced(text), options });
}

/** How many texts with syntax errors at several places left blocks alone. */
export function typeLines(base: string, seed: number): number {
  const random = randomFrom(seed);
  let taken = 0;
  let [text, file, places] = [base, readFile('a.yaml', base, options), 0];
  for (let i = 0; i < 16; i++) {
    const edit = random(3) === 0 ? listEdit(text, random) : halfTypedLine(text, random);
    const [before, was, wereAt] = [file, text, places];
    text = edited(was, edit);
    file = reread(before, text, edit);
    assertAnew(before, file, text, `seed ${seed}, edit ${i}: ${JSON.stringify(edit)}`);
    places = hasIssues(file) ? places + 1 : 0;
    if (places > 1 && blocksIn(file).size > 1) taken++;
    // Undoes what no longer has divided lists.
    else if (blocksIn(file).size === 0) [text, file, places] = [was, before, wereAt];
  }
  return taken;
}

/** How many texts with a syntax error left blocks alone, while the line is written letter by letter and removed. */
export function typeLine(base: string, line: ListEdit, random: (below: number) => number): number {
  const { start, written } = line;
  const end = start + written.length;
  const typedTo = start + random(written.length);
  const edits: readonly ListEdit[] = [
    { start, end: start, written: written.slice(0, typedTo - start) },
    { start: typedTo, end: typedTo, written: written.slice(typedTo - start) },
    // Another line is edited before this one is finished.
    { start: end + 3, end: end + 3, written: 'x' },
    { start, end, written: '' },
  ];
  let taken = 0;
  let [text, file] = [base, readFile('a.yaml', base, options)];
  for (const edit of edits) {
    const before = file;
    text = edited(text, edit);
    file = reread(before, text, edit);
    assertAnew(before, file, text, JSON.stringify(line));
    if (hasIssues(file) && blocksIn(file).size > 1) taken++;
  }
  return taken;
}

/** The file before the edits, and after each of them. */
export function typed(base: string, edits: readonly ListEdit[]): readonly SourceFile[] {
  let [text, file] = [base, readFile('a.yaml', base, options)];
  const files = [file];
  for (const edit of edits) {
    text = edited(text, edit);
    file = reread(file, text, edit);
    findingsIn(file);
    files.push(file);
  }
  return files;
}

/** How many of the edits left blocks alone. In a template, lists are divided only here: the rules must not find less then. */
export function editAll(base: string, seed: number, nextEdit = listEdit): number {
  const anew = nextEdit === templateEdit ? undivided : options;
  const random = randomFrom(seed);
  let taken = 0;
  let [text, file] = [base, readFile('a.yaml', base, options)];
  for (let i = 0; i < 20; i++) {
    const edit = nextEdit(text, random);
    const [before, was] = [file, text];
    text = edited(was, edit);
    file = reread(before, text, edit);
    const what = `seed ${seed}, edit ${i}: ${JSON.stringify(edit)}`;
    assertAnew(before, file, text, what, anew);
    const [known, now] = [blocksIn(before), blocksIn(file)];
    if ([...now].filter((block) => known.has(block)).length > 1) taken++;
    // Mostly undoes a syntax error, and what no longer has divided lists.
    if ((now.size === 0 || hasIssues(file)) && random(8) > 0) [text, file] = [was, before];
  }
  return taken;
}

export function assertAnew(
  before: SourceFile,
  file: SourceFile,
  text: string,
  what: string,
  anew: ReadOptions = options,
): void {
  reuseFacts(before, file);
  assertEqual(file, readFile('a.yaml', text, anew), what);
}

export function assertEqual(file: SourceFile, anew: SourceFile, what: string): void {
  // The findings first: those who find them must not depend on items that were asked for before.
  assert.deepEqual(findingsIn(file), findingsIn(anew), what);
  assert.deepEqual(fileFacts(file), fileFacts(anew), what);
  assert.deepEqual(outlineOf(file), outlineOf(anew), what);
  assert.deepEqual(plainFile(file), plainFile(anew), what);
}

export function hasIssues(file: SourceFile): boolean {
  return documentsOf(file).some(({ issues }) => issues.length > 0);
}

export function blocksIn(file: SourceFile): ReadonlySet<object> {
  const blocks = new Set<object>();
  const visit = (value: Value): void => {
    const own = value.kind === 'sequence' ? itemBlocks(value) : undefined;
    if (own) for (const { block } of own) blocks.add(block);
    else childrenOf(value).forEach(visit);
  };
  for (const { root } of documentsOf(file)) if (root) visit(root);
  return blocks;
}

export function findingsIn(file: SourceFile): unknown {
  return checkFile(file, settings).map(({ span, severity, diagnostic }) => {
    const { rule, resource, ...rest } = diagnostic;
    return { ...rest, span, severity, code: rule.code, type: resource?.type };
  });
}

function outlineOf(file: SourceFile): unknown {
  const located = locatedIn(file.text, 'utf-16');
  const view = viewIn({ uri: 'file:///a.yaml', located }, newestMinor, () => file);
  return [documentSymbols(view), flatSymbols(view), describedObjects(view).map(endpointPhrase)];
}

function plainFile({ text, parts }: SourceFile): unknown {
  return { text, parts: parts.map(({ start, document: { ...document } }) => ({ start, document })) };
}
