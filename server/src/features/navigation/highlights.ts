/** textDocument/documentHighlight: all places with the same meaning, such as an address, a name or an anchor. */
import { DocumentHighlightKind, type DocumentHighlight } from 'vscode-languageserver-types';
import { textOf, type Bound } from '../../analysis/binding/bind.ts';
import { canonicalText } from '../../contract/ip.ts';
import { shift, type Span } from '../../text/span.ts';
import { addressAt, addressPlaces } from './address-places.ts';
import { localNameAt } from './local-names.ts';
import { rangeOf } from '../lsp.ts';
import { isInCode } from '../program/output-places.ts';
import { namedPlaceAt } from './named-places.ts';
import { findOccurrences } from './related-places.ts';
import { nodesAt, resourceAt, resourcesOf, type Files, type View } from '../view.ts';
import { qualifiedFieldName, isAddress, isWritten, writtenNodes } from '../written-values.ts';

/** The places in order, with the one at the offset (UTF-16 units of the file); empty where nothing is compared. */
export function highlights(view: View, offset: number, files: Files): DocumentHighlight[] {
  // The names of a program's variables are answered by the server of its language.
  const local = isInCode(view) ? undefined : localNameAt(view, offset);
  if (local) {
    return local.places.map(({ span, isDeclaration }) =>
      highlight(view, local.start, span, isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read),
    );
  }
  const named = nameHighlights(view, offset, files);
  if (named.length > 0) return named;
  const address = canonicalText(addressAt({ view, offset })?.text ?? '');
  if (address === undefined) return valueHighlights(view, offset);
  return addressPlaces(address, files, view.uri).map(({ span }) =>
    highlight(view, 0, span, DocumentHighlightKind.Text),
  );
}

/** Names of objects and ports. A name with only one place is highlighted like any other value. */
function nameHighlights(view: View, offset: number, files: Files): DocumentHighlight[] {
  const place = namedPlaceAt(view, offset, files);
  if (!place || place.means.what === 'kind') return [];
  const places = findOccurrences(place, files, view.uri);
  if (places.length < 2) return [];
  return places.map(({ span }) => highlight(view, 0, span, DocumentHighlightKind.Text));
}

function valueHighlights(view: View, offset: number): DocumentHighlight[] {
  const resource = resourceAt(view, offset);
  if (!resource) return [];
  const at = offset - resource.start;
  const node = nodesAt(resource.binding, at).at(-1);
  const meaning = node && meaningOf(node);
  if (!meaning || at < node.value.span.start || !isWritten(node)) return [];
  // A port name counts only within its object.
  const isLocal = qualifiedFieldName(node).endsWith('Port.name');
  const resources = isLocal ? [resource] : resourcesOf(view);
  return resources.flatMap(({ binding, start }) =>
    writtenNodes(binding)
      .filter((each) => meaningOf(each) === meaning)
      .map((each) => highlight(view, start, each.value.span, DocumentHighlightKind.Text)),
  );
}

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

/** Equal for values with the same meaning; undefined for values that are not compared. */
function meaningOf(node: Bound): string | undefined {
  const what = isAddress(node) ? 'address' : compared[qualifiedFieldName(node)];
  const text = what === undefined ? undefined : textOf(node);
  if (!text) return undefined;
  return `${what} ${text}`;
}

function highlight(view: View, start: number, span: Span, kind: DocumentHighlightKind): DocumentHighlight {
  return { range: rangeOf(view.located, shift(span, start)), kind };
}
