/** Finds the comments of a text in any language, and hands each one to the part of an object below or before it. */
import { yamlComments } from '../../edits/yaml/yaml-comments.ts';
import { terraformSyntax } from '../../frontends/terraform/read-document.ts';
import { lineAt, lineStarts } from '../../text/line-index.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';

interface Comment extends Span {
  /** The line, from 0, of the part that the comment describes: its own line, or the next one with something on it. */
  readonly line: number;
}

/** Hands out each comment once. */
export class Comments {
  readonly #text: string;
  readonly #starts: readonly number[];
  #left: readonly Comment[];

  constructor(document: Document) {
    this.#text = document.text;
    this.#starts = lineStarts(document.text);
    const spans =
      terraformSyntax(document)?.hcl.comments ??
      (document.syntax === 'code' ? programComments(document) : yamlComments(document));
    this.#left = this.#placed(spans);
  }

  /** The comments of the line at the offset, and those on the lines above it; without their signs, one for each line. */
  takeAt(offset: number): readonly string[] {
    const line = lineAt(this.#starts, offset);
    return this.#take((comment) => comment.line === line);
  }

  takeIn({ start, end }: Span): readonly string[] {
    return this.#take((comment) => comment.start >= start && comment.start < end);
  }

  #take(isTaken: (comment: Comment) => boolean): readonly string[] {
    const taken = this.#left.filter(isTaken);
    if (taken.length > 0) this.#left = this.#left.filter((comment) => !isTaken(comment));
    return taken.flatMap(({ start, end }) => linesOf(this.#text.slice(start, end)));
  }

  #placed(spans: readonly Span[]): readonly Comment[] {
    const covered = new Map<number, Span>();
    for (const span of spans) covered.set(lineAt(this.#starts, span.start), span);
    const lineOf = (span: Span): number => {
      let line = lineAt(this.#starts, span.start);
      const before = this.#text.slice(this.#starts[line], span.start);
      if (before.trim() !== '') return line;
      line = lineAt(this.#starts, span.end);
      while (line < this.#starts.length && this.#isEmpty(line, covered.get(line))) line++;
      return line;
    };
    return spans.map((span) => ({ ...span, line: lineOf(span) }));
  }

  /** True for a line with nothing but blanks and a comment. */
  #isEmpty(line: number, comment: Span | undefined): boolean {
    const end = this.#starts[line + 1] ?? this.#text.length;
    const start = this.#starts[line] ?? end;
    const rest = comment ? this.#text.slice(comment.end, end) : '';
    return (this.#text.slice(start, comment?.start ?? end) + rest).trim() === '';
  }
}

const scripted =
  /"""[^]*?"""|@"(?:[^"]|"")*"|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'|`(?:\\[^]|[^`\\])*`|\/\/[^\r\n]*|\/\*[^]*?\*\//g;
const python = /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'|#[^\r\n]*/g;

function programComments({ text, language }: Document): readonly Span[] {
  const pattern = language === 'python' ? python : scripted;
  const found = [...text.matchAll(pattern)].filter(([match]) => /^(?:#|\/[/*])/.test(match));
  return found.map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Of instructions for editors, nothing is kept. */
const modeline = /^yaml-language-server:|^vim?:|^-\*-/;

function linesOf(comment: string): readonly string[] {
  const bare = comment.startsWith('/*') ? comment.slice(2, -2) : comment.replace(/^(?:#+|\/\/+)/, '');
  const lines = bare.split(/\r?\n/).map((line) => line.replace(/^\s*\*+(?=\s|$)/, '').trim());
  return lines.filter((line) => line !== '' && !modeline.test(line));
}
