/** What the reader of shell scripts returns: simple commands with their words, and how their results are used. */
import { Decoder, type ScriptText } from './script-text.ts';

export interface ShellWord {
  readonly script: ScriptText;
  readonly start: number;
  readonly end: number;
  /** As it is written, with its quotes. */
  readonly raw: string;
  /** Without quotes; expansions are as they are written. */
  readonly text: string;
}

/** `status`: something tests whether the command succeeds. `output`: something reads what it prints. */
export type ResultUse = 'status' | 'output';

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly uses: ReadonlySet<ResultUse>;
  /** The here-documents and here-strings of the command. */
  readonly documents: readonly ScriptText[];
  /** The files that it writes or reads by redirection. */
  readonly files: readonly string[];
  /** The name of the function around it. */
  readonly inFunction: string | undefined;
  /** The command to which its output goes. */
  readonly next: ShellCommand | undefined;
}

export function wordOf(script: ScriptText, start: number, end: number): ShellWord {
  const raw = script.text.slice(start, end);
  return { script, start, end, raw, text: /["'\\]/.test(raw) ? wordContent({ script, start, raw }).text : raw };
}

/** A word of a list of arguments: all of the text. */
export function argumentWord(script: ScriptText): ShellWord {
  const { text } = script;
  return { script, start: 0, end: text.length, raw: text, text };
}

/** The text of a word without its quotes, as a script of its own. */
export function wordContent({ script, start, raw }: Pick<ShellWord, 'script' | 'start' | 'raw'>): ScriptText {
  const decoder = new Decoder();
  let quote = '';
  for (let i = 0; i < raw.length; i++) {
    const char = raw[i] ?? '';
    if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = '';
    else if (char === '\\' && quote !== "'" && (quote === '' || /["\\$`\n]/.test(raw[i + 1] ?? ''))) {
      i++;
      if (raw[i] !== '\n') decoder.add(raw[i] ?? '', start + i);
    } else decoder.add(char, start + i);
  }
  return decoder.of(script);
}
