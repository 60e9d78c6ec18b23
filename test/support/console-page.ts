/**
 * Runs a page of the documentation as a terminal session: each fence with a title is a file, and each `console` fence has
 * commands after `$` and their output. The commands run one after the other in a folder with these files, and with the examples
 * of the repository if the page has a command with `examples/`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf, type Folder } from './process.ts';
import { root } from './root.ts';

/** A longer fence may hold a text with fences of its own. */
const fence = /^(`{3,})(\w+)([^`\n]*)\n([\s\S]*?)^\1$/gm;

/** A `console` fence: its text in the page, and the same commands with their real output. */
export interface Session {
  readonly heading: string;
  readonly written: string;
  readonly printed: string;
}

/** The sessions of a page in order. */
export function sessionsOf(page: string): readonly Session[] {
  const folder = folderOf({});
  const sessions: Session[] = [];
  try {
    if (/^\$ endpoints .*\bexamples\//m.test(page))
      cpSync(join(root, 'examples'), join(folder.path, 'examples'), { recursive: true });
    for (const match of page.matchAll(fence)) {
      const [, , language = '', attributes = '', text = ''] = match;
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

/** The fences of a page with a title: file names and texts. */
export function titledFiles(page: string): Readonly<Record<string, string>> {
  const titled = [...page.matchAll(fence)].map(
    ([, , , attributes = '', text = '']) => [/title="([^"]+)"/.exec(attributes)?.[1] ?? '', text] as const,
  );
  return Object.fromEntries(titled.filter(([title]) => title !== ''));
}

/** What a page shows as the output of a command. */
export function shownOutput(page: string, command: string): string {
  const texts = [...page.matchAll(fence)].map(([, , language, , text = '']) => (language === 'console' ? text : ''));
  const commands = texts.flatMap((text) => text.split(/^\$ /m));
  return commands.find((text) => text.startsWith(`${command}\n`))?.slice(command.length + 1) ?? '';
}

/** Writes the output of the commands into the page. */
export function updatePage(path: string): void {
  const page = readFileSync(path, 'utf8');
  const printed = sessionsOf(page).map((session) => session.printed);
  const updated = page.replace(fence, (whole, _marks, language: string, attributes: string) =>
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

/** `endpoints` with its arguments, `cat` with a file, or `git apply` with a patch. */
function run([command = '', ...args]: readonly string[], folder: Folder): string {
  if (command === 'cat') return readFileSync(join(folder.path, args[0] ?? ''), 'utf8');
  if (command === 'git' && args[0] === 'apply')
    return execFileSync('git', [...args], { cwd: folder.path, encoding: 'utf8' });
  if (command !== 'endpoints')
    throw new Error(`The page runs ${command}, and only endpoints, cat and git apply are known here.`);
  const { out, err } = folder.run(...args);
  return out + err;
}
