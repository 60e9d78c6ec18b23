/** Reads a shell script into simple commands, and finds out whether their output or exit status is used. */
import { scriptPart, type ScriptText } from './script-text.ts';
import { ShellScope, type ScopeKind } from './shell-scope.ts';
import { wordOf, type ResultUse, type ShellCommand } from './shell-syntax.ts';
import { indexNear, wordEnd } from './shell-words.ts';

/** Deeper substitutions are not read. */
const deepest = 12;

/** Never fails. The commands of a substitution come before the command that has it. */
export function shellCommands(script: ScriptText, uses: readonly ResultUse[] = []): readonly ShellCommand[] {
  const reader = new ShellReader(script);
  reader.read(0, script.text.length, new ShellScope(reader.commands, uses, undefined), 0);
  return reader.commands;
}

interface PendingDocument {
  readonly word: string;
  /** Reads the substitutions of a body; undefined where the shell leaves it as it is. */
  readonly substitute: ((start: number, end: number) => void) | undefined;
  readonly add: (body: ScriptText) => void;
}

class ShellReader {
  readonly commands: ShellCommand[];
  readonly #script: ScriptText;
  readonly #text: string;
  #pending: PendingDocument[] = [];

  constructor(script: ScriptText, commands: ShellCommand[] = []) {
    this.commands = commands;
    this.#script = script;
    this.#text = script.text;
  }

  /** Returns the offset behind the closing parenthesis, or `end`. */
  read(start: number, end: number, scope: ShellScope, depth: number): number {
    let at = start;
    while (at < end) {
      const char = this.#text[at] ?? '';
      if (char === ' ' || char === '\t' || char === '\r') at++;
      else if (char === '\\' && /^\\\r?\n/.test(this.#text.slice(at, at + 3))) at = this.#text.indexOf('\n', at) + 1;
      else if (char === '\n') {
        scope.endCommand();
        at = this.#documents(at + 1);
      } else if (char === '#') at = this.#lineEnd(at, end);
      else if (char === ')' && depth > 0 && !scope.inTest && !scope.closesInside()) {
        scope.endCommand();
        return at + 1;
      } else at = this.#operator(at, scope) ?? this.#redirection(at, scope, depth) ?? this.#word(at, end, scope, depth);
    }
    scope.endCommand();
    return end;
  }

  #lineEnd(at: number, end: number): number {
    const found = this.#text.indexOf('\n', at);
    return found === -1 ? end : Math.min(found, end);
  }

  #operator(at: number, scope: ShellScope): number | undefined {
    const [operator = ''] = /^(?:&&|\|\||\|&|;;&?|;&|&(?!>)|[;|()])/.exec(this.#text.slice(at, at + 3)) ?? [];
    if (operator === '') return undefined;
    if (scope.inTest) return at + operator.length;
    if (operator === '&&' || operator === '||') scope.endTested();
    else if (operator === '|' || operator === '|&') scope.endPiped();
    else if (operator === '(') return this.#parenthesis(at, scope);
    else if (operator === ')') scope.closeParenthesis();
    else scope.endCommand(operator === '&' ? ['status'] : []);
    return at + operator.length;
  }

  #parenthesis(at: number, scope: ShellScope): number {
    if (this.#text[at + 1] === '(' && scope.isEmpty) {
      const end = indexNear(this.#text, '))', at);
      return end === -1 ? at + 2 : end + 2;
    }
    const [empty] = /^\([ \t]*\)/.exec(this.#text.slice(at, at + 8)) ?? [];
    if (empty !== undefined && scope.startFunction()) return at + empty.length;
    scope.open('parenthesis');
    return at + 1;
  }

  #redirection(at: number, scope: ShellScope, depth: number): number | undefined {
    const [all, number = '', operator = ''] =
      /^(\d?)(<<<|<<-?|&>>?|>>|>\||[<>]&|<>|>(?!\()|<(?!\())/.exec(this.#text.slice(at, at + 5)) ?? [];
    if (all === undefined) return undefined;
    if (scope.inTest) return at + all.length;
    let start = at + all.length;
    while (this.#text[start] === ' ' || this.#text[start] === '\t') start++;
    const end = wordEnd(this.#text, start, (from, to) => this.#substitution(from, to, scope, depth));
    const word = wordOf(this.#script, start, end);
    const isStatement = operator.startsWith('<<') && operator !== '<<<';
    if (isStatement) {
      const add = scope.documents();
      const isLiteral = /["'\\]/.test(this.#text.slice(start, end));
      const substitute = isLiteral ? undefined : (from: number, to: number) => this.#expand(from, to, scope, depth);
      this.#pending.push({ word: word.text, add, substitute });
    } else if (operator === '<<<') scope.documents()(scriptPart(this.#script, start, end));
    else scope.redirect({ number, operator, target: word.text });
    return end;
  }

  /** Reads the here-documents that start at a line. A YAML text around them may indent the last line. */
  #documents(start: number): number {
    let at = start;
    const pending = this.#pending;
    this.#pending = [];
    for (const { word, add, substitute } of pending) {
      const from = at;
      let line = at;
      while (line < this.#text.length) {
        const end = this.#lineEnd(line, this.#text.length);
        if (this.#text.slice(line, end).trim() === word) break;
        line = end + 1;
      }
      const to = Math.min(line, this.#text.length);
      substitute?.(from, to);
      add(scriptPart(this.#script, from, to));
      at = Math.min(this.#lineEnd(Math.min(line, this.#text.length), this.#text.length) + 1, this.#text.length);
    }
    return at;
  }

  /** Reads the substitutions in a here-document. */
  #expand(start: number, end: number, scope: ShellScope, depth: number): void {
    const opening = /\\[^]|\$\((?!\()|`/g;
    opening.lastIndex = start;
    for (let found = opening.exec(this.#text); found && found.index < end; found = opening.exec(this.#text)) {
      if (found[0].startsWith('\\')) continue;
      const from = opening.lastIndex;
      if (found[0] === '`') {
        const close = this.#text.indexOf('`', from);
        if (close < 0 || close > end) return;
        opening.lastIndex = this.#substitution(from, close, scope, depth) + 1;
      } else if (depth < deepest) {
        // What is not closed ends with the document.
        const inner = new ShellScope(this.commands, ['output'], scope.functionName);
        const reader = new ShellReader(scriptPart(this.#script, from, end), this.commands);
        opening.lastIndex = from + reader.read(0, end - from, inner, depth + 1);
      }
    }
  }

  #substitution(from: number, to: number | undefined, scope: ShellScope, depth: number): number {
    if (depth >= deepest) return to ?? this.#text.length;
    const inner = new ShellScope(this.commands, ['output'], scope.functionName);
    if (to === undefined) return this.read(from, this.#text.length, inner, depth + 1);
    const reader = new ShellReader(scriptPart(this.#script, from, to), this.commands);
    reader.read(0, to - from, inner, 0);
    return to;
  }

  #word(at: number, end: number, scope: ShellScope, depth: number): number {
    const to = Math.min(
      end,
      wordEnd(this.#text, at, (from, until) => this.#substitution(from, until, scope, depth)),
    );
    const word = wordOf(this.#script, at, to);
    const isArray = /^\w+\+?=$/.test(word.raw) && this.#text[to] === '(';
    if (isArray) return this.#substitution(to + 1, undefined, scope, depth);
    const kind = compounds.get(word.raw);
    if (kind && scope.isEmpty) scope.keyword(word.raw, kind);
    else scope.add(word);
    return to;
  }
}

/** The reserved words, with the compound command that they belong to. */
const compounds: ReadonlyMap<string, ScopeKind | 'other'> = new Map([
  ...['if', 'elif', 'then', 'else', 'fi'].map((word) => [word, 'if'] as const),
  ...['while', 'until', 'for', 'select', 'do', 'done'].map((word) => [word, 'loop'] as const),
  ...['case', 'esac'].map((word) => [word, 'case'] as const),
  ...['{', '}'].map((word) => [word, 'brace'] as const),
  ...['!', 'time', 'function'].map((word) => [word, 'other'] as const),
]);
