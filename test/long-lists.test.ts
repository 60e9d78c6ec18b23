/** After an edit in a long list, its text has the tree, the facts and the findings that it has when it is read anew. */
import assert from 'node:assert/strict';
import { documentSymbols, flatSymbols } from '../server/src/features/outline/document-symbols.ts';
import { endpointPhrase } from '../server/src/features/outline/endpoint-counts.ts';
import { describedObjects } from '../server/src/features/service-objects.ts';
import { locatedIn } from '../server/src/features/lsp.ts';
import { viewIn } from '../server/src/features/view.ts';
import { fileFacts, reuseFacts } from '../server/src/analysis/facts/file-facts.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { rereadFile } from '../server/src/frontends/documents/reread.ts';
import { newestMinor } from '../server/src/contract/version.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { sliced } from '../server/src/text/long-text.ts';
import { documentsOf, type SourceFile } from '../server/src/tree/document.ts';
import { itemBlocks } from '../server/src/tree/item-blocks.ts';
import { childrenOf, type Value } from '../server/src/tree/value.ts';
import { settingsFor } from './support/checking.ts';
import { edited, randomFrom } from './support/long-texts.ts';
import { asJson, listEdit, longEndpoints, longSlice, type ListEdit } from './support/long-lists.ts';
import { times } from './support/runs.ts';

const settings = settingsFor(newestMinor);
const options = { isPartial: false, isByItem: true } as const;

const texts: Readonly<Record<string, string>> = {
  Endpoints: longEndpoints({ count: 600 }),
  'indented Endpoints': longEndpoints({ count: 280, indent: '  ' }),
  'Endpoints with Windows line ends': longEndpoints({ count: 280 }).replaceAll('\n', '\r\n'),
  'a slice': longSlice({ count: 300 }),
  'an indented slice': longSlice({ count: 200, indent: '  ' }),
  'Endpoints as JSON': asJson(longEndpoints({ count: 300 })),
  'a slice as JSON': asJson(longSlice({ count: 300 })),
  'two objects': `${longEndpoints({ count: 200 })}---\n${longSlice({ count: 200 })}`,
};

describe('an edit in a long list', () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`gives what reading anew gives: ${name}`, function () {
      this.timeout(120_000);
      let taken = 0;
      for (let seed = 1; seed <= times(2); seed++) taken += editAll(text, seed);
      assert.ok(taken > 2, `only ${taken} edits left blocks alone`);
    });
  }

  it('leaves all blocks alone but the one around it', () => {
    const text = texts['Endpoints'] ?? '';
    const at = text.indexOf('worker-1', text.length / 2);
    const [before, after] = typed(text, [{ start: at, end: at, written: 'x' }]);
    assert.ok(before && after);
    const known = blocksIn(before);
    assert.ok(known.size > 8);
    assert.equal([...blocksIn(after)].filter((block) => !known.has(block)).length, 1);
    assert.deepEqual(findingsIn(after), findingsIn(readFile('a.yaml', after.text, options)));
  });

  it('leaves all blocks of JSON alone but the one around it', () => {
    const text = texts['a slice as JSON'] ?? '';
    const at = text.indexOf('worker-1', text.length / 2);
    const [before, after] = typed(text, [{ start: at, end: at, written: 'x' }]);
    assert.ok(before && after);
    const known = blocksIn(before);
    assert.equal([...blocksIn(after)].filter((block) => !known.has(block)).length, 1);
    assert.deepEqual(findingsIn(after), findingsIn(readFile('a.yaml', after.text, options)));
  });

  it('leaves blocks alone when a quote is closed that made the text unreadable', () => {
    const text = texts['Endpoints'] ?? '';
    const start = text.indexOf('worker-1', text.length / 2);
    const end = text.indexOf('\n', start);
    const opened = { start, end: start, written: '"' };
    const closed = { start: end + 1, end: end + 1, written: '"' };
    const [before, broken, after] = typed(text, [opened, closed]);
    assert.ok(before && broken && after);
    assert.equal(blocksIn(broken).size, 0);
    const known = blocksIn(before);
    assert.equal([...blocksIn(after)].filter((block) => !known.has(block)).length, 1);
    assert.deepEqual(findingsIn(after), findingsIn(readFile('a.yaml', after.text, options)));
  });

  it('uses the blocks of a list again where another part of the object changes', () => {
    const text = texts['a slice'] ?? '';
    const at = text.indexOf('8080');
    const [before, after] = typed(text, [{ start: at, end: at, written: '1' }]);
    assert.ok(before && after);
    const known = blocksIn(before);
    assert.ok([...blocksIn(after)].every((block) => known.has(block)));
    assert.deepEqual(findingsIn(after), findingsIn(readFile('a.yaml', after.text, options)));
  });
});

/** The file before the edits, and after each of them. */
function typed(base: string, edits: readonly ListEdit[]): readonly SourceFile[] {
  let [text, file] = [base, readFile('a.yaml', base, options)];
  const files = [file];
  for (const edit of edits) {
    text = edited(text, edit);
    const change = { start: edit.start, end: edit.end, length: edit.written.length };
    file = rereadFile('a.yaml', file, { change, after: sliced(text), options });
    findingsIn(file);
    files.push(file);
  }
  return files;
}

/** How many of the edits left blocks alone. */
function editAll(base: string, seed: number): number {
  const random = randomFrom(seed);
  let taken = 0;
  let [text, file] = [base, readFile('a.yaml', base, options)];
  for (let i = 0; i < 20; i++) {
    const edit = listEdit(text, random);
    const { start, end, written } = edit;
    const [before, was] = [file, text];
    text = edited(was, edit);
    file = rereadFile('a.yaml', before, {
      change: { start, end, length: written.length },
      after: sliced(text),
      options,
    });
    const what = `seed ${seed}, edit ${i}: ${JSON.stringify(edit)}`;
    reuseFacts(before, file);
    const anew = readFile('a.yaml', text, options);
    // The findings first: those who find them must not depend on items that were asked for before.
    assert.deepEqual(findingsIn(file), findingsIn(anew), what);
    assert.deepEqual(fileFacts(file), fileFacts(anew), what);
    assert.deepEqual(outlineOf(file), outlineOf(anew), what);
    assert.deepEqual(plainFile(file), plainFile(anew), what);
    const [known, now] = [blocksIn(before), blocksIn(file)];
    if ([...now].filter((block) => known.has(block)).length > 1) taken++;
    // Mostly undoes what no longer has divided lists, such as a syntax error.
    if (now.size === 0 && random(8) > 0) [text, file] = [was, before];
  }
  return taken;
}

function blocksIn(file: SourceFile): ReadonlySet<object> {
  const blocks = new Set<object>();
  const visit = (value: Value): void => {
    const own = value.kind === 'sequence' ? itemBlocks(value) : undefined;
    if (own) for (const { block } of own) blocks.add(block);
    else childrenOf(value).forEach(visit);
  };
  for (const { root } of documentsOf(file)) if (root) visit(root);
  return blocks;
}

function findingsIn(file: SourceFile): unknown {
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
