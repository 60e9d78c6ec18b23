/** Answers the requests for the outline of a text, its inlay hints and its links. */
import type { DocumentLink, DocumentSymbol, InlayHint, SymbolInformation } from 'vscode-languageserver-types';
import { loadServices } from '../../contract/service-table.ts';
import { documentLinks } from '../../features/navigation/document-links.ts';
import { documentSymbols, flatSymbols } from '../../features/outline/document-symbols.ts';
import { inlayHints } from '../../features/outline/inlay-hints.ts';
import type { Files } from '../../features/view.ts';
import type { Span } from '../../text/span.ts';
import type { TextRequest } from '../protocol/request.ts';
import { settingsOf } from '../session.ts';
import { filesOf } from '../workspace/files.ts';
import { kustomizeLinks } from './kustomize-requests.ts';

/** A tree, or a flat list for a client that shows no tree. */
export function symbolsOf({ view, client }: TextRequest): readonly (DocumentSymbol | SymbolInformation)[] {
  return client.symbols.isHierarchical ? documentSymbols(view) : flatSymbols(view);
}

/** The links of annotations and comments, then those of a kustomization. */
export async function linksOf(request: TextRequest): Promise<readonly DocumentLink[]> {
  return [...documentLinks(request.view), ...(await kustomizeLinks(request))];
}

/** The hints that the settings switch on, within the span of the text. */
export async function hintsOf({ session, open, view }: TextRequest, span: Span): Promise<readonly InlayHint[]> {
  const { isOn } = settingsOf(session, open.uri);
  const settings = {
    protocol: isOn['inlayHints.protocol'],
    namespace: isOn['inlayHints.namespace'] && !isInChart(session, open.uri),
    portName: isOn['inlayHints.portName'],
    number: isOn['inlayHints.number'],
    backend: isOn['inlayHints.backend'],
  };
  if (!Object.values(settings).includes(true)) return [];
  const services = settings.portName ? await loadServices() : undefined;
  const files = (): Files => {
    session.hasBackendHints = true;
    return filesOf(session);
  };
  return inlayHints(view, span, { settings, services, files });
}

/** True where the release sets the namespace. */
function isInChart({ workspace }: TextRequest['session'], uri: string): boolean {
  return workspace.entriesIn(uri).some(({ placements }) => placements.some(({ chart }) => chart !== ''));
}
