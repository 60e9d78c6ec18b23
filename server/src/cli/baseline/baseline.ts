/** Reads and writes a baseline: a file of accepted findings. It has no lines, so it changes only with the findings. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Notice } from '../../reports/report.ts';
import { UsageError } from '../usage.ts';
import { realPath, reason, slashed } from '../../disk/paths.ts';

/** The findings by file, with keys of `keysIn`. */
export type Baseline = ReadonlyMap<string, readonly BaselineFinding[]>;

export type BaselineFinding = Pick<Notice, 'code' | 'fingerprint' | 'message'>;

const version = 1;
const rewrite = 'Check the path, or delete the file and write it again with --write-baseline.';
/** In bytes. */
const largest = 256 * 1024 * 1024;

/** Throws a UsageError for a file that is missing or not a baseline. `name` is the path as shown. */
export function readBaselineFile(path: string, name: string): Baseline {
  const text = readText(path, name);
  if (text === undefined)
    throw new UsageError(`The baseline ${name} does not exist. Create it with --write-baseline, or check the path.`);
  const data = parse(text, name);
  const made = isRecord(data) ? data['version'] : undefined;
  if (isRecord(data) && typeof made === 'number' && made !== version)
    throw new UsageError(
      `${name} has baseline version ${made}, but this program reads version ${version}. Write it again with --write-baseline.`,
    );
  return findingsIn(data, name);
}

/** Reads a file before it is overwritten: empty if it is missing or of another version. Throws a UsageError for any other file. */
export function readForWriting(path: string, name: string): { readonly baseline: Baseline; readonly text: string } {
  const text = readText(path, name);
  if (text === undefined || text === '') return { baseline: new Map(), text: '' };
  const wayOut = 'It is not overwritten. Use another file, or delete it.';
  const data = parse(text, name, wayOut);
  if (!isRecord(data) || typeof data['version'] !== 'number' || !isRecord(data['findings']))
    throw new UsageError(`${name} is not a baseline. ${wayOut}`);
  return { baseline: data['version'] === version ? findingsIn(data, name, wayOut) : new Map(), text };
}

/** Sorted, with a line for each finding, so that diffs are small. */
export function baselineText(baseline: Baseline): string {
  const files = [...baseline].filter(([, findings]) => findings.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const blocks = files.map(([file, findings]) => {
    const lines = findings.toSorted(inOrder).map((finding) => `      ${findingText(finding)}`);
    return `    ${JSON.stringify(file)}: [\n${lines.join(',\n')}\n    ]`;
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
  return `{ ${members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')} }`;
}

/** Without the message, so that a new message moves no line. */
function inOrder(a: BaselineFinding, b: BaselineFinding): number {
  if (a.code !== b.code) return a.code < b.code ? -1 : 1;
  return a.fingerprint < b.fingerprint ? -1 : 1;
}

function readText(path: string, name: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (stat.isDirectory()) throw new UsageError(`--baseline ${name} is a directory. Name a file in it.`);
    if (!stat.isFile()) throw new UsageError(`--baseline ${name} is not a file. Name a file.`);
    if (stat.size > largest)
      throw new UsageError(`${name} exceeds the limit for baselines (${largest / 1024 / 1024} MiB). Check the path.`);
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (reason(error) === 'ENOTDIR') return undefined;
    throw new UsageError(`The baseline ${name} cannot be read (${reason(error)}). Check the path and its permissions.`);
  }
}

function parse(text: string, name: string, wayOut = rewrite): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^<{7}/m.test(text))
      throw new UsageError(`${name} has merge conflicts. Resolve them, then write it again with --write-baseline.`);
    throw new UsageError(`${name} is not a baseline: it is not JSON. ${wayOut}`);
  }
}

function findingsIn(data: unknown, name: string, wayOut = rewrite): Baseline {
  const wrong = (member: string, shape: string): UsageError =>
    new UsageError(`${name} is not a baseline: ${member} must be ${shape}. ${wayOut}`);
  if (!isRecord(data)) throw wrong('the file', 'an object');
  if (data['version'] !== version) throw wrong('"version"', String(version));
  if (!isRecord(data['findings'])) throw wrong('"findings"', 'an object with file names');
  const baseline = new Map<string, readonly BaselineFinding[]>();
  for (const [file, list] of Object.entries(data['findings'])) {
    const member = `findings[${JSON.stringify(file)}]`;
    if (!Array.isArray(list)) throw wrong(member, 'a list');
    baseline.set(
      file,
      list.map((each: unknown, i) => {
        if (!isRecord(each)) throw wrong(`${member}[${i}]`, 'an object');
        const text = (key: string): string => {
          const value = each[key];
          if (typeof value === 'string') return value;
          throw wrong(`${member}[${i}].${key}`, 'a string');
        };
        return { code: text('code'), fingerprint: text('fingerprint'), message: text('message') };
      }),
    );
  }
  return baseline;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
