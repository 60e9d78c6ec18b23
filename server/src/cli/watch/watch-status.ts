/** Says on standard error what has changed, and what is watched. */
import { relative } from 'node:path';
import { counted, listed, withoutControls } from '../../text/quote.ts';

/** `news` is empty at the start. */
export function watchStatus(news: string, fileCount: number): string {
  const time = new Date().toTimeString().slice(0, 8);
  return `\n${time}  ${news}Watching ${counted(fileCount, 'file')}. Press Ctrl+C to stop.\n`;
}

const mostNamed = 3;

/** `k8s/db.yaml has changed. `, for a status. */
export function changeNews(paths: readonly string[], cwd: string): string {
  const names = paths.map((path) => withoutControls(relative(cwd, path) || path));
  const what = names.length > mostNamed ? counted(names.length, 'file') : listed(names);
  return `${what} ${names.length === 1 ? 'has' : 'have'} changed. `;
}
