/**
 * textDocument/inlayHint: what the server will read although it is not written: defaults, a number in another spelling,
 * and the registered name of a port. Nothing is said where a template may still write it.
 */
import type { InlayHint } from 'vscode-languageserver-types';
import { isEmpty, member, textOf } from '../../analysis/binding/bind.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import type { Services } from '../../contract/service-table.ts';
import type { Span } from '../../text/span.ts';
import { isCollection, isOpen } from '../../tree/value.ts';
import { positionOf } from '../lsp.ts';
import type { LocatedResource, View } from '../view.ts';
import { resourcesOf } from '../view.ts';
import { qualifiedFieldName, isWritten, writtenNodes } from '../written-values.ts';

/** Which kinds of hints are wanted. */
export interface InlaySettings {
  /** `TCP` at a port that names no protocol. */
  readonly protocol: boolean;
  /** `namespace: default` in metadata that names none. */
  readonly namespace: boolean;
  /** The IANA name of a port number. */
  readonly portName: boolean;
  /** What a number that looks otherwise is read as. */
  readonly number: boolean;
}

interface InlayDraft {
  /** Of the document. */
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** The hints within the span, in order. Without `services` no port is given its name. */
export function inlayHints(
  view: View,
  span: Span,
  settings: InlaySettings,
  services: Services | undefined,
): InlayHint[] {
  return resourcesOf(view).flatMap((resource) => {
    const asked = { start: span.start - resource.start, end: span.end - resource.start };
    const { start, end } = resource.resource.span;
    if (end < asked.start || start > asked.end) return [];
    const hints = hintsOf(resource, asked, settings, services);
    return hints.map(({ offset, label, tooltip }) => ({
      position: positionOf(view.located, resource.start + offset),
      label,
      tooltip,
      paddingLeft: true,
    }));
  });
}

function hintsOf(
  resource: LocatedResource,
  asked: Span,
  settings: InlaySettings,
  services: Services | undefined,
): InlayDraft[] {
  const hints: InlayDraft[] = [];
  for (const node of writtenNodes(resource.binding)) {
    const { end } = node.value.span;
    // Hints stand at the ends of values.
    if (node.value.kind === 'scalar' && (end < asked.start || end > asked.end)) continue;
    const field = qualifiedFieldName(node);
    const isPort = field === 'EndpointPort.port' || field === 'EndpointSlicePort.port';
    const isMetadata = field === 'Endpoints.metadata' || field === 'EndpointSlice.metadata';
    const found = [
      settings.number && numberHint(node),
      settings.protocol && isPort && protocolHint(node),
      settings.portName && isPort && services && nameHint(node, services),
      settings.namespace && isMetadata && namespaceHint(node, resource),
    ];
    for (const hint of found) if (hint && asked.start <= hint.offset && hint.offset <= asked.end) hints.push(hint);
  }
  return hints.toSorted((a, b) => a.offset - b.offset);
}

/** Whole numbers only: what JSON has not or what is no whole number is reported where it is wrong. */
function numberHint({ value }: Bound): InlayDraft | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'bigint') return undefined;
  const read = value.value.toString();
  if (value.text.replace(/^(["'])(.*)\1$/, '$2') === read) return undefined;
  return { offset: value.span.end, label: `= ${read}`, tooltip: `YAML reads ${value.text} as the number ${read}.` };
}

function protocolHint(port: Bound): InlayDraft | undefined {
  const { parent, value } = port;
  if (isCollection(value) || isNothing(port)) return undefined;
  if (!parent || isOpen(parent.value) || member(parent, 'protocol')) return undefined;
  const tooltip = 'No protocol is written, so it is TCP, the default.';
  return { offset: value.span.end, label: 'TCP', tooltip };
}

/** Nothing where the port's own name or its application protocol says what is spoken. */
function nameHint({ parent, value }: Bound, services: Services): InlayDraft | undefined {
  if (!parent || value.kind !== 'scalar' || typeof value.value !== 'bigint') return undefined;
  if (isOpen(parent.value) || member(parent, 'appProtocol')) return undefined;
  const written = member(parent, 'protocol');
  const protocol = isEmpty(written) ? 'TCP' : textOf(written);
  if (protocol === undefined) return undefined;
  const number = Number(value.value);
  const registered = services.namesOf(number, protocol);
  const [first] = registered;
  const words = (textOf(member(parent, 'name')) ?? '').toLowerCase();
  if (!first || registered.some(({ name }) => hasName(name.toLowerCase(), words))) return undefined;
  const what = first.description === '' ? '' : ` (${first.description})`;
  const tooltip = `IANA registers ${number}/${protocol.toLowerCase()} for ${first.name}${what}.`;
  return { offset: value.span.end, label: first.name, tooltip };
}

/** `https`, `web-https` and `postgres` say `https` and `postgresql`. */
function hasName(name: string, words: string): boolean {
  return words.split('-').some((word) => word === name || (word.length > 2 && name.startsWith(word))) || words === name;
}

/** At the name, or at the key where there is no name. In a program the provider chooses the namespace, in a patch the target. */
function namespaceHint(metadata: Bound, { resource }: LocatedResource): InlayDraft | undefined {
  if (resource.form !== 'kubernetes' || resource.isPartial || isOpen(metadata.value)) return undefined;
  if (metadata.value.kind !== 'mapping' || member(metadata, 'namespace')) return undefined;
  const name = member(metadata, 'name');
  if (!name || !isWritten(name) || isNothing(name)) return undefined;
  const tooltip = 'No namespace is written, so it is that of the request: usually "default".';
  return { offset: name.value.span.end, label: 'namespace: default', tooltip };
}

function isNothing({ value: { span } }: Bound): boolean {
  return span.start === span.end;
}
