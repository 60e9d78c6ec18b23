/** Keeps track of the compound commands of a shell script while it is read, and of what uses their results. */
import type { ScriptText } from './script-text.ts';
import type { ResultUse, ShellCommand, ShellWord } from './shell-syntax.ts';

export type ScopeKind = 'if' | 'loop' | 'case' | 'brace' | 'parenthesis';

interface Compound {
  readonly kind: ScopeKind;
  /** The number of commands before it. */
  readonly start: number;
  isCondition: boolean;
  readonly functionName: string | undefined;
}

interface OpenCommand {
  words: ShellWord[];
  readonly uses: Set<ResultUse>;
  readonly documents: ScriptText[];
  readonly files: string[];
  readonly inFunction: string | undefined;
  next: OpenCommand | undefined;
  /** For the end of a compound command: the number of commands before it. */
  range: number | undefined;
}

interface Redirection {
  readonly number: string;
  readonly operator: string;
  readonly target: string;
}

/** Deeper compound commands are not told apart, so that long nonsense is read in linear time. */
const deepest = 60;

/** A script, or a substitution in it. */
export class ShellScope {
  readonly #commands: ShellCommand[];
  readonly #uses: readonly ResultUse[];
  readonly #outerFunction: string | undefined;
  readonly #compounds: Compound[] = [];
  #command: OpenCommand;
  #piped: OpenCommand | undefined;
  #functionAhead: string | undefined;

  constructor(commands: ShellCommand[], uses: readonly ResultUse[], outerFunction: string | undefined) {
    this.#commands = commands;
    this.#uses = uses;
    this.#outerFunction = outerFunction;
    this.#command = this.#empty();
  }

  get functionName(): string | undefined {
    return (
      this.#compounds.findLast(({ functionName }) => functionName !== undefined)?.functionName ?? this.#outerFunction
    );
  }

  /** True before the first word of a command. */
  get isEmpty(): boolean {
    return this.#command.words.length === 0 && this.#command.range === undefined;
  }

  /** True between `[[` and `]]`. */
  get inTest(): boolean {
    return this.#command.words[0]?.raw === '[[';
  }

  /** True where a closing parenthesis belongs to this scope, not to the substitution around it. */
  closesInside(): boolean {
    const top = this.#compounds.at(-1)?.kind;
    return top === 'parenthesis' || top === 'case';
  }

  add(word: ShellWord): void {
    if (this.#functionAhead === '') {
      this.#functionAhead = word.text;
      return;
    }
    this.#command.words.push(word);
    const [first] = this.#command.words;
    if (word.raw === ']]' && first?.raw === '[[') this.#command.words = [{ ...first, raw: '[', text: '[' }];
    if (word.raw === 'in' && this.#compounds.at(-1)?.kind === 'case' && this.#command.words.length === 2)
      this.#command.words = [];
  }

  /** True for `NAME()`. */
  startFunction(): boolean {
    const [name] = this.#command.words;
    if (this.#functionAhead !== undefined) return true;
    if (!name || this.#command.words.length > 1) return false;
    this.#functionAhead = name.text;
    this.#command = this.#empty();
    return true;
  }

  keyword(word: string, kind: ScopeKind | 'other'): void {
    const top = this.#compounds.at(-1);
    if (word === '!') this.#command.uses.add('status');
    else if (word === 'function') this.#functionAhead = '';
    else if (word === 'if' || word === 'while' || word === 'until') this.open(word === 'if' ? 'if' : 'loop', true);
    else if (word === 'for' || word === 'select' || word === 'case') this.open(word === 'case' ? 'case' : 'loop');
    else if (word === '{') this.open('brace');
    else if (top && kind === top.kind) {
      if (/^(?:fi|done|esac|\})$/.test(word)) this.#close();
      else top.isCondition = word === 'elif';
    }
  }

  open(kind: ScopeKind, isCondition = false): void {
    this.endCommand();
    if (this.#compounds.length >= deepest) return;
    const functionName = kind === 'brace' || kind === 'parenthesis' ? this.#functionAhead : undefined;
    if (functionName !== undefined) this.#functionAhead = undefined;
    this.#compounds.push({ kind, start: this.#commands.length, isCondition, functionName });
    this.#command = this.#empty();
  }

  /** Ends a group, or drops the pattern of a case. */
  closeParenthesis(): void {
    const top = this.#compounds.at(-1)?.kind;
    if (top === 'case') this.#command = this.#empty();
    else if (top === 'parenthesis') {
      this.endCommand();
      this.#close();
    } else this.endCommand();
  }

  #close(): void {
    const closed = this.#compounds.pop();
    if (closed) this.#command.range = closed.start;
  }

  documents(): (body: ScriptText) => void {
    const { documents } = this.#command;
    return (body) => documents.push(body);
  }

  redirect({ number, operator, target }: Redirection): void {
    if (!operator.includes('&')) this.#command.files.push(target);
    const isOutput = operator.includes('>') && number !== '2' && number !== '0';
    if (!isOutput || /^(?:&?[12]|\/dev\/(?:stderr|stdout|tty))$/.test(target)) return;
    this.#command.uses.add(target === '/dev/null' ? 'status' : 'output');
  }

  endTested(): void {
    this.endCommand(['status']);
    this.#command.uses.add('status');
  }

  endPiped(): void {
    const piped = this.#command;
    this.endCommand(['output']);
    this.#piped = piped;
  }

  endCommand(uses: readonly ResultUse[] = []): void {
    const command = this.#command;
    const isTested = this.#compounds.some(({ isCondition }) => isCondition);
    const added = [...this.#uses, ...uses, ...command.uses, ...(isTested ? (['status'] as const) : [])];
    if (this.#piped) this.#piped.next = command;
    this.#piped = undefined;
    this.#command = this.#empty();
    if (command.range !== undefined) {
      if (added.length === 0) return;
      for (const each of this.#commands.slice(command.range))
        for (const use of added) (each as OpenCommand).uses.add(use);
    } else if (command.words.length > 0 || command.documents.length > 0) {
      for (const use of added) command.uses.add(use);
      this.#commands.push(command);
    }
  }

  #empty(): OpenCommand {
    return {
      words: [],
      uses: new Set(),
      documents: [],
      files: [],
      inFunction: this.functionName,
      next: undefined,
      range: undefined,
    };
  }
}
