/** The one mutable object of the server: open texts, settings and what the client can do. */
import type { ClientCapabilities, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { mergeConfigs } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { offsetOf } from '../features/lsp.ts';
import type { Encoding, Located } from '../features/lsp.ts';
import { readFile } from '../frontends/frontends.ts';
import { checkFile } from '../lint/check.ts';
import type { CheckSettings, Finding } from '../lint/check.ts';
import { rules } from '../rules/rules.ts';
import { lineStarts } from '../text/line-index.ts';
import type { SourceFile } from '../tree/document.ts';

/** An open text and what was read of it. */
export interface OpenText {
  readonly uri: string;
  readonly version: number;
  readonly located: Located;
  readonly file: SourceFile;
}

export interface Session {
  readonly texts: Map<string, OpenText>;
  /** URIs of files that a kustomization names as patches. */
  readonly patches: Set<string>;
  readonly folders: string[];
  encoding: Encoding;
  client: ClientCapabilities;
  settings: CheckSettings;
  isShutDown: boolean;
  /** Problems of the settings that the user has been told of. */
  shown: ReadonlySet<string>;
  /** Fulfilled once the settings that were last asked for have arrived; nothing is reported before. */
  ready: Promise<void>;
}

export function newSession(onBug: CheckSettings['onBug']): Session {
  return {
    texts: new Map(),
    patches: new Set(),
    folders: [],
    encoding: 'utf-16',
    client: {},
    settings: { rules, ...mergeConfigs([]), onBug },
    isShutDown: false,
    shown: new Set(),
    ready: Promise.resolve(),
  };
}

/** Settings made of the layers; the same rules and the same log as before. */
export function configure(session: Session, layers: readonly Config[]): void {
  session.settings = { ...session.settings, ...mergeConfigs(layers) };
}

export function openText(session: Session, uri: string, version: number, text: string): OpenText {
  const previous = session.texts.get(uri);
  const options = { isPartial: session.patches.has(uri), ...(previous ? { previous: previous.file } : {}) };
  const file = readFile(pathOf(uri), text, options);
  const open = { uri, version, file, located: { text, starts: lineStarts(text), encoding: session.encoding } };
  session.texts.set(uri, open);
  return open;
}

/** The text after the changes, each of which speaks of the text after the one before it. */
export function changedText(open: OpenText, changes: readonly TextDocumentContentChangeEvent[]): string {
  let { located } = open;
  for (const change of changes) {
    let { text } = change;
    if ('range' in change) {
      const start = offsetOf(located, change.range.start);
      const end = Math.max(start, offsetOf(located, change.range.end));
      text = located.text.slice(0, start) + change.text + located.text.slice(end);
    }
    located = { ...located, text, starts: lineStarts(text) };
  }
  return located.text;
}

export function findingsOf(session: Session, open: OpenText): readonly Finding[] {
  return checkFile(open.file, session.settings);
}

/** The path in a URI, for its file name. */
export function pathOf(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
