/** Loads what simulates traffic with the first hover, lens or action that needs it. */
import type { CodeLens, Command, Hover } from 'vscode-languageserver-types';
import { experimentIn } from '../protocol/experiments.ts';
import type { TextRequest } from '../protocol/request.ts';
import type { Session } from '../session.ts';
import { isDocumentShown } from '../shown/shown-address.ts';
import { filesOf } from '../workspace/files.ts';

/** The hover with a note on traffic. */
export async function withTrafficNote(
  found: Hover | null,
  { session, view, client }: TextRequest,
  offset: number,
): Promise<Hover | null> {
  if (!found || !mayHaveTraffic(session, view.uri)) return found;
  const { withTraffic } = await import('../../features/traffic/hover-traffic.ts');
  const { trafficOptionsOf } = await import('./traffic-options.ts');
  const { markup } = client.hover;
  return withTraffic(
    found,
    { view, offset, files: filesOf(session) },
    { ...trafficOptionsOf(session, view.uri), markup },
  );
}

/** In UTF-16 units: editors ask for lenses after each edit, and those of a longer text would keep the server busy. */
const longText = 200_000;

/** None for a long text. */
export async function trafficLensesOf({ session, view }: TextRequest): Promise<readonly CodeLens[]> {
  if (view.located.length > longText || !mayHaveTraffic(session, view.uri)) return [];
  const { trafficLenses } = await import('../../features/traffic/traffic-lens.ts');
  const { trafficOptionsOf } = await import('./traffic-options.ts');
  const hasPicture = experimentIn(session.client, 'showPicture') === true;
  const shows = hasPicture ? 'picture' : isDocumentShown(session, 'showTraffic') ? 'document' : undefined;
  return trafficLenses(view, filesOf(session), { ...trafficOptionsOf(session, view.uri), shows });
}

/** Opens the document on traffic; undefined where traffic arrives, and for a client that cannot open it. */
export async function whyAction({ session, view }: TextRequest, offset: number): Promise<Command | undefined> {
  if (!mayHaveTraffic(session, view.uri) || !isDocumentShown(session, 'showTraffic')) return undefined;
  const { whyNoTrafficCommand } = await import('../../features/traffic/why-action.ts');
  const { trafficOptionsOf } = await import('./traffic-options.ts');
  return whyNoTrafficCommand({ view, offset, files: filesOf(session) }, trafficOptionsOf(session, view.uri));
}

/** False for files without Services and endpoints, for which nothing is loaded. */
function mayHaveTraffic({ workspace }: Session, uri: string): boolean {
  return workspace.entriesIn(uri).some(({ facts: { service, endpoints, slice } }) => service ?? endpoints ?? slice);
}
