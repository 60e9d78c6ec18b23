/** Selects the Kubernetes version of a file, and stores it where the present one comes from. */
import { window, type QuickPickItem } from 'vscode';
import type { FileStatus } from '../../server/src/lsp/requests/status.ts';
import {
  announcedMinor,
  announcedText,
  newestMinor,
  oldestMinor,
  versionName,
} from '../../server/src/contract/version.ts';
import { statusOf } from './file-status.ts';
import type { ServerSupervisor } from './server.ts';
import { sourceText, versionPlaces, type VersionPlace } from './version-places.ts';

export async function selectVersion(server: ServerSupervisor): Promise<void> {
  const document = window.activeTextEditor?.document;
  const status = document && (await statusOf(server, document).catch(() => undefined));
  const places = versionPlaces(status, document?.uri);
  const [place, ...others] = places;
  const choice = await window.showQuickPick(versions(status), {
    title: 'Select Kubernetes Version',
    placeHolder: others.length > 0 ? 'Several places set the version' : `Stored in ${place?.name}`,
  });
  const chosen = choice && (await selectPlace(places));
  if (chosen) await chosen.store(choice.label);
}

/** Several places set the version: the first one overrides the others. */
async function selectPlace(places: readonly VersionPlace[]): Promise<VersionPlace | undefined> {
  const [first, ...others] = places;
  if (!first || others.length === 0) return first;
  const items = places.map((place): QuickPickItem & { readonly place: VersionPlace } => ({
    label: place.name,
    description: place === first ? 'in use' : `overridden by ${first.name}`,
    place,
  }));
  const title = 'Store the Kubernetes Version';
  return (await window.showQuickPick(items, { title, placeHolder: 'Several places set the version' }))?.place;
}

/** The current ones first, if the server reports them: Enter changes nothing. Then the newest first. */
function versions(status: FileStatus | undefined): readonly QuickPickItem[] {
  const current = status?.kubernetesVersion.split(', ') ?? [];
  const now = status ? `current, ${sourceText(status)}` : '';
  const items: QuickPickItem[] = [];
  for (let minor = announcedMinor; minor >= oldestMinor; minor--) {
    const label = versionName(minor);
    const detail = minor > newestMinor ? { detail: announcedText } : {};
    items.push({ label, description: current.includes(label) ? now : '', ...detail });
  }
  const isOther = ({ label }: QuickPickItem): number => Number(!current.includes(label));
  return items.sort((a, b) => isOther(a) - isOther(b));
}
