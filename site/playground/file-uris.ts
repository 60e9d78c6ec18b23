/** The addresses of files in the playground. */

/** Below which all files are. */
export const root = 'file:///playground';

/** Of a file by its name, which can have folders. */
export function uriOf(name: string): string {
  return `${root}/${name.split('/').map(encodeURIComponent).join('/')}`;
}
