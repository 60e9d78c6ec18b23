/** Loads completion and hover for settings files with the first one of them. */
import type { CompletionList, Hover } from 'vscode-languageserver-types';
import { normalizedUri } from '../../config/location.ts';
import { complete } from '../../features/completion/completion.ts';
import { slotsAt } from '../../frontends/slot/slots.ts';
import type { TextRequest } from '../protocol/request.ts';
import { filesOf } from '../workspace/files.ts';
import { isSettingsName } from '../workspace/settings-name.ts';

/** Proposes settings and their values; undefined for a text that is no settings file. */
export function settingsCompletion(
  request: TextRequest,
  offset: number,
  isTyping: boolean,
): Promise<CompletionList> | undefined {
  return isSettings(request) ? propose(request, offset, isTyping) : undefined;
}

async function propose(request: TextRequest, offset: number, isTyping: boolean): Promise<CompletionList> {
  const { session, open, client } = request;
  const { located, uri } = open;
  const inPackage = uri.endsWith('/package.json');
  // An extended file can have any name.
  const name = `endpoints.config.${uri.endsWith('.json') ? 'json' : 'yaml'}`;
  const slots = slotsAt(name, located.text, offset).flatMap((slot) =>
    inPackage ? (slot.path[0] === 'endpoints' ? { ...slot, path: slot.path.slice(1) } : []) : slot,
  );
  const { proposeSettings } = await import('../../features/settings/settings-text.ts');
  return complete(slots, {
    ...client.completion,
    located,
    minor: 0,
    isOneLine: /vim/i.test(session.clientName) && !client.completion.hasSnippets,
    services: undefined,
    document: () => undefined,
    unserved: () => [],
    isTyping,
    around: () => ({ files: filesOf(session), view: request.view, offset }),
    kustomize: proposeSettings,
  });
}

/** Explains a setting; undefined for a text that is no settings file. */
export function settingsHover(request: TextRequest, offset: number): Promise<Hover | null> | undefined {
  return isSettings(request) ? explain(request, offset) : undefined;
}

async function explain({ open, client }: TextRequest, offset: number): Promise<Hover | null> {
  const { hoverSettings } = await import('../../features/settings/settings-text.ts');
  return hoverSettings(open.uri, open.located, offset, client.hover.markup);
}

function isSettings({ session, open: { uri } }: TextRequest): boolean {
  return isSettingsName(uri) || session.settingsFiles.has(normalizedUri(uri));
}
