/** The names of files on standard input, as `git diff --name-only` prints them. */
import { controlEscapes } from '../../text/control-escapes.ts';
import { UsageError } from '../usage.ts';
import { readStandardInput } from '../../disk/read-bytes.ts';
import { reason } from '../../disk/paths.ts';

/** The names; throws a UsageError if standard input cannot be read. */
export function readStdinNames(): readonly string[] {
  try {
    return namesIn(String(readStandardInput()));
  } catch (error) {
    throw new UsageError(
      `--stdin-files cannot read standard input (${reason(error)}). Pipe the names of files into it.`,
    );
  }
}

/** One name per line, or names that each end with a NUL. On lines, git quotes names with special characters. */
export function namesIn(text: string): readonly string[] {
  const names = text.replace(/^\uFEFF/, '');
  if (names.includes('\0')) return names.split('\0').filter((name) => name !== '');
  return names
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(unquoted);
}

/** git escapes bytes as octal numbers; several of them can form one character. */
function unquoted(line: string): string {
  const inner = /^"(.*)"$/.exec(line)?.[1];
  if (inner === undefined) return line;
  const bytes = inner.split(/(\\[0-7]{3}|\\.)/).map((part) => {
    if (/^\\[0-7]{3}$/.test(part)) return Buffer.of(Number.parseInt(part.slice(1), 8) & 0xff);
    return Buffer.from(part.startsWith('\\') ? (controlEscapes[part.slice(1)] ?? part.slice(1)) : part);
  });
  return Buffer.concat(bytes).toString('utf8');
}
