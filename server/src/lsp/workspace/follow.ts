/** Asks the client to refresh what it caches when settings change. */
import type { Layer } from '../../config/config.ts';
import type { ServerContext } from '../protocol/request.ts';
import { experimentIn } from '../protocol/experiments.ts';
import type { FileSettings, Session } from '../session.ts';

/** Returns the function to call after each reload of the settings. */
export function follower({ connection, session }: ServerContext): () => void {
  let known = effectsOf(session);
  const ask = (method: string): void => {
    connection
      .sendRequest(method)
      .catch((error: unknown) => connection.console.warn(`The client rejected ${method}: ${String(error)}`));
  };
  return () => {
    const effects = effectsOf(session);
    if (isOther(effects, known)) {
      for (const method of refreshes(session)) ask(method);
      if (experimentIn(session.client, 'status') === true)
        void connection.sendNotification('endpoints/didChangeSettings', {});
    }
    known = effects;
  };
}

/** The settings that change answers which a client caches: by folder, and with '' outside of all folders. */
function effectsOf({ outside, folderSettings }: Session): ReadonlyMap<string, string> {
  const effect = ({ minor, minors, isOn }: FileSettings): string => JSON.stringify([minors ?? minor, isOn]);
  const folders = [...folderSettings].map(
    ([folder, { all, layers }]) => [folder, effect(all) + layers.map(overrideEffect).join('')] as const,
  );
  return new Map([['', effect(outside.all)], ...folders]);
}

function overrideEffect({ files, file, config: { minors, switches } }: Layer): string {
  return files ? JSON.stringify([file, files, minors, [...(switches ?? [])]]) : '';
}

/** A new folder had the settings that apply outside. */
function isOther(now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): boolean {
  return [...now].some(([folder, effect]) => (before.get(folder) ?? before.get('')) !== effect);
}

function refreshes({ client: { workspace = {} } }: Session): readonly string[] {
  return (['inlayHint', 'codeLens', 'semanticTokens'] as const)
    .filter((kind) => workspace[kind]?.refreshSupport)
    .map((kind) => `workspace/${kind}/refresh`);
}
