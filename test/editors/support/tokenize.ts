/** Tokenizes YAML like VS Code, with the grammar of a release and the injections of package.json. */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IOnigLib, type StateStack } from 'vscode-textmate';
import { root } from '../../support/root.ts';

export interface Token {
  readonly start: number;
  readonly end: number;
  /** From the outermost to the innermost, without the language's scope. */
  readonly scopes: readonly string[];
}

export interface TokenizedLine {
  readonly text: string;
  readonly tokens: readonly Token[];
}

export type Tokenize = (text: string) => readonly TokenizedLine[];

interface Contributed {
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo: readonly string[];
}

/** The grammars of package.json with their files. */
export function contributedGrammars(): readonly Contributed[] {
  const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    contributes: { grammars: readonly Contributed[] };
  };
  return contributes.grammars.map((grammar) => ({ ...grammar, path: join(root, grammar.path) }));
}

/** A tokenizer with the YAML grammar in a folder of VS Code, with or without our injections. */
export async function tokenizerOf(syntaxes: string, injected = contributedGrammars()): Promise<Tokenize> {
  const paths = new Map(injected.map(({ scopeName, path }) => [scopeName, path]));
  for (const file of readdirSync(syntaxes)) {
    const path = join(syntaxes, file);
    paths.set((JSON.parse(readFileSync(path, 'utf8')) as Contributed).scopeName, path);
  }
  const registry = new textmate.Registry({
    onigLib: onigLib(),
    loadGrammar: async (scope) => {
      const path = paths.get(scope);
      return path === undefined ? null : textmate.parseRawGrammar(readFileSync(path, 'utf8'), path);
    },
    getInjections: (scope) =>
      injected.filter(({ injectTo }) => injectTo.includes(scope)).map(({ scopeName }) => scopeName),
  });
  const grammar = await registry.loadGrammar('source.yaml');
  if (!grammar) throw new Error(`no YAML grammar in ${syntaxes}`);
  return (text) => {
    let state: StateStack = textmate.INITIAL;
    return text.split(/\r\n|\r|\n/).map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      // The engine adds a line break, and counts it.
      const within = tokens.filter(({ startIndex }) => startIndex < line.length);
      return {
        text: line,
        tokens: within.map(({ startIndex, endIndex, scopes }) => ({
          start: startIndex,
          end: Math.min(endIndex, line.length),
          scopes: scopes.slice(1),
        })),
      };
    });
  };
}

let library: Promise<IOnigLib> | undefined;

function onigLib(): Promise<IOnigLib> {
  library ??= loadOniguruma();
  return library;
}

async function loadOniguruma(): Promise<IOnigLib> {
  const main = createRequire(import.meta.url).resolve('vscode-oniguruma');
  const wasm = readFileSync(join(dirname(main), 'onig.wasm'));
  await oniguruma.loadWASM({ data: wasm });
  return {
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  };
}
