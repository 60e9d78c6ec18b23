/** Explains what serves a Service, on its name and kind, and what is behind one of its ports. */
import { nodeAt, textOf } from '../../analysis/binding/bind.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Markup } from '../../text/markup.ts';
import { listed } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import type { Path } from '../../tree/path.ts';
import { positionOf } from '../lsp.ts';
import { shownFile, shownName } from '../navigation/object-words.ts';
import { endpointSummary } from '../outline/endpoint-counts.ts';
import { backendsOf, endpointPorts, servingObjects, type EndpointPort, type ServingObject } from '../service-backing.ts';
import type { Files, View } from '../view.ts';
import { relatedToTarget, type HoverTarget } from './hover-target.ts';

const mostListed = 8;

/** Undefined outside of Services, elsewhere in them, and where their endpoints are not hand-written. */
export function serviceNote(target: HoverTarget, view: View): string | undefined {
  const { node, resource, options } = target;
  if (resource.resource.type !== 'Service' || !isAsked(node.path)) return undefined;
  const { around, files } = relatedToTarget(target, view) ?? {};
  const serving = around && files && servingObjects(around, files);
  if (!serving) return undefined;
  const { markup } = options;
  if (node.path[0] !== 'spec') return servingNote(serving, { files, markup });
  const port = around.entry.facts.service?.ports.find((each) => each.path.every((step, i) => step === node.path[i]));
  if (!port || serving.length === 0) return undefined;
  const all = endpointPorts(serving);
  const backends = backendsOf(port, all);
  if (backends.length > 0) {
    return lines(
      'Backend',
      backends.map((each) => portWords(each, { files, markup })),
    );
  }
  // DNS answers with the addresses of a headless Service, whatever its ports are.
  if (textOf(nodeAt(resource.binding.root, ['spec', 'clusterIP'])) === 'None') return undefined;
  const there = [...new Set(all.map((each) => shownPort(each.port, markup)))].slice(0, mostListed);
  const ports = there.length === 0 ? 'have no ports' : `have ${there.length === 1 ? 'the port' : 'the ports'} ${listed(there)}`;
  return `No backend: the endpoints ${ports}, not ${shownPort(port, markup)}.`;
}

interface Words {
  readonly files: Files;
  readonly markup: Markup;
}

/** On the name, the kind, and a port with its name, numbers and protocol. */
function isAsked(path: Path): boolean {
  const [first, second, , last] = path;
  if (path.length === 1) return first === 'kind';
  if (first === 'metadata') return path.length === 2 && second === 'name';
  return first === 'spec' && second === 'ports' && path.length === 4 && last !== 'appProtocol' && last !== 'nodePort';
}

function servingNote(serving: readonly ServingObject[], words: Words): string {
  if (serving.length === 0) return 'No Endpoints or EndpointSlice of the workspace serves it.';
  return lines(
    'Served by',
    serving.map(({ entry, object, view }) => {
      const name = nodeAt(object.binding.root, ['metadata', 'name'])?.value.span ?? object.resource.head;
      const span = { start: name.start + object.start, end: name.end + object.start };
      const summary = endpointSummary(object);
      const isHidden = entry.facts.endpoints?.isMirrored === false;
      return [
        `${entry.facts.kind} ${nameWords(entry, words)}${summary === undefined ? '' : `: ${summary}`}`,
        ...(isHidden ? ['not mirrored to EndpointSlices, so kube-proxy does not read it'] : []),
        placeWords({ view, span }, words),
      ].join(', ');
    }),
  );
}

/** `Endpoints web: port 8080, 2 ready, 1 not ready, base/web.yaml:12`. */
function portWords({ entry, port, ready, notReady, view, span }: EndpointPort, words: Words): string {
  return [
    `${entry.facts.kind} ${nameWords(entry, words)}: port ${port.number ?? 'unknown'}`,
    ...(ready > 0 || notReady === 0 ? [`${ready} ready`] : []),
    ...(notReady > 0 ? [`${notReady} not ready`] : []),
    placeWords({ view, span }, words),
  ].join(', ');
}

function nameWords(entry: IndexedObject, { markup }: Words): string {
  return markup.code(shownName(entry));
}

/** `base/web.yaml:12`, as a link. */
function placeWords({ view, span }: { readonly view: View; readonly span: Span }, { files, markup }: Words): string {
  const line = positionOf(view.located, span.start).line + 1;
  const uri = view.uri.replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return markup.link(markup.text(`${shownFile(view.uri, files)}:${line}`), `${uri}#L${line}`);
}

function shownPort({ name, protocol }: EndpointPort['port'], { code }: Markup): string {
  return name === '' ? `without a name (${protocol})` : `${code(name)} (${protocol})`;
}

/** One line, or a list. */
function lines(title: string, all: readonly string[]): string {
  const [only] = all;
  if (only !== undefined && all.length === 1) return `${title}: ${only}.`;
  const rest = all.length - mostListed;
  const items = all.slice(0, mostListed).map((each) => `- ${each}`);
  return [`${title}${title === 'Backend' ? 's' : ''}:`, '', ...items, ...(rest > 0 ? [`- … and ${rest} more`] : [])].join('\n');
}
