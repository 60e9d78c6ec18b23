/** Reads and writes a baseline: a file of accepted findings. It has no lines, so it changes only with the findings. */
import { printableJson } from '../../text/quote.ts';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Notice } from '../../reports/report.ts';
import { UsageError } from '../usage.ts';
import { realPath, slashed, targetStat } from '../../disk/paths.ts';
import { readNamed } from '../../disk/read-named.ts';

/** The findings by file, with keys of `keysIn`. */
export type Baseline = ReadonlyMap<string, readonly BaselineFinding[]>;

export type BaselineFinding = Pick<Notice, 'code' | 'fingerprint' | 'message'>;

const version = 1;
/** In bytes. */
const largest = 256 * 1024 * 1024;

/** A file to overwrite may be missing, empty or of another version; any other one is a UsageError. `name`: as shown. */
export function readBaselineFile(
  path: string,
  name: string,
  isWritten: boolean,
): { readonly known: Baseline; readonly text: string } {
  const text = readText(path, name) ?? (isWritten ? '' : undefined);
  if (text === '' && isWritten) return { known: new Map(), text };
  if (text === undefined)
    throw new UsageError(`The baseline ${name} does not exist. Create it with --write-baseline, or check the path.`);
  const wayOut = isWritten
    ? 'It is not overwritten. Use another file, or delete it.'
    : 'Check the path, or delete the file and write it again with --write-baseline.';
  const wrong = (problem: string): UsageError => new UsageError(`${name} is not a baseline: ${problem}. ${wayOut}`);
  const data = parse(text, name, wrong);
  if (!isRecord(data)) throw wrong('the file must be an object');
  const { version: made, findings } = data;
  if (typeof made !== 'number') throw wrong(`"version" must be ${version}`);
  if (made !== version && !isWritten)
    throw new UsageError(
      `${name} has baseline version ${made}, but this program reads version ${version}. Write it again with --write-baseline.`,
    );
  if (!isRecord(findings)) throw wrong('"findings" must be an object with file names');
  return { known: made === version ? findingsIn(findings, wrong) : new Map(), text };
}

/** Sorted, with a line for each finding, so that diffs are small. */
export function baselineText(baseline: Baseline): string {
  const files = [...baseline].filter(([, findings]) => findings.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const blocks = files.map(([file, findings]) => {
    const lines = findings.toSorted(inOrder).map((finding) => `      ${findingText(finding)}`);
    return `    ${printableJson(file)}: [\n${lines.join(',\n')}\n    ]`;
  });
  const inner = blocks.length > 0 ? `{\n${blocks.join(',\n')}\n  }` : '{}';
  return `{\n  "version": ${version},\n  "findings": ${inner}\n}\n`;
}

interface Keys {
  readonly of: (path: string) => string;
  readonly pathOf: (key: string) => string;
}

/** File names relative to the folder of the baseline, so that they do not depend on the working directory. */
export function keysIn(folder: string): Keys {
  const from = realPath(folder);
  // Resolving a folder is slow, and many files share one.
  const resolved = new Map<string, string>();
  const realFolder = (parent: string): string => {
    const real = resolved.get(parent) ?? realPath(parent);
    resolved.set(parent, real);
    return real;
  };
  return {
    of: (path) => {
      const key = relative(from, join(realFolder(dirname(path)), basename(path)));
      // On Windows, another drive cannot be reached from here.
      return isAbsolute(key) ? path : slashed(key);
    },
    pathOf: (key) => resolve(from, key),
  };
}

function findingText({ code, fingerprint, message }: BaselineFinding): string {
  const members = Object.entries({ code, fingerprint, message });
  return `{ ${members.map(([name, value]) => `${JSON.stringify(name)}: ${printableJson(value)}`).join(', ')} }`;
}

/** Without the message, so that a new message moves no line. */
function inOrder(a: BaselineFinding, b: BaselineFinding): number {
  if (a.code !== b.code) return a.code < b.code ? -1 : 1;
  return a.fingerprint < b.fingerprint ? -1 : 1;
}

function readText(path: string, name: string): string | undefined {
  // Reading a pipe such as /dev/stdout, to which the baseline is written, would never end.
  const bytes = targetStat(path)?.isFIFO() === true ? 'is not a file. Name a file.' : readNamed(path, largest);
  if (typeof bytes === 'string') throw new UsageError(`The baseline ${name} ${bytes}`);
  return bytes?.toString('utf8').replace(/^\uFEFF/, '');
}

function parse(text: string, name: string, wrong: (problem: string) => UsageError): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^<{7}/m.test(text))
      throw new UsageError(`${name} has merge conflicts. Resolve them, then write it again with --write-baseline.`);
    throw wrong('it is not JSON');
  }
}

function findingsIn(findings: Members, wrong: (problem: string) => UsageError): Baseline {
  return new Map(
    Object.entries(findings).map(([file, list]) => {
      const place = `findings[${JSON.stringify(file)}]`;
      if (!Array.isArray(list)) throw wrong(`${place} must be a list`);
      return [file, list.map((each: unknown, i) => findingOf(each, `${place}[${i}]`, wrong))];
    }),
  );
}

function findingOf(value: unknown, place: string, wrong: (problem: string) => UsageError): BaselineFinding {
  if (!isRecord(value)) throw wrong(`${place} must be an object`);
  const text = (name: string): string => {
    const member = value[name];
    if (typeof member === 'string') return member;
    throw wrong(`${place}.${name} must be a string`);
  };
  return { code: text('code'), fingerprint: text('fingerprint'), message: text('message') };
}

type Members = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
