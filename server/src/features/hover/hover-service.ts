/** Explains what serves a Service, on its name and kind, and what is behind one of its ports. */
import { nodeAt } from '../../analysis/binding/bind.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Markup } from '../../text/markup.ts';
import { listed } from '../../text/quote.ts';
import type { Path } from '../../tree/path.ts';
import { positionOf } from '../lsp.ts';
import { locateObject } from '../navigation/named-places.ts';
import { shownFile, shownName } from '../navigation/object-words.ts';
import { endpointSummary } from '../outline/endpoint-counts.ts';
import {
  aroundService,
  backendsOf,
  endpointPorts,
  hasNoEndpoints,
  isUnserved,
  servicePortAt,
  servingObjects,
  type BackingPort,
} from '../service-backing.ts';
import type { Files, View } from '../view.ts';
import type { HoverTarget } from './hover-target.ts';

const mostListed = 8;

interface Words {
  readonly files: Files;
  readonly markup: Markup;
}

/** Undefined outside of Services, elsewhere in them, and where their endpoints are not hand-written. */
export function serviceNote(target: HoverTarget, view: View): string | undefined {
  const { node, resource, isEnvelope, options } = target;
  if (resource.resource.type !== 'Service' || isEnvelope || !isAsked(node.path)) return undefined;
  const words = { files: options.files(), markup: options.markup };
  const around = aroundService(resource, view, words.files);
  const serving = around && servingObjects(around);
  if (!serving) return undefined;
  if (node.path[0] !== 'spec') {
    if (hasNoEndpoints(around)) return 'No Endpoints or EndpointSlice of the workspace serves it.';
    return serving.length === 0 ? undefined : servedBy(serving, (entry) => objectWords(entry, words));
  }
  const port = servicePortAt(around, node.path);
  if (!port) return undefined;
  const all = endpointPorts(serving);
  const backends = backendsOf(port, all);
  if (backends.length > 0) return servedBy(backends, (each) => portWords(each, words));
  if (!isUnserved(port, around)) return undefined;
  const others = [...new Set(all.map((each) => shownPort(each.port, words.markup)))].slice(0, mostListed);
  const what = others.length === 0 ? 'no ports' : `the ${others.length === 1 ? 'port' : 'ports'} ${listed(others)}`;
  return `No backend: the endpoints have ${what}, not ${shownPort(port, words.markup)}.`;
}

/** On the name, the kind, and a port with its name, numbers and protocol. */
function isAsked(path: Path): boolean {
  const [first, second, , last] = path;
  if (path.length === 1) return first === 'kind';
  if (first === 'metadata') return path.length === 2 && second === 'name';
  return first === 'spec' && second === 'ports' && path.length === 4 && last !== 'appProtocol' && last !== 'nodePort';
}

/** `Endpoints web: 2 ready, 1 not ready, base/web.yaml:4`. */
function objectWords(entry: IndexedObject, words: Words): string {
  const summary = summaryOf(entry, words);
  const isHidden = entry.facts.endpoints?.isMirrored === false;
  const facts = [
    ...(summary === undefined ? [] : [summary]),
    ...(isHidden ? ['not mirrored to EndpointSlices, so kube-proxy does not read it'] : []),
    placeWords(entry, ['metadata', 'name'], words),
  ];
  return `${entry.facts.kind} ${words.markup.code(shownName(entry))}: ${facts.join(', ')}`;
}

/** `Endpoints web: port 8080, 2 ready, 1 not ready, base/web.yaml:12`. */
function portWords({ entry, port }: BackingPort, words: Words): string {
  // Of several subsets, only some have the port.
  const isWhole = (entry.facts.endpoints ?? entry.facts.slice)?.backends.length === 1;
  const summary = isWhole ? summaryOf(entry, words) : undefined;
  const facts = [
    `port ${port.number ?? 'unknown'}`,
    ...(summary === undefined ? [] : [summary]),
    placeWords(entry, port.path, words),
  ];
  return `${entry.facts.kind} ${words.markup.code(shownName(entry))}: ${facts.join(', ')}`;
}

function summaryOf(entry: IndexedObject, { files }: Words): string | undefined {
  const { view, object } = locateObject(entry, files) ?? {};
  return view && object && endpointSummary({ ...object, minor: view.minor });
}

/** `base/web.yaml:12`, as a link. */
function placeWords(entry: IndexedObject, path: Path, { files, markup }: Words): string {
  const { view, object } = locateObject(entry, files) ?? {};
  const file = shownFile(entry.uri, files);
  if (!view || !object) return markup.text(file);
  const { start } = nodeAt(object.binding.root, path)?.value.span ?? object.resource.head;
  const line = positionOf(view.located, object.start + start).line + 1;
  const uri = entry.uri.replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return markup.link(markup.text(`${file}:${line}`), `${uri}#L${line}`);
}

function shownPort({ name, protocol }: BackingPort['port'], { code }: Markup): string {
  return name === '' ? `without a name (${protocol})` : `${code(name)} (${protocol})`;
}

/** One line, or a list. */
function servedBy<T>(all: readonly T[], wordsOf: (each: T) => string): string {
  const shown = all.slice(0, mostListed).map(wordsOf);
  if (all.length === 1) return `Served by ${shown.join('')}.`;
  const rest = all.length - shown.length;
  return ['Served by:', '', ...shown.map((each) => `- ${each}`), ...(rest > 0 ? [`- … and ${rest} more`] : [])].join(
    '\n',
  );
}
