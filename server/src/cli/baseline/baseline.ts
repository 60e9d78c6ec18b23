/**
 * A baseline: the findings that a project has decided to live with for now, as a file that is kept beside the manifests. It names
 * no lines, so that it changes with the findings only.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Notice } from '../../reports/report.ts';
import { UsageError } from '../usage.ts';
import { realPath, reason, slashed } from '../../disk/paths.ts';

/** By file, as `baselineKey` names it. */
export type Baseline = ReadonlyMap<string, readonly Known[]>;

export type Known = Pick<Notice, 'code' | 'fingerprint' | 'message'>;

const version = 1;
const anew = 'Check the path, or delete it and write it anew with --write-baseline.';
const largest = 256 * 1024 * 1024;

/** Reads the file; throws a UsageError that names what is wrong with it. `name` is how it is called. */
export function readBaselineFile(path: string, name: string): Baseline {
  const text = readText(path, name);
  if (text === undefined)
    throw new UsageError(`The baseline ${name} does not exist. Make it with --write-baseline, or check the path.`);
  const data = parse(text, name);
  const made = isRecord(data) ? data['version'] : undefined;
  if (isRecord(data) && typeof made === 'number' && made !== version)
    throw new UsageError(
      `${name} is a baseline of version ${made}; this program reads ${version}. Write it anew with --write-baseline.`,
    );
  return findingsIn(data, name);
}

/**
 * What stands in a file that is to be written anew: nothing where there is none, or one of another version. Throws a UsageError for
 * what is no baseline, which nobody wants to lose.
 */
export function readForWriting(path: string, name: string): { readonly baseline: Baseline; readonly text: string } {
  const text = readText(path, name);
  if (text === undefined || text === '') return { baseline: new Map(), text: '' };
  const wayOut = 'It is not overwritten: name another file, or delete it.';
  const data = parse(text, name, wayOut);
  if (!isRecord(data) || typeof data['version'] !== 'number' || !isRecord(data['findings']))
    throw new UsageError(`${name} is no baseline. ${wayOut}`);
  return { baseline: data['version'] === version ? findingsIn(data, name, wayOut) : new Map(), text };
}

/** Sorted, with a line for each finding: the same findings make the same text, and others a small difference. */
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
  /** The file that the key stands for. */
  readonly pathOf: (key: string) => string;
}

/** How the baseline in that folder names files: from there, so that it is the same wherever the command runs. */
export function keysIn(folder: string): Keys {
  const from = realPath(folder);
  // To resolve a folder takes longer than all the rest, and most files share theirs.
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

function findingText({ code, fingerprint, message }: Known): string {
  const members = Object.entries({ code, fingerprint, message });
  return `{ ${members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')} }`;
}

/** By what stays, so that another message moves no line. */
function inOrder(a: Known, b: Known): number {
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
      throw new UsageError(`${name} is larger than any baseline (${largest / 1024 / 1024} MiB). Check the path.`);
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (reason(error) === 'ENOTDIR') return undefined;
    throw new UsageError(`The baseline ${name} cannot be read (${reason(error)}). Check the path and its permissions.`);
  }
}

function parse(text: string, name: string, wayOut = anew): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^<{7}/m.test(text))
      throw new UsageError(
        `${name} is not merged yet. Resolve its conflicts, either way, and write it again with --write-baseline.`,
      );
    throw new UsageError(`${name} is not JSON, and so no baseline. ${wayOut}`);
  }
}

function findingsIn(data: unknown, name: string, wayOut = anew): Baseline {
  const wrong = (member: string, shape: string): UsageError =>
    new UsageError(`${name} is no baseline: ${member} must be ${shape}. ${wayOut}`);
  if (!isRecord(data)) throw wrong('the whole', 'an object');
  if (data['version'] !== version) throw wrong('"version"', String(version));
  if (!isRecord(data['findings'])) throw wrong('"findings"', 'an object with the names of files');
  const baseline = new Map<string, readonly Known[]>();
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
          throw wrong(`${member}[${i}].${key}`, 'a text');
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
