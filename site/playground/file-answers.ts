/** Answers the server's requests for files, as if they were on a disk. */
import type { EditedFile } from './edited-files.ts';
import type { Answer } from './server-link.ts';

export function fileAnswers(filesNow: () => readonly EditedFile[]): ReadonlyMap<string, Answer> {
  const uriIn = (params: unknown): string => (params as { readonly uri: string }).uri;
  return new Map<string, Answer>([
    [
      'endpoints/readFile',
      (params) => {
        const file = filesNow().find(({ uri }) => uri === uriIn(params));
        return file ? { text: file.current.doc.toString() } : null;
      },
    ],
    ['endpoints/readFolder', (params) => entriesOf(uriIn(params), filesNow())],
    ['client/registerCapability', () => null],
  ]);
}

/** Null for a folder that does not exist. */
function entriesOf(folder: string, files: readonly EditedFile[]): unknown {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  const inside = files.flatMap(({ uri }) => (uri.startsWith(prefix) ? [uri.slice(prefix.length)] : []));
  if (inside.length === 0) return null;
  const names = [...new Set(inside.map((path) => path.split('/')[0] ?? ''))];
  return {
    entries: names.map((name) => ({
      name: decodeURIComponent(name),
      uri: prefix + name,
      isFolder: !inside.includes(name),
    })),
  };
}
