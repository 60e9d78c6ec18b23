/** Repositories with the readers that a search has to find, and the search as the command line does it. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { main } from '../../server/src/cli/main.ts';
import { root } from './root.ts';

/** A reader in the terms of the output of `endpoints readers --format json`. */
export interface ListedReader {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly certainty: 'certain' | 'likely';
  readonly change: 'rewrite' | 'person';
  readonly when: 'replaced' | 'later';
  readonly for: readonly string[];
}

export interface ExpectedReader extends ListedReader {
  /** True for a reader that the search may leave out. */
  readonly optional?: true;
}

export interface FoundOnDisk extends ListedReader {
  readonly message: string;
  readonly fix: { readonly title: string } | null;
}

export interface RecordedRepository {
  readonly name: string;
  readonly folder: string;
  readonly story: string;
  readonly expected: readonly ExpectedReader[];
  /** The files without a reader. */
  readonly silent: readonly string[];
}

/** These files say what to find, so the search must not see them. */
const answers: ReadonlySet<string> = new Set(['expected.json', 'about.json']);

export function recordedRepositories(): readonly RecordedRepository[] {
  const all = join(root, 'test/data/readers');
  return readdirSync(all)
    .sort()
    .map((name) => {
      const folder = join(all, name);
      const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const { story, silent } = read('about.json') as Pick<RecordedRepository, 'story' | 'silent'>;
      return { name, folder, story, silent, expected: read('expected.json') as readonly ExpectedReader[] };
    });
}

/** The texts of a folder by their paths, without the answers. */
export function textsOfFolder(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !answers.has(basename(path)));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );
}

/** Runs `endpoints readers --format json` on a copy of the folder, without the answers. */
export async function readersInFolder(folder: string): Promise<readonly FoundOnDisk[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'endpoints-readers-'));
  try {
    cpSync(folder, cwd, { recursive: true, filter: (path) => !answers.has(basename(path)) });
    let [out, err] = ['', ''];
    const code = await main(['readers', '--format', 'json'], {
      cwd,
      isColored: false,
      width: undefined,
      version: '0',
      out: (text) => void (out += text),
      err: (text) => void (err += text),
    });
    if (code > 1) throw new Error(`endpoints readers ended with ${code}: ${err}`);
    return (JSON.parse(out) as { readonly readers: readonly FoundOnDisk[] }).readers;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
