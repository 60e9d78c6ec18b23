/** Registers formatting for each open file that is formatted. In other files, an editor then has no second formatter to choose. */
import { isFormatted } from '../../features/formatted-files.ts';
import type { ServerContext } from '../protocol/request.ts';
import { isProgramUri } from './programs.ts';
import { isTerraformUri } from './terraform.ts';
import { fileOf, pathOfUri, settingsOf, type FileSettings, type OpenText } from '../session.ts';

/** In UTF-16 units. What a longer text holds is looked up when it is opened, and not at each keystroke. */
const longText = 50_000;

export interface Formatters {
  /** Called when the text has been checked. */
  follow(open: OpenText): void;
  /** Called when settings have changed. */
  followAll(): void;
  close(uri: string): void;
}

export function formatters({ connection, session }: Pick<ServerContext, 'connection' | 'session'>): Formatters {
  const known = new Map<string, { readonly edit: number; readonly settings: FileSettings; readonly isOn: boolean }>();
  const ask = (method: string, params: object): void => {
    connection
      .sendRequest(method, params)
      .catch((error: unknown) => connection.console.warn(`The client rejected ${method}: ${String(error)}`));
  };
  const kinds = (): readonly string[] =>
    (['formatting', 'rangeFormatting'] as const).filter(
      (kind) => session.client.textDocument?.[kind]?.dynamicRegistration,
    );
  const announce = (uri: string, isOn: boolean): void => {
    const registrations = kinds().map((kind) => ({
      id: `endpoints-${kind} ${uri}`,
      method: `textDocument/${kind}`,
    }));
    const registerOptions = { documentSelector: [selectorOf(uri)] };
    if (isOn)
      ask('client/registerCapability', { registrations: registrations.map((each) => ({ ...each, registerOptions })) });
    // The protocol has this spelling.
    else ask('client/unregisterCapability', { unregisterations: registrations });
  };
  const follow = (open: OpenText): void => {
    const { uri, edit } = open;
    const settings = settingsOf(session, uri);
    const before = known.get(uri);
    if (isProgramUri(uri) || isTerraformUri(uri)) return;
    const isSame = before?.edit === edit || (before && open.located.length > longText);
    if ((isSame && before.settings === settings) || kinds().length === 0) return;
    const isOn =
      settings.isOn.format &&
      session.project.checkable(uri) !== undefined &&
      isFormatted(fileOf(session, open), settings.isOn.formatMixed);
    known.set(uri, { edit, settings, isOn });
    if (isOn !== (before?.isOn ?? false)) announce(uri, isOn);
  };
  return {
    follow,
    followAll() {
      for (const uri of known.keys()) {
        const open = session.texts.get(uri);
        if (open) follow(open);
      }
    },
    close(uri) {
      if (known.get(uri)?.isOn === true) announce(uri, false);
      known.delete(uri);
    },
  };
}

/** Matches this file only. A `?` stands for characters that have a meaning in a pattern. */
function selectorOf(uri: string): { readonly scheme: string; readonly pattern: string } {
  const [, scheme = '', authority = '', path = ''] = /^([^:]+):(?:\/\/([^/]*))?(.*)$/s.exec(pathOfUri(uri)) ?? [];
  const share = scheme === 'file' && authority !== '' ? `//${authority}` : '';
  const plain = share + path.replace(/^\/(?=[a-z]:)/i, '');
  return { scheme, pattern: plain.replaceAll(/[*?[\]{}!\\]/g, '?') };
}
