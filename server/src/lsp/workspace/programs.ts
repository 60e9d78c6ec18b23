/** Loads what reads programs when the first one is met. Nothing waits for it but the answers about programs. */
import { codeOf, missingGrammar, type Grammar } from '../../frontends/code/languages.ts';
import type { ServerContext } from '../protocol/request.ts';
import { keepText, pathOfUri } from '../session.ts';

type LoadingServer = Pick<ServerContext, 'connection' | 'session' | 'host'>;

export function isProgramUri(uri: string): boolean {
  return codeOf(pathOfUri(uri)) !== undefined;
}

/** The names of languages in the protocol, and those of Vim. */
const languageIds = new Set<unknown>(
  'typescript typescriptreact typescript.tsx javascript javascriptreact javascript.jsx python go csharp cs java'.split(
    ' ',
  ),
);

/** True for what a client calls the language of a program. */
export function isProgramLanguage(language: unknown): boolean {
  return languageIds.has(language);
}

/** Resolves to false for a program that cannot be read, and to true for any other text. Never rejects. */
export function isReadable(server: LoadingServer, uri: string, text: string): Promise<boolean> {
  const grammar = missingGrammar(pathOfUri(uri), text);
  return grammar === undefined ? Promise.resolve(true) : grammarLoaded(grammar, server);
}

/** Reads the open programs again as soon as one of them can be read that could not, and then calls `onRead`. */
export async function readOpenProgram(server: LoadingServer, uri: string, onRead: () => void): Promise<void> {
  const { session } = server;
  const path = pathOfUri(uri);
  const text = session.texts.get(uri)?.located.text ?? '';
  if (missingGrammar(path, text) === undefined || !(await isReadable(server, uri, text))) return;
  const grammar = codeOf(path)?.grammar;
  const unread = [...session.texts.values()].filter((open) => codeOf(pathOfUri(open.uri))?.grammar === grammar);
  for (const open of unread) keepText(session, open.uri, open.version, open.located);
  onRead();
}

/** Resolves when everything is loaded that open programs need. */
export async function programsLoaded({ session }: Pick<LoadingServer, 'session'>): Promise<void> {
  await Promise.all(session.grammars.values());
}

/** Resolves to false for a grammar that cannot be loaded, which is tried once and logged. Never rejects. */
export function grammarLoaded(grammar: Grammar, { connection, session, host }: LoadingServer): Promise<boolean> {
  const known = session.grammars.get(grammar);
  if (known) return known;
  const load = async (): Promise<boolean> => {
    try {
      if (!host.grammars) throw new Error('This server has no parser for programs, so they are not read.');
      const { loadProgramGrammar } = await import('../../edits/load-programs.ts');
      await loadProgramGrammar(grammar, host.grammars);
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (session.programProblem === '') connection.console.warn(why);
      session.programProblem = why;
      return false;
    }
  };
  const loading = load();
  session.grammars.set(grammar, loading);
  return loading;
}
