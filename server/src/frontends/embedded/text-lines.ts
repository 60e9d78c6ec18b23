/** The lines of a block of text, such as a fence in Markdown, each at its place in the whole text. */

export interface TextLine {
  readonly start: number;
  /** As long as the line, with its line break. What is not part of the block is replaced by blanks. */
  readonly code: string;
  /** The number of these blanks; undefined if nothing follows them. */
  readonly indent: number | undefined;
  readonly isMarker: boolean;
}

/** A line whose first `indent` characters are not part of the block. */
export function textLine(start: number, raw: string, indent: number): TextLine {
  const own = raw.slice(indent);
  const isEmpty = own.trim() === '';
  const isMarker = /^(?:---|\.\.\.)(?=\s|$)/.test(own);
  return { start, code: ' '.repeat(indent) + own, indent: isEmpty ? undefined : indent, isMarker };
}

/** The content of the line, without its line break. */
export function contentOf({ code, indent = 0 }: TextLine): string {
  return code.slice(indent).replace(/\r?\n$/, '');
}

/** The lines of a block scalar, without their indentation. `from` is the offset below its header. */
export function scalarLines(text: string, from: number, end: number): readonly TextLine[] {
  const rows = text.slice(from, end).split(/(?<=\n)/);
  const indents = rows.flatMap((row) => (row.trim() === '' ? [] : row.length - row.trimStart().length));
  const indent = indents.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  let at = from;
  return rows.map((row) => {
    const line = textLine(at, row, row.trim() === '' ? 0 : indent);
    at += row.length;
    return line;
  });
}

/** True for lines whose first one with content starts an object. */
export function startsWithManifest(lines: readonly TextLine[]): boolean {
  const first = lines.map(contentOf).find((content) => /^\s*[^\s#]/.test(content) && !/^---(?:\s|$)/.test(content));
  return first !== undefined && /^(?:["']?(?:apiVersion|kind|metadata)["']?[ \t]*:|\{)/.test(first);
}

/** False if the indentation varies, as with tabs among blanks: only an even one can become blanks. */
export function areEven(lines: readonly TextLine[]): boolean {
  return new Set(lines.flatMap(({ indent }) => indent ?? [])).size <= 1;
}

export interface TextPiece {
  readonly start: number;
  /** As long as the original text. */
  readonly code: string;
}

/** The documents of a block. In an indented block document markers are indented too, which YAML does not recognize. */
export function piecesOf(lines: readonly TextLine[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let open: TextLine[] = [];
  const close = (): void => {
    const [first] = open;
    if (first) pieces.push({ start: first.start, code: open.map(({ code }) => code).join('') });
    open = [];
  };
  for (const line of lines) {
    if (line.isMarker) close();
    else open.push(line);
  }
  close();
  return pieces;
}
