/** Programs that are parsed again after an edit: every node is the one that parsing the whole text makes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { namesOf } from '../server/src/frontends/code/copy-tree.ts';
import { Reparser } from '../server/src/frontends/code/reparse.ts';
import type { SyntaxNode } from '../server/src/frontends/code/syntax.ts';
import { randomFrom } from './support/long-texts.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const grammars: Readonly<Record<string, string>> = {
  typescript: 'typescript/tree-sitter-typescript',
  python: 'python/tree-sitter-python',
  go: 'go/tree-sitter-go',
  csharp: 'c-sharp/tree-sitter-c_sharp',
  java: 'java/tree-sitter-java',
};
const folder = join(root, 'test/data/programs');

/** What changes a word, a list, a comment, or the structure of everything behind it. */
const typed = ['x', '1', ' ', '\n', 'é😀', '"', '// ', '/*', '*/', ', y', '()', '{}', '[', '}', 'a.b', '# ', '""', ';'];

describe('programs that are parsed again', function () {
  this.timeout(120_000 * times(1));
  before(() => loadGrammarsOf('a.ts'));

  for (const [language, path] of Object.entries(grammars)) {
    it(`have the same nodes after each edit of ${language}`, async () => {
      const parser = new Parser();
      const grammar = await Language.load(readFileSync(join(root, 'node_modules', `tree-sitter-${path}.wasm`)));
      parser.setLanguage(grammar);
      const reparser = new Reparser(parser, namesOf(grammar));
      const random = randomFrom(language.length);
      const files = readdirSync(join(folder, language)).filter((name) => !/\.json$|\.js$/.test(name));
      const texts = files.map((name) => readFileSync(join(folder, language, name), 'utf8'));
      let again = 0;
      for (let i = 0; i < times(120); i++) {
        const start = texts[i % texts.length] ?? '';
        const before = new Set(flat(reparser.parse(start, () => false)).map(({ node }) => node));
        let text = start;
        for (let n = random(3); n >= 0; n--) {
          const at = random(text.length);
          const taken = random(3) === 0 ? random(12) : 0;
          text = text.slice(0, at) + (typed[random(typed.length)] ?? '') + text.slice(at + taken);
          const nodes = flat(reparser.parse(text, () => false));
          const expected = flat(reparser.parseOnce(text, () => false));
          assert.deepEqual(nodes.map(plain), expected.map(plain), text);
          assert.ok(nodes.every(({ node }) => node.children.every(({ parent }) => parent === node)));
          if (nodes.filter(({ node }) => before.has(node)).length > nodes.length / 2) again++;
        }
      }
      assert.ok(again > times(120) / 10, `${again} trees were made of the last one`);
      parser.delete();
    });
  }
});

interface FlatNode {
  readonly node: SyntaxNode;
  readonly depth: number;
}

function flat(tree: SyntaxNode | undefined): readonly FlatNode[] {
  assert.ok(tree);
  const found: FlatNode[] = [];
  const waiting: FlatNode[] = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next);
    for (const node of next.node.children.toReversed()) waiting.push({ node, depth: next.depth + 1 });
  }
  return found;
}

function plain({ node: { type, start, end, field, isNamed, isBroken }, depth }: FlatNode): unknown {
  return [depth, type, start, end, field, isNamed, isBroken];
}
