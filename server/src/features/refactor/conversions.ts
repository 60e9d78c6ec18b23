/** Which moves from Endpoints to EndpointSlices, or back, may be asked for at a place. Whether they can be made is seen later. */
import type { Command } from 'vscode-languageserver-types';
import type { Span } from '../../text/span.ts';
import type { Resource } from '../../tree/document.ts';
import { isAtWhole, pastIndentation } from './refactorings.ts';
import { nodesAt, resourceAt } from '../view.ts';
import type { LocatedResource, View } from '../view.ts';
import { convertWorkspaceCommand } from '../vocabulary.ts';

/** The rule whose finding a move answers. */
export const conversionRule = 'deprecated-endpoints';

export interface ConversionOffer {
  readonly title: string;
  readonly to: 'endpointslice' | 'endpoints';
  readonly mode: 'replace' | 'add';
  /** Those of this file; slices of the same Service in other files go with them. */
  readonly resources: ReadonlySet<Resource>;
}

/** The moves of what holds the span (of the file), the most likely first; those of more than the resource at its head only. */
export function conversionsAt(view: View, span: Span): readonly ConversionOffer[] {
  const offset = pastIndentation(view.located.text, span.start);
  const found = resourceAt(view, offset);
  if (!found || found.resource.isPartial || found.document.issues.length > 0) return [];
  const { resource } = found;
  const resources = new Set([resource]);
  if (resource.type === 'EndpointSlice') {
    return [{ title: 'Convert to Endpoints', to: 'endpoints', mode: 'replace', resources }];
  }
  if (resource.type !== 'Endpoints') return [];
  const own: readonly ConversionOffer[] = [
    { title: 'Convert to EndpointSlice', to: 'endpointslice', mode: 'replace', resources },
    { title: 'Convert to EndpointSlice and keep the Endpoints', to: 'endpointslice', mode: 'add', resources },
  ];
  const all = new Set(endpointsIn(view));
  if (all.size < 2 || !isAtHead(found, offset)) return own;
  const title = 'Convert all Endpoints of this file to EndpointSlices';
  return [...own, { title, to: 'endpointslice', mode: 'replace', resources: all }];
}

/** The command that converts the workspace, where the place speaks of Endpoints as a whole. */
export function convertAllAt(view: View, span: Span): readonly Command[] {
  const offset = pastIndentation(view.located.text, span.start);
  const found = resourceAt(view, offset);
  if (found?.resource.type !== 'Endpoints' || found.resource.isPartial || !isAtHead(found, offset)) return [];
  return [{ title: 'Convert all Endpoints of the workspace to EndpointSlices…', command: convertWorkspaceCommand }];
}

function isAtHead({ binding, document, start }: LocatedResource, offset: number): boolean {
  const at = offset - start;
  return isAtWhole(nodesAt(binding, at), at, document);
}

function endpointsIn({ file }: View): readonly Resource[] {
  const all = file.parts.flatMap(({ document }) => document.resources);
  return all.filter(({ type, isPartial }) => type === 'Endpoints' && !isPartial);
}
