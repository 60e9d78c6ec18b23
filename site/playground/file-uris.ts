/** The addresses of files in the playground. */

/** Below which all files are. */
export const playgroundRoot = 'file:///playground';

/** Of a file by its name, which can have folders. */
export function uriOf(name: string): string {
  return `${playgroundRoot}/${name.split('/').map(encodeURIComponent).join('/')}`;
}
