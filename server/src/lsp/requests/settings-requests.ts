/** Loads completion and hover for settings files and files with expectations with the first one of them. */
import type { CompletionList, Hover } from 'vscode-languageserver-types';
import { normalizedUri } from '../../config/location.ts';
import { complete } from '../../features/completion/completion.ts';
import type { SettingsKind } from '../../features/settings/settings-text.ts';
import { slotsAt } from '../../frontends/slot/slots.ts';
import { isExpectationFile } from '../../project/expectations/expectation.ts';
import type { TextRequest } from '../protocol/request.ts';
import { filesOf } from '../workspace/files.ts';
import { isSettingsName } from '../workspace/settings-name.ts';

/** Proposes settings and their values; undefined for any other text. */
export function settingsCompletion(
  request: TextRequest,
  offset: number,
  isTyping: boolean,
): Promise<CompletionList> | undefined {
  const kind = kindOf(request);
  return kind && propose(kind, request, offset, isTyping);
}

async function propose(
  kind: SettingsKind,
  request: TextRequest,
  offset: number,
  isTyping: boolean,
): Promise<CompletionList> {
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
    kustomize: (slot, options) => proposeSettings(kind, slot, options),
  });
}

/** Explains a key; undefined for any other text. */
export function settingsHover(request: TextRequest, offset: number): Promise<Hover | null> | undefined {
  const kind = kindOf(request);
  return kind && explain(kind, request, offset);
}

async function explain(kind: SettingsKind, { open, client }: TextRequest, offset: number): Promise<Hover | null> {
  const { hoverSettings } = await import('../../features/settings/settings-text.ts');
  return hoverSettings(kind, { uri: open.uri, located: open.located, offset }, client.hover.markup);
}

function kindOf({ session, open: { uri } }: TextRequest): SettingsKind | undefined {
  if (isExpectationFile(uri)) return 'expectations';
  return isSettingsName(uri) || session.settingsFiles.has(normalizedUri(uri)) ? 'settings' : undefined;
}
