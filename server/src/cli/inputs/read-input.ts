/** Reads one input as text, or explains why it cannot be read. */
import { isAscii, isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { jsonReportStart } from '../../reports/report.ts';
import { isForeignProgram } from './foreign-program.ts';
import { isForeignTerraform } from './foreign-terraform.ts';
import type { Input } from './inputs.ts';
import { isSavedPlan, misreadTerraform, savedPlanText } from './misread-terraform.ts';
import { readBytes, readStandardInput } from '../../disk/read-bytes.ts';
import { isNamedPipe, reason } from '../../disk/paths.ts';

/** The API server rejects requests above 3 MiB; a file can hold many objects, but needs a limit. */
const defaultLargest = 32 * 1024 * 1024;

/** For standard input, which may be a whole cluster. It takes about ten times as much memory. */
const largestStream = 256 * 1024 * 1024;

export type Read =
  | { readonly kind: 'text'; readonly text: string; readonly bom: string }
  /** Not a manifest, so it is skipped silently. */
  | { readonly kind: 'nothing' }
  /** A file of Terraform that declares nothing of ours, where that is asked for: it may belong to the module of one that does. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'problem'; readonly message: string };

/** The text without its byte order mark, which is kept for writing the file. */
export function readInput(input: Input, { isBrief = false } = {}): Read {
  if (input.content) return { kind: 'text', ...input.content };
  if (input.built) return { kind: 'text', text: input.built.text, bom: '' };
  const largest = largestOf(input);
  try {
    const isStdin = input.path === undefined || input.isStdin === true;
    if (!isStdin && input.isPlain) {
      const bytes = readBytes(input.path, largest);
      if (bytes && isBrief && isForeignTerraform(input, bytes)) return { kind: 'foreign' };
      return bytes ? decode(bytes, input) : tooLarge(input, statSync(input.path).size);
    }
    if (!isStdin) {
      const stat = statSync(input.path);
      if (isNamedPipe(input.path)) return pipe(input);
      if (!stat.isFile() && !stat.isFIFO()) return problem(`${input.name} is not a file. Name a file or a directory.`);
      if (stat.size > largest) return tooLarge(input, stat.size);
    }
    const bytes = isStdin ? readStandardInput(largest) : readFileSync(input.path);
    if (!bytes || bytes.length > largest) return tooLarge(input, bytes?.length);
    return decode(bytes, input);
  } catch (error) {
    return problem(`${input.name} cannot be read (${reason(error)}). Check the path and its permissions.`);
  }
}

function decode(bytes: Buffer, input: Input): Read {
  if (!input.isNamed && !input.isAnyText && isForeignProgram(input, bytes)) return { kind: 'nothing' };
  if (input.isNamed && isSavedPlan(bytes)) return problem(savedPlanText(input));
  const text = textOf(bytes);
  if (!input.isNamed && input.isSkipped?.(text ?? bytes.toString('latin1'))) return { kind: 'nothing' };
  if (text === undefined || text.includes('\0')) return isUtf16(bytes) ? utf16(input) : binary(bytes, input);
  // Of several shards in one folder, the later ones would see more files than the first.
  if (!input.isNamed && text.startsWith(jsonReportStart)) return { kind: 'nothing' };
  const misread = input.isNamed && !input.read ? misreadTerraform(input, text) : undefined;
  if (misread !== undefined) return problem(misread);
  return text.startsWith('\uFEFF')
    ? { kind: 'text', text: text.slice(1), bom: '\uFEFF' }
    : { kind: 'text', text, bom: '' };
}

/** Undefined for text that is not UTF-8. Most manifests are ASCII, where each byte is a character. */
function textOf(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

function isUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function utf16({ name }: Input): Read {
  return problem(`${name} is UTF-16. Save it as UTF-8.`);
}

/**
 * Binary files in a directory that do not mention Endpoints are skipped silently. A file without zero bytes is a text in
 * an old encoding, such as a script.
 */
function binary(bytes: Buffer, input: Input): Read {
  const words = input.isAnyText ? /endpoint|kubectl/i : /endpoint/i;
  const isSilent = (): boolean =>
    (input.isAnyText === true && bytes.includes(0)) || !words.test(bytes.toString('latin1'));
  if (!input.isNamed && isSilent()) return { kind: 'nothing' };
  return problem(`${input.name} is not UTF-8 text. Save it as UTF-8, or exclude it.`);
}

/** A pipe in a directory is not a manifest. */
function pipe({ isNamed, name }: Input): Read {
  if (!isNamed) return { kind: 'nothing' };
  return problem(`${name} is a named pipe and may never end. Use a file, or - for standard input.`);
}

function largestOf({ path, largest = defaultLargest }: Input): number {
  return path === undefined ? largestStream : largest;
}

/** `size` is undefined for an input that was not read to its end. */
function tooLarge(input: Input, size: number | undefined): Read {
  const most = sizeText(largestOf(input));
  if (size === undefined || input.path === undefined)
    return problem(`${input.name} has more than ${most}, which is the limit for standard input. Split it.`);
  const way = `Split it, or use --max-file-size ${sizeText(size).replace(' ', '')}`;
  return problem(`${input.name} has ${sizeText(size)}; files above ${most} are not read. ${way}.`);
}

/** Rounded up, so that a limit of this size suffices. */
function sizeText(bytes: number): string {
  const unit = bytes >= 1024 * 1024 ? 'MiB' : bytes >= 1024 ? 'KiB' : 'B';
  return `${Math.ceil(bytes / (unit === 'MiB' ? 1024 * 1024 : unit === 'KiB' ? 1024 : 1))} ${unit}`;
}

function problem(message: string): Read {
  return { kind: 'problem', message };
}
