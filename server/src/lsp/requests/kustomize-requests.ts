/** Loads the features for kustomizations and JSON patches with the first text that needs them. */
import type { DocumentLink, Hover } from 'vscode-languageserver-types';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import type { CompletionOptions } from '../../features/completion/completion.ts';
import type { NavigationLink } from '../../features/navigation/navigation.ts';
import type { ViewPlace } from '../../features/navigation/related-places.ts';
import type { Slot } from '../../tree/slot.ts';
import { filesOf } from '../workspace/files.ts';
import { isProgramUri } from '../workspace/programs.ts';
import { isTerraformUri } from '../workspace/terraform.ts';
import type { TextRequest } from '../protocol/request.ts';

/** What proposes at the slots of a kustomization or a JSON patch; undefined where no slot is in one. */
export async function kustomizeCompletion(slots: readonly Slot[]): Promise<CompletionOptions['kustomize']> {
  const isNeeded = slots.some(({ subject: { area } }) => area === 'kustomization' || area === 'json-patch');
  if (!isNeeded) return undefined;
  const { proposeForKustomize } = await import('../../features/kustomize/complete-kustomization.ts');
  return proposeForKustomize;
}

/** The hover, or one of a kustomization or a JSON patch. */
export async function withKustomizeHover(
  found: Hover | null,
  { session, view, client }: TextRequest,
  offset: number,
): Promise<Hover | null> {
  if (!isKustomize(view)) return found;
  const { hoverKustomize } = await import('../../features/kustomize/hover-kustomization.ts');
  return hoverKustomize(found, { view, offset, files: filesOf(session), markup: client.hover.markup });
}

/** The hover with a note on what kustomizations build of the value. */
export async function withBuiltNote(
  found: Hover | null,
  { session, view, client }: TextRequest,
  offset: number,
): Promise<Hover | null> {
  const files = filesOf(session);
  if (files.rootsOf(view.uri).length === 0) return found;
  const { markup } = client.hover;
  const { hoverBuilt } = await import('../../features/kustomize/hover-built.ts');
  return hoverBuilt(found, { view, offset, files }, markup);
}

/** The definition in a kustomization or a JSON patch; elsewhere `found`, or the object of a patch that finds only itself. */
export async function kustomizeLink(
  found: NavigationLink | undefined,
  { session, view }: TextRequest,
  offset: number,
): Promise<NavigationLink | undefined> {
  const at = { view, offset, files: filesOf(session) };
  const isAlone = found?.places.every((place) => place.view.uri === view.uri) ?? true;
  if (!isKustomize(view) && !(isAlone && session.workspace.isPatch(view.uri) !== false)) return found;
  const { kustomizeDefinition, patchFileDefinition } = await import('../../features/kustomize/kustomization-places.ts');
  return kustomizeDefinition(at) ?? (isAlone ? patchFileDefinition(at) : undefined) ?? found;
}

/** The places in kustomizations that select the object at the offset. */
export async function targetsNaming({ session, view }: TextRequest, offset: number): Promise<readonly ViewPlace[]> {
  const { targetReferences } = await import('../../features/kustomize/kustomization-places.ts');
  return targetReferences({ view, offset, files: filesOf(session) });
}

/** The links from the paths of a kustomization; empty for another file. */
export async function kustomizeLinks({ session, view }: TextRequest): Promise<readonly DocumentLink[]> {
  if (surroundingKind(view.uri) !== 'kustomization') return [];
  const { pathLinks } = await import('../../features/kustomize/kustomization-places.ts');
  return pathLinks(view, filesOf(session));
}

/** True for a kustomization, and for a text with operations of a JSON patch. */
function isKustomize({ uri, located }: TextRequest['view']): boolean {
  if (isProgramUri(uri) || isTerraformUri(uri)) return false;
  return surroundingKind(uri) === 'kustomization' || /^[ \t[{-]*["']?op["']?[ \t]*:/m.test(located.text);
}
