/** Reads the lines of a .gitignore and tests paths with them, exactly as git does; letter case counts. */
import { compileWildmatch } from './wildmatch.ts';

/** Tests the path of a file, or of a folder, which ends with a slash: the answer of the last line that matches. */
export type IgnoreTest = (path: string) => 'ignored' | 'unignored' | undefined;

interface IgnoreLine {
  readonly isNegative: boolean;
  readonly isForFolders: boolean;
  readonly matches: (path: string, name: string) => boolean;
}

/** A file of patterns, without the mark at its start. */
export function ignoreLinesIn(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));
}

/** A folder that is ignored holds only ignored files, whatever later lines say. */
export function ignoreTest(lines: readonly string[]): IgnoreTest {
  const rules = lines.flatMap((line) => readLine(line) ?? []);
  const own = (path: string, isFolder: boolean): ReturnType<IgnoreTest> => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const last = rules.findLast((rule) => (isFolder || !rule.isForFolders) && rule.matches(path, name));
    return last && (last.isNegative ? 'unignored' : 'ignored');
  };
  const folders = new Map<string, boolean>();
  const isIgnoredFolder = (path: string): boolean => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const isIgnored = isBelowIgnored(path) || own(path, true) === 'ignored';
    folders.set(path, isIgnored);
    return isIgnored;
  };
  const isBelowIgnored = (path: string): boolean => {
    const end = path.lastIndexOf('/');
    return end > 0 && isIgnoredFolder(path.slice(0, end));
  };
  return (path) => {
    const isFolder = path.endsWith('/');
    const bytes = bytesOf(isFolder ? path.slice(0, -1) : path);
    return isBelowIgnored(bytes) ? 'ignored' : own(bytes, isFolder);
  };
}

/** The longest path of common systems. A longer pattern would only cost time. */
const longestPath = 4096;

/** Undefined for a comment, an empty line, and a pattern that matches nothing. */
function readLine(line: string): IgnoreLine | undefined {
  if (line.startsWith('#') || line.length > longestPath) return undefined;
  let pattern = bytesOf(withoutTrailingSpaces(line.replace(/\0.*$/s, '')));
  const isNegative = pattern.startsWith('!');
  if (isNegative) pattern = pattern.slice(1);
  const isForFolders = pattern.endsWith('/');
  if (isForFolders) pattern = pattern.slice(0, -1);
  if (pattern === '') return undefined;
  const matches = pattern.includes('/') ? pathMatcher(pattern) : nameMatcher(pattern);
  return matches && { isNegative, isForFolders, matches };
}

const special = /[*?[\\]/;

function nameMatcher(pattern: string): IgnoreLine['matches'] | undefined {
  if (!special.test(pattern)) return (_path, name) => name === pattern;
  const end = pattern.slice(1);
  if (pattern.startsWith('*') && !special.test(end)) return (_path, name) => name.endsWith(end);
  const matches = compileWildmatch(pattern, false);
  return matches && ((_path, name) => matches(name));
}

/** As git does, the literal start is compared first, and the rest is a pattern of its own. */
function pathMatcher(written: string): IgnoreLine['matches'] | undefined {
  const pattern = written.replace(/^\//, '');
  const length = special.exec(pattern)?.index ?? pattern.length;
  const start = pattern.slice(0, length);
  if (length === pattern.length) return (path) => path === start;
  const matches = compileWildmatch(pattern.slice(length), true);
  return matches && ((path) => path.startsWith(start) && matches(path.slice(length)));
}

/** Without the spaces at the end, except for one after a backslash. */
function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    const isEscape = line[at] === '\\';
    if (isEscape && ++at === line.length) return line;
    if (isEscape || line[at] !== ' ') end = at + 1;
  }
  return line.slice(0, end);
}

/** The text in UTF-8, a character for each byte: to git, a question mark is one byte. */
function bytesOf(text: string): string {
  if (!/[^ -~]/.test(text)) return text;
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
  return encoded.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
