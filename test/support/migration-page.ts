/** Reads a page with a migration: the states of a repository, and the readers of Endpoints in each one. */

export interface MigrationState {
  readonly heading: string;
  /** The whole repository in this state. */
  readonly files: Readonly<Record<string, string>>;
  /** One line for each reader. */
  readonly readers: readonly string[];
  /** The files with hand-written Endpoints. */
  readonly objects: readonly string[];
}

const fence = /^```(\w+)(?: title="([^"]+)")?( removed)?\n([\s\S]*?)^```$/gm;

/** Each state has the files of those before it, unless it changes or removes them. */
export function migrationStates(page: string): readonly MigrationState[] {
  let files: Readonly<Record<string, string>> = {};
  return page
    .split(/^(?=## )/m)
    .slice(1)
    .map((part) => {
      const fences = [...part.matchAll(fence)].map(([, language, path, removed, text = '']) => ({
        language,
        path,
        isRemoved: removed !== undefined,
        text,
      }));
      const changed = fences.flatMap(({ path, text, isRemoved }) =>
        path === undefined || isRemoved ? [] : [[path, text] as const],
      );
      const removed = new Set(fences.flatMap(({ path, isRemoved }) => (isRemoved && path ? [path] : [])));
      const kept = Object.entries(files).filter(([path]) => !removed.has(path));
      files = Object.fromEntries([...kept, ...changed]);
      const linesOf = (name: string): readonly string[] =>
        fences
          .filter(({ language }) => language === name)
          .flatMap(({ text }) => text.split('\n').filter((line) => line !== ''));
      if (!fences.some(({ language }) => language === 'readers')) throw new Error(`No fence of readers: ${part}`);
      const heading = part.slice(3, part.indexOf('\n'));
      return { heading, files, readers: linesOf('readers'), objects: linesOf('objects') };
    });
}
