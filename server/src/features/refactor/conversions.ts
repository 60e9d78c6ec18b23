/** Offers conversions from Endpoints to EndpointSlices and back at a place. Whether one is possible is checked later. */
import type { Command } from 'vscode-languageserver-types';
import type { Span } from '../../text/span.ts';
import type { Resource } from '../../tree/document.ts';
import { isAtWhole, pastIndentation } from './refactorings.ts';
import { nodesAt, resourceAt, type LocatedResource, type View } from '../view.ts';
import { convertWorkspaceCommand } from '../vocabulary.ts';

/** The rule whose finding a conversion fixes. */
export const conversionRule = 'deprecated-endpoints';

export interface ConversionOffer {
  readonly title: string;
  readonly to: 'endpointslice' | 'endpoints';
  readonly mode: 'replace' | 'add';
  /** The resources of this file. Slices of the same Service in other files are converted with them. */
  readonly resources: ReadonlySet<Resource>;
}

/** The conversions for the span of the file, the likeliest first. Several resources are converted only from a resource's head. */
export function conversionsAt(view: View, span: Span): readonly ConversionOffer[] {
  const offset = pastIndentation(view.located.text, span.start);
  const found = resourceAt(view, offset);
  if (!found || found.resource.isPartial || found.resource.embedding) return [];
  if (found.document.issues.length > 0) return [];
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

/** The command that converts the workspace, at the head of an Endpoints; empty elsewhere. */
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
