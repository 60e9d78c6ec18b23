/** Finds the here-documents of a shell script that kubectl or oc applies, or that are written to a YAML or JSON file. */
import { mask } from '../template.ts';
import { contentOf, textLine, type TextLine } from './text-lines.ts';

export interface Heredoc {
  /** What the shell substitutes is masked, and the tabs that it removes are blanks. */
  readonly lines: readonly TextLine[];
  /** True where the shell substitutes nothing. */
  readonly isLiteral: boolean;
  /** True where the script appends other text to the same file. */
  readonly isPartial: boolean;
}

export function heredocsIn(lines: readonly TextLine[]): readonly Heredoc[] {
  const found: Heredoc[] = [];
  const contents = lines.map(contentOf);
  const findEnd = endFinder(contents);
  const { extended, edited } = changedFiles(contents);
  for (let i = 0; i < lines.length; i++) {
    const heads = headsIn(contents[i] ?? '');
    if (heads.length === 0) continue;
    const { from, to } = commandAround(contents, i);
    let at = to;
    for (const { isDashed, isLiteral, word } of heads) {
      const end = findEnd(at, word, isDashed);
      if (end === undefined) continue;
      const below = /\|[ \t]*$/.test(contents[to - 1] ?? '') ? [contents[end + 1] ?? ''] : [];
      const command = [...contents.slice(from, to), ...below].join(' ').replaceAll('\\ ', ' ');
      const body = lines.slice(at, end).map((line) => (isDashed ? withoutTabs(line) : line));
      const read = isLiteral ? body : substituted(body);
      if (heads.length === 1 && read && isForManifests(command)) {
        const target = writes.exec(command.slice(0, longestCommand))?.[1] ?? '';
        if (!edited.has(target)) found.push({ lines: read, isLiteral, isPartial: extended.has(target) });
      }
      at = end + 1;
    }
    i = at - 1;
  }
  return found;
}

interface Head {
  readonly isDashed: boolean;
  readonly isLiteral: boolean;
  /** The line that ends the here-document. */
  readonly word: string;
}

/** `<<EOF`, `<<-"EOF"`, `<<\EOF`; `<<<` is a here-string. */
const head = /(?<!<)<<(?!<)(-?)[ \t]*(?:(\\?)([\w.]+)|(["'])([\w.]+)\4)/g;

function headsIn(line: string): readonly Head[] {
  if (!line.includes('<<') || /^\s*#/.test(line)) return [];
  return [...line.matchAll(head)].map(([, dash, escape = '', plain = '', quote = '', quoted = '']) => ({
    isDashed: dash === '-',
    isLiteral: escape + quote !== '',
    word: plain + quoted,
  }));
}

/** Finds the line with the word from a line on, in linear time for all words of a script. */
function endFinder(contents: readonly string[]) {
  const exact = new Map(contents.map((content, i) => [content, i]));
  const dashed = new Map(contents.map((content, i) => [content.replace(/^\t+/, ''), i]));
  return (from: number, word: string, isDashed: boolean): number | undefined => {
    if (((isDashed ? dashed : exact).get(word) ?? -1) < from) return undefined;
    let at = from;
    while ((isDashed ? contents[at]?.replace(/^\t+/, '') : contents[at]) !== word) at++;
    return at;
  };
}

/** A command over more lines than these is not followed. */
const mostLines = 20;

/** The lines of the command, which may continue after a backslash. */
function commandAround(contents: readonly string[], index: number): { readonly from: number; readonly to: number } {
  const isContinued = (i: number): boolean => contents[i]?.endsWith('\\') ?? false;
  let from = index;
  while (isContinued(from - 1) && index - from < mostLines) from--;
  let to = index + 1;
  while (isContinued(to - 1) && to - index < mostLines) to++;
  return { from, to };
}

const applies =
  /\b(?:kubectl|oc)\b[^|;&]*\b(?:apply|create|replace)\b[^|;&]*(?:-f|--filename)[ =]*(?:-|\/dev\/stdin)(?=[\s;&|)<"']|$)/i;
const writes = /(?:>|\btee\b(?: +-a)?)[ \t]*["']?([^\s"'|;&<>()]*\.(?:ya?ml|json))["']?(?=[\s;&|)<]|$)/;
/** Bounded, so that long lines take linear time. */
const file = String.raw`[^\s"'|;&<>()]{1,200}\.(?:ya?ml|json)(?![\w.-])`;
const appends = new RegExp(String.raw`(?:>>|\btee +(?:-a|--append)\b)[ \t]*["']?(${file})`, 'g');
const names = new RegExp(String.raw`(?<![^\s"'|;&<>()])(${file})`, 'g');

/** The files that a script extends, and those that it edits with another program. */
function changedFiles(contents: readonly string[]) {
  const filesIn = (sign: RegExp, pattern: RegExp): ReadonlySet<string> => {
    const lines = contents.filter((content) => sign.test(content));
    return new Set(lines.flatMap((content) => [...content.matchAll(pattern)].flatMap(([, name]) => name ?? [])));
  };
  return {
    extended: filesIn(/>>|\btee /, appends),
    edited: filesIn(/\b(?:sed|awk|perl|yq +(?:-i|--inplace))\b/, names),
  };
}

/** The rest of a longer command is not looked at. */
const longestCommand = 1_000;

/** Programs that change the text on its way. */
const filters = /(?:^|\|)[ \t]*(?:sed|awk|perl|tr|yq|jq|ytt|base64|gomplate|python3?|ruby)\b/;

/** False for a command that is expected to fail, or may be: `run` of Bats. */
function isForManifests(line: string): boolean {
  const command = line.slice(0, longestCommand);
  if (/^\s*(?:(?:if\s+)?!|run)\s/.test(command) || filters.test(command)) return false;
  return applies.test(command) || (writes.test(command) && /\b(?:cat|tee|envsubst)\b/.test(command));
}

function withoutTabs(line: TextLine): TextLine {
  const { indent = 0, code, start } = line;
  const tabs = /^\t*/.exec(code.slice(indent))?.[0].length ?? 0;
  return textLine(start, code, indent + tabs);
}

/** Bounded, so that open braces take linear time. */
const expansion =
  /\\[$`\\]|\$\((?:[^()\n]|\([^()\n]{0,500}\)){0,500}\)|`[^`\n]{0,500}`|\$\{[^}\n]{0,500}\}|\$(?:\w+|[?#@*!$-])/g;

/** Undefined where the lines depend on the shell: a continued line, or a substitution over several. */
function substituted(lines: readonly TextLine[]): readonly TextLine[] | undefined {
  const masked = lines.map((line) => ({ ...line, code: line.code.replace(expansion, maskedText) }));
  const isUnknown = masked.some(
    (line) => /`|\$\(|\$\{[^_]|\\$/.test(contentOf(line)) || /^\s*\uE000+\s*$/.test(contentOf(line)),
  );
  return isUnknown ? undefined : masked;
}

/** A substitution that the reader of templates knows, so that a line with nothing else is known too. */
function maskedText({ length }: string): string {
  return length >= 4 && length < 300 ? `\${${'_'.repeat(length - 3)}}` : mask.repeat(length);
}
