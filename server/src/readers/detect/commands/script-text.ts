/** Texts of shell scripts inside of files: decodes the strings around them, and maps offsets back to the file. */

export interface ScriptText {
  readonly text: string;
  /** The offset in the file of an offset in the text. */
  readonly fileOffset: (offset: number) => number;
}

/** The part of a file from `start` to `end`, as it is written. */
export function scriptSlice(file: string, start: number, end: number): ScriptText {
  return { text: file.slice(start, end), fileOffset: (offset) => start + offset };
}

export function scriptPart({ text, fileOffset }: ScriptText, start: number, end = text.length): ScriptText {
  return { text: text.slice(start, end), fileOffset: (offset) => fileOffset(start + offset) };
}

/** A text of the same length, such as one with comments blanked. */
export function masked({ fileOffset }: ScriptText, text: string): ScriptText {
  return { text, fileOffset };
}

/** Collects the characters of a decoded text with the offsets that they have in the source. */
export class Decoder {
  readonly #offsets: number[] = [];
  readonly #parts: string[] = [];

  add(characters: string, offset: number): void {
    for (let i = 0; i < characters.length; i++) this.#offsets.push(offset);
    this.#parts.push(characters);
  }

  of(source: ScriptText): ScriptText {
    const offsets = this.#offsets;
    const last = (offsets.at(-1) ?? -1) + 1;
    return { text: this.#parts.join(''), fileOffset: (offset) => source.fileOffset(offsets[offset] ?? last) };
  }
}

const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Decodes the content of a string with backslash escapes, as in JSON, Go, Python and JavaScript. */
export function withoutEscapes(source: ScriptText): ScriptText {
  const { text } = source;
  if (!text.includes('\\')) return source;
  const decoder = new Decoder();
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char !== '\\') {
      decoder.add(char, i);
      continue;
    }
    const next = text[i + 1] ?? '';
    const code = /^u([\da-f]{4})|^x([\da-f]{2})/i.exec(text.slice(i + 1, i + 6));
    const digits = code?.[1] ?? code?.[2];
    if (digits !== undefined) {
      decoder.add(String.fromCharCode(Number.parseInt(digits, 16)), i);
      i += digits.length + 1;
      continue;
    }
    if (next !== '\n') decoder.add(controls[next] ?? next, i);
    i++;
  }
  return decoder.of(source);
}

/** The text of a YAML or JSON scalar, given as it is written. */
export function scalarScript(source: ScriptText): ScriptText {
  const { text } = source;
  const [first] = text;
  if (first === '|' || first === '>') {
    const start = text.indexOf('\n') + 1;
    const body = scriptPart(source, start === 0 ? text.length : start);
    return first === '|' ? body : masked(body, folded(body.text));
  }
  const isClosed = text.length > 1 && text.endsWith(first ?? '');
  if (first === '"' && isClosed) {
    const inner = scriptPart(source, 1, text.length - 1);
    return withoutEscapes(masked(inner, folded(inner.text)));
  }
  if (first === "'" && isClosed) {
    const inner = scriptPart(source, 1, text.length - 1);
    return withoutDoubled(masked(inner, folded(inner.text)));
  }
  return masked(source, folded(text));
}

function withoutDoubled(source: ScriptText): ScriptText {
  const { text } = source;
  if (!text.includes("''")) return source;
  const decoder = new Decoder();
  for (let i = 0; i < text.length; i++) {
    decoder.add(text[i] ?? '', i);
    if (text[i] === "'" && text[i + 1] === "'") i++;
  }
  return decoder.of(source);
}

/** A line break becomes a space, except beside empty lines and lines that are indented more than the first one. */
function folded(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  const indent = indentOf(lines.find((line, i) => i > 0 && line.trim() !== '') ?? '');
  const isFolded = (line: string | undefined): boolean =>
    line !== undefined && line.trim() !== '' && indentOf(line) <= indent;
  const ends = lines.map((line, i) =>
    (i === 0 || isFolded(line)) && line.trim() !== '' && isFolded(lines[i + 1]) ? ' ' : '\n',
  );
  return lines.map((line, i) => (i === lines.length - 1 ? line : line + (ends[i] ?? ''))).join('');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
