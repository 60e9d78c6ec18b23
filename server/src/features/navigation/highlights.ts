/**
 * textDocument/documentHighlight: the other places that mean the same: an address however it is spelled, a port's name,
 * a node, a host, a UID, an object with what refers to it, an anchor with its aliases, a name of a program with the
 * expressions that use it.
 */
import { DocumentHighlightKind } from 'vscode-languageserver-types';
import type { DocumentHighlight } from 'vscode-languageserver-types';
import { textOf } from '../../analysis/binding/bind.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import { canonicalIp, parseIp } from '../../contract/ip.ts';
import { shift } from '../../text/span.ts';
import type { Span } from '../../text/span.ts';
import { anchorAt } from './anchors.ts';
import { rangeOf } from '../lsp.ts';
import { mentionAt } from './mentions.ts';
import { nameAt } from './program-navigation.ts';
import { occurrencesOf } from './related-places.ts';
import type { Files, View } from '../view.ts';
import { nodesAt, resourceAt, resourcesOf } from '../view.ts';
import { qualifiedFieldName, isAddress, isWritten, writtenNodes } from '../written.ts';

/** The places in order, the one at the offset among them; none where nothing is to be compared. */
export function highlights(view: View, offset: number, files: Files): DocumentHighlight[] {
  const named = anchorHighlights(view, offset);
  if (named.length > 0) return named;
  const used = nameHighlights(view, offset);
  if (used.length > 0) return used;
  const meant = mentionHighlights(view, offset, files);
  return meant.length > 0 ? meant : valueHighlights(view, offset);
}

function anchorHighlights(view: View, offset: number): DocumentHighlight[] {
  const named = anchorAt(view, offset);
  if (!named) return [];
  const { start, anchor } = named;
  return [
    draw(view, start, anchor.span, DocumentHighlightKind.Write),
    ...anchor.uses.map((span) => draw(view, start, span, DocumentHighlightKind.Read)),
  ];
}

function nameHighlights(view: View, offset: number): DocumentHighlight[] {
  const used = nameAt(view, offset);
  if (!used) return [];
  return used.places.map(({ span, isDeclaration }) =>
    draw(view, used.start, span, isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read),
  );
}

/** Names of objects and ports; a name that stands alone is like any other word. */
function mentionHighlights(view: View, offset: number, files: Files): DocumentHighlight[] {
  const mention = mentionAt(view, offset, files);
  if (!mention || mention.means.what === 'kind') return [];
  const places = occurrencesOf(mention, files, view.uri);
  if (places.length < 2) return [];
  return places.map(({ span }) => draw(view, 0, span, DocumentHighlightKind.Text));
}

function valueHighlights(view: View, offset: number): DocumentHighlight[] {
  const resource = resourceAt(view, offset);
  if (!resource) return [];
  const at = offset - resource.start;
  const node = nodesAt(resource.binding, at).at(-1);
  const meaning = node && meaningOf(node);
  if (!meaning || at < node.value.span.start || !isWritten(node)) return [];
  // Ports pair by their names within one object; another's names are its own.
  const isLocal = qualifiedFieldName(node).endsWith('Port.name');
  const resources = isLocal ? [resource] : resourcesOf(view);
  return resources.flatMap(({ binding, start }) =>
    writtenNodes(binding)
      .filter((each) => meaningOf(each) === meaning)
      .map((each) => draw(view, start, each.value.span, DocumentHighlightKind.Text)),
  );
}

/** What is compared, by what it is called in either kind. */
const compared: Readonly<Record<string, string>> = {
  'EndpointAddress.hostname': 'hostname',
  'Endpoint.hostname': 'hostname',
  'EndpointAddress.nodeName': 'node',
  'Endpoint.nodeName': 'node',
  'ForNode.name': 'node',
  'Endpoint.zone': 'zone',
  'ForZone.name': 'zone',
  'EndpointPort.name': 'port',
  'EndpointSlicePort.name': 'port',
  'ObjectReference.uid': 'uid',
};

/** Equal for values that mean the same thing; undefined for those that are not compared. */
function meaningOf(node: Bound): string | undefined {
  const what = isAddress(node) ? 'address' : compared[qualifiedFieldName(node)];
  const text = what === undefined ? undefined : textOf(node);
  if (!text) return undefined;
  const ip = what === 'address' ? parseIp(text) : undefined;
  return `${what} ${ip ? canonicalIp(ip) : text}`;
}

function draw(view: View, start: number, span: Span, kind: DocumentHighlightKind): DocumentHighlight {
  return { range: rangeOf(view.located, shift(span, start)), kind };
}
