/** The parser of programs: loading it, what happens where it cannot be loaded, and the copy of its trees. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { grammarFilesIn } from '../server/src/disk/grammar-files.ts';
import { fetchedGrammars } from '../server/src/fetched-grammars.ts';
import { copyTree, namesOf } from '../server/src/frontends/code/copy-tree.ts';
import { codeReader, type Grammar } from '../server/src/frontends/code/languages.ts';
import { loadGrammar, type GrammarFiles } from '../server/src/frontends/code/load.ts';
import type { SyntaxNode } from '../server/src/frontends/code/syntax.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { documentsOf, type Document } from '../server/src/tree/document.ts';
import grammarOwners from '../scripts/grammars.json' with { type: 'json' };
import { packagedGrammars } from './support/grammars.ts';
import { filesBelow } from './support/source-files.ts';
import { root } from './support/root.ts';

const endings: readonly (readonly [Grammar, string])[] = [
  ['typescript', '.ts'],
  ['tsx', '.js'],
  ['python', '.py'],
  ['go', '.go'],
  ['c_sharp', '.cs'],
  ['java', '.java'],
];
const head = "import * as k8s from '@pulumi/kubernetes';\n";
const call = "new k8s.core.v1.Endpoints('a', {});\n";

function read(name: string, text: string): Document | undefined {
  return documentsOf(readFile(name, text, { isPartial: false }))[0];
}

describe('the grammars of the package', () => {
  const folder = join(root, 'dist/grammars');

  it('are those of node_modules, compressed', async () => {
    const files = grammarFilesIn(folder);
    for (const name of Object.keys(grammarOwners))
      assert.ok(Buffer.from(await files(name)).equals(Buffer.from(await packagedGrammars(name))), name);
  });

  it('are fetched in a worker, whether or not the web server has decompressed them', async () => {
    const { fetch } = globalThis;
    const asked: string[] = [];
    const packed = readFileSync(join(folder, 'tree-sitter-go.wasm.gz'));
    const plain = Buffer.from(await packagedGrammars('tree-sitter-go.wasm'));
    const replies = [new Response(packed), new Response(plain), new Response('', { status: 404 })];
    globalThis.fetch = (url) => {
      asked.push(url instanceof URL ? url.href : '');
      return Promise.resolve(replies.shift() ?? Response.error());
    };
    try {
      const files = fetchedGrammars('https://example.com/dist/worker.js');
      assert.deepEqual(Buffer.from(await files('tree-sitter-go.wasm')), Buffer.from(plain));
      assert.deepEqual(Buffer.from(await files('tree-sitter-go.wasm')), Buffer.from(plain));
      await assert.rejects(files('tree-sitter-go.wasm'), /^Error: status 404$/);
    } finally {
      globalThis.fetch = fetch;
    }
    assert.deepEqual(new Set(asked), new Set(['https://example.com/dist/grammars/tree-sitter-go.wasm.gz']));
  });
});

describe('loading a grammar', () => {
  // Other tests of this process have loaded the grammars that there are.
  const other: string = 'none';
  const none = other as Grammar;

  it('fails in one sentence for a missing file, once for the same files, and then succeeds with others', async () => {
    let count = 0;
    const failing: GrammarFiles = (name) => {
      if (name.startsWith('web-')) return packagedGrammars(name);
      count++;
      return Promise.reject(new Error('no such file'));
    };
    const message = 'tree-sitter-none.wasm cannot be loaded (no such file), so programs that need it are not read.';
    await assert.rejects(loadGrammar(none, failing), { message });
    await assert.rejects(loadGrammar(none, failing), { message });
    assert.equal(count, 1);
    const broken: GrammarFiles = (name) =>
      name.startsWith('web-') ? packagedGrammars(name) : Promise.resolve(new Uint8Array([1]));
    await assert.rejects(
      loadGrammar(none, broken),
      /^Error: tree-sitter-none\.wasm cannot be loaded \(.*\), so programs/,
    );
    assert.equal(codeReader(none), undefined);
    const go: GrammarFiles = (name) => packagedGrammars(name.replace('none', 'go'));
    await Promise.all([loadGrammar(none, go), loadGrammar(none, go)]);
    assert.ok(codeReader(none));
  });
});

describe('a program that the parser refuses', () => {
  before(() => Promise.all(endings.map(([grammar]) => loadGrammar(grammar, packagedGrammars))));

  it('is named as not read if it is too long', () => {
    const just = head + call + ' '.repeat(250_000 - head.length - call.length);
    assert.equal(read('a.ts', just)?.resources.length, 1);
    assert.deepEqual(
      [read('a.ts', `${just} `)?.unreadLanguage, read('a.ts', `${just} `)?.resources],
      ['TypeScript', []],
    );
    assert.equal(read('a.ts', head + call + 'x'.repeat(10_000_000))?.unreadLanguage, 'TypeScript');
  });

  it('is named as not read if it nests thousands of brackets, which overflow the stack of the parser', () => {
    for (const unit of ['(', '[', '{a:', '`${', 'a(', 'new A(', 'class A { a = '])
      assert.equal(read('a.ts', head + call + unit.repeat(3_000))?.unreadLanguage, 'TypeScript', unit);
    assert.equal(read('a.ts', head + call)?.resources.length, 1);
  });

  it('is read without the parts that are nested deeply', () => {
    for (const unit of ['(', '[', '{a:', 'a(', 'new A(', 'class A { a = ']) {
      const nested = `const a = ${unit.repeat(450)};\n`;
      assert.equal(read('a.ts', `${head}${call}${nested}`)?.resources.length, 1, unit);
    }
    for (const unit of ['x => ', '-', 'a ? ', 'a + ', 'if (a) ', '/*', '!']) {
      const nested = unit.repeat(3_000);
      assert.equal(read('a.ts', `${head}${call}${nested}`)?.resources.length, 1, unit);
      assert.equal(read('a.ts', `${head}const a = ${nested}`)?.resources.length, 0, unit);
      const used = call.replace('{}', `{ metadata: { name: ${nested}1 } }`);
      assert.equal(read('a.ts', head + used)?.text, head + used, unit);
    }
  });
});

describe('the copy of a tree', () => {
  before(() => Parser.init());

  for (const [grammar, ending] of endings) {
    it(`has all nodes of ${grammar}, also of half-typed texts`, async () => {
      const language = await Language.load(await packagedGrammars(`tree-sitter-${grammar}.wasm`));
      const parser = new Parser();
      parser.setLanguage(language);
      const texts = filesBelow(join(root, 'test/data/programs'), [ending]).map((file) => readFileSync(file, 'utf8'));
      assert.ok(texts.length > 0);
      const halves = texts.flatMap((text) => [0.3, 0.55, 0.8].map((part) => text.slice(0, text.length * part)));
      for (const text of [...texts, ...halves, '', '\u{1f600} = "é";\r\n']) {
        const tree = parser.parse(text);
        assert.ok(tree);
        assert.deepEqual(plain(copyTree(tree, namesOf(language))), plainNode(tree.rootNode, null));
        tree.delete();
      }
    });
  }
});

/** What the documented interface of the parser says of a node, as a line for each. */
function plainNode(node: Node, field: string | null, depth = 0): readonly string[] {
  const { type, startIndex, endIndex, isNamed, isMissing, children } = node;
  const own = lineOf(depth, type, startIndex, endIndex, field, isNamed, type === 'ERROR' || isMissing);
  return [
    own,
    ...children.flatMap((child, i) => (child ? plainNode(child, node.fieldNameForChild(i), depth + 1) : [])),
  ];
}

function plain(node: SyntaxNode, depth = 0): readonly string[] {
  const { type, start, end, field, isNamed, isBroken, children } = node;
  for (const child of children) assert.equal(child.parent, node);
  return [
    lineOf(depth, type, start, end, field ?? null, isNamed, isBroken),
    ...children.flatMap((child) => plain(child, depth + 1)),
  ];
}

function lineOf(depth: number, type: string, ...rest: readonly (number | string | boolean | null)[]): string {
  return `${' '.repeat(depth)}${type} ${rest.join(' ')}`;
}
