/** Applies changed settings in the client without a restart: asks it to refresh, and registers formatting. */
import type { Layer } from '../../config/config.ts';
import type { ServerContext } from '../protocol/request.ts';
import { experimentIn } from '../protocol/experiments.ts';
import type { FileSettings, Session } from '../session.ts';

/** Prettier would break templates, so Helm is missing. */
const documentSelector = ['yaml', 'json', 'pulumi'].map((language) => ({ language }));

/** Returns the function to call after each reload of the settings. */
export function follower({ connection, session }: ServerContext): () => void {
  let known = effectsOf(session);
  let registered: readonly string[] = [];
  const ask = (method: string, params?: unknown): void => {
    // An undefined parameter would be sent as a list of null.
    const answered = params === undefined ? connection.sendRequest(method) : connection.sendRequest(method, params);
    answered.catch((error: unknown) => connection.console.warn(`The client rejected ${method}: ${String(error)}`));
  };
  return () => {
    const effects = effectsOf(session);
    if (isOther(effects, known)) {
      for (const method of refreshes(session)) ask(method);
      if (experimentIn(session.client, 'status') === true)
        void connection.sendNotification('endpoints/didChangeSettings', {});
    }
    known = effects;
    const wanted = isFormatting(session) ? dynamicMethods(session) : [];
    const fresh = wanted.filter((method) => !registered.includes(method));
    const gone = registered.filter((method) => !wanted.includes(method));
    registered = wanted;
    const registrations = fresh.map((method) => ({ ...registration(method), registerOptions: { documentSelector } }));
    if (fresh.length > 0) ask('client/registerCapability', { registrations });
    // The protocol has this spelling.
    if (gone.length > 0) ask('client/unregisterCapability', { unregisterations: gone.map(registration) });
  };
}

function registration(method: string): { readonly id: string; readonly method: string } {
  return { id: `endpoints-${method}`, method };
}

function isFormatting({ outside, folderSettings }: Session): boolean {
  const layers = [...folderSettings.values()].flatMap((folder) => folder.layers);
  const isOn = layers.some(({ config, files }) => files !== undefined && config.switches?.get('format') === true);
  return isOn || [outside.all, ...[...folderSettings.values()].map(({ all }) => all)].some((each) => each.isOn.format);
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

function dynamicMethods({ client: { textDocument = {} } }: Session): readonly string[] {
  return (['formatting', 'rangeFormatting'] as const)
    .filter((kind) => textDocument[kind]?.dynamicRegistration)
    .map((kind) => `textDocument/${kind}`);
}
