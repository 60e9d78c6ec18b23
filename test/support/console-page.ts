/**
 * Reads a page of the documentation as a terminal session: each fence with a title is a file, and each fence `console`
 * contains commands after `$`, which run in order in the folder of the files, and their output.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from './process.ts';
import type { Folder } from './process.ts';

const fence = /^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm;

/** A fence of commands with their output. */
export interface Session {
  readonly heading: string;
  readonly written: string;
  readonly printed: string;
}

/** The sessions of a page in order, as written and as executed. */
export function sessionsOf(page: string): readonly Session[] {
  const folder = folderOf({});
  const sessions: Session[] = [];
  try {
    for (const match of page.matchAll(fence)) {
      const [, language = '', attributes = '', text = ''] = match;
      const title = /title="([^"]+)"/.exec(attributes)?.[1];
      if (title !== undefined) write(join(folder.path, title), text);
      if (language !== 'console') continue;
      const heading = [...page.slice(0, match.index).matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? '';
      sessions.push({ heading, written: text, printed: replay(text, folder) });
    }
  } finally {
    folder.remove();
  }
  return sessions;
}

/** Writes the output of the commands into the page. */
export function updatePage(path: string): void {
  const page = readFileSync(path, 'utf8');
  const printed = sessionsOf(page).map((session) => session.printed);
  const updated = page.replace(fence, (whole, language: string, attributes: string) =>
    language === 'console' ? `\`\`\`console${attributes}\n${printed.shift() ?? ''}\`\`\`` : whole,
  );
  if (updated !== page) writeFileSync(path, updated);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function replay(text: string, folder: Folder): string {
  const commands = text.split('\n').filter((line) => line.startsWith('$ '));
  return commands.map((line) => `${line}\n${run(line.slice(2).split(' '), folder)}`).join('');
}

/** `endpoints` with its arguments, or `cat` with a file. */
function run([command = '', ...args]: readonly string[], folder: Folder): string {
  if (command === 'cat') return readFileSync(join(folder.path, args[0] ?? ''), 'utf8');
  if (command !== 'endpoints') throw new Error(`The page runs ${command}, and only endpoints and cat are known here.`);
  const { out, err } = folder.run(...args);
  return out + err;
}
