/** Answers textDocument/hover: the hover of a settings file, of a resource, or of a kustomization. */
import type { Hover } from 'vscode-languageserver-types';
import { loadServices } from '../../contract/service-table.ts';
import { hover } from '../../features/hover/hover.ts';
import type { Files } from '../../features/view.ts';
import type { TextRequest } from '../protocol/request.ts';
import { settingsOf } from '../session.ts';
import { filesOf } from '../workspace/files.ts';
import { withBuiltNote, withKustomizeHover } from './kustomize-requests.ts';
import { settingsHover } from './settings-requests.ts';
import { withTrafficNote } from './traffic-requests.ts';

/** The hover at the offset of the text (UTF-16 units); null where nothing can be explained. */
export async function explain(request: TextRequest, offset: number): Promise<Hover | null> {
  const { session, view, client, host } = request;
  const settings = settingsHover(request, offset);
  if (settings) return settings;
  const services = await loadServices();
  const hasApply = settingsOf(session, view.uri).isOn.apply;
  const files = (): Files => filesOf(session);
  const pageUri = (code: string): string | undefined => host.pageUri(code);
  const found = hover(view, offset, { ...client.hover, now: host.now(), pageUri, services, files, hasApply });
  const explained = await withTrafficNote(await withKustomizeHover(found, request, offset), request, offset);
  return withBuiltNote(explained, request, offset);
}
