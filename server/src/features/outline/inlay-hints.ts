/** textDocument/inlayHint: defaults, odd numbers, port names and backends; nothing where a template can still write the field. */
import type { InlayHint } from 'vscode-languageserver-types';
import { isEmpty, member, textOf, type Bound } from '../../analysis/binding/bind.ts';
import type { Services } from '../../contract/service-table.ts';
import { uniqueBy } from '../../text/group.ts';
import type { Span } from '../../text/span.ts';
import { languageNames } from '../../frontends/code/languages.ts';
import type { Document } from '../../tree/document.ts';
import { isCollection, isOpen } from '../../tree/value.ts';
import { positionOf } from '../lsp.ts';
import { aroundService } from '../service-backing.ts';
import { describedObjects } from '../service-objects.ts';
import type { Files, LocatedResource, View } from '../view.ts';
import { qualifiedFieldName, isWritten, writtenNodes } from '../written-values.ts';
import { backendHint } from './backend-hint.ts';

export interface InlaySettings {
  readonly protocol: boolean;
  readonly namespace: boolean;
  readonly portName: boolean;
  readonly number: boolean;
  readonly backend: boolean;
}

export interface InlayOptions {
  readonly settings: InlaySettings;
  /** Without them there are no port names. */
  readonly services: Services | undefined;
  readonly files: () => Files;
}

interface InlayDraft {
  /** In UTF-16 units of the document. */
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** The hints within the span of the file, in order. */
export function inlayHints(view: View, span: Span, options: InlayOptions): InlayHint[] {
  return describedObjects(view).flatMap((resource) => {
    const asked = { start: span.start - resource.start, end: span.end - resource.start };
    const { start, end } = resource.resource.span;
    if (end < asked.start || start > asked.end) return [];
    const hints = hintsOf(resource, asked, { ...options, view });
    return hints.map(({ offset, label, tooltip }) => ({
      position: positionOf(view.located, resource.start + offset),
      label,
      tooltip,
      paddingLeft: true,
    }));
  });
}

const portFields = new Set(['EndpointPort.port', 'EndpointSlicePort.port', 'ServicePort.port']);
const metadataFields = new Set(['Endpoints.metadata', 'EndpointSlice.metadata', 'Service.metadata']);

function hintsOf(
  resource: LocatedResource,
  asked: Span,
  { settings, services, files, view }: InlayOptions & { readonly view: View },
): InlayDraft[] {
  const hints: InlayDraft[] = [];
  const hasBackends = settings.backend && resource.resource.type === 'Service';
  const around = hasBackends ? aroundService(resource, view, files()) : undefined;
  for (const node of hintedNodes(resource)) {
    const end = hintOffset(node, resource.document);
    // A hint is placed at the end of its value.
    if (node.value.kind === 'scalar' && (end < asked.start || end > asked.end)) continue;
    const field = qualifiedFieldName(node);
    const isPort = portFields.has(field);
    const isMetadata = metadataFields.has(field);
    const backend = around && field === 'ServicePort.port' ? backendHint(node, around, files()) : undefined;
    const found = [
      settings.number && numberHint(node, resource.document),
      settings.protocol && isPort && protocolHint(node),
      settings.portName && isPort && services && nameHint(node, services),
      backend && { offset: end, ...backend },
      settings.namespace && isMetadata && namespaceHint(node, resource),
    ];
    for (const hint of found) {
      if (!hint) continue;
      const offset = hint.offset === node.value.span.end ? end : hint.offset;
      if (asked.start <= offset && offset <= asked.end) hints.push({ ...hint, offset });
    }
  }
  // One text of a program may stand for several ports.
  return uniqueBy(hints, ({ offset, label }) => `${offset} ${label}`).toSorted((a, b) => a.offset - b.offset);
}

/** The values in place; in a program with those that variables hold. */
function hintedNodes({ binding, document }: LocatedResource): readonly Bound[] {
  const nodes = writtenNodes(binding);
  if (document.syntax !== 'code') return nodes;
  const isHeld = ({ value, entry }: Bound): boolean => value.kind === 'scalar' && value.isAlias && !entry?.isMerged;
  return nodes.flatMap((node) => [node, ...node.children.filter(isHeld)]);
}

/** The end of the value, in a program with the wrapper around it: `pulumi.Int(80)`, `.port(80)`. */
function hintOffset({ entry, value: { span } }: Bound, { syntax, text }: Document): number {
  if (syntax !== 'code' || !entry || entry.isMerged || entry.key.end > span.start) return span.end;
  const opening = text.slice(entry.key.end, span.start);
  let end = span.end;
  for (let open = opening.split('(').length - opening.split(')').length; open > 0; open--) {
    const closing = /^\s*\)/.exec(text.slice(end, end + 100));
    if (!closing) return span.end;
    end += closing[0].length;
  }
  return end;
}

/** Integers only. Rules report other wrong numbers. */
function numberHint({ value }: Bound, { language }: Document): InlayDraft | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'bigint') return undefined;
  const read = value.value.toString();
  if (value.text.replace(/^(["'])(.*)\1$/, '$2') === read) return undefined;
  // Programmers read 5_432 and 80.0 without help.
  if (language && value.text.replaceAll('_', '').replace(/\.0+$/, '') === read) return undefined;
  const reader = language ? languageNames[language] : 'YAML';
  return {
    offset: value.span.end,
    label: `= ${read}`,
    tooltip: `${reader} reads ${value.text} as the number ${read}.`,
  };
}

function protocolHint(port: Bound): InlayDraft | undefined {
  const { parent, value } = port;
  if (isCollection(value) || isNothing(port)) return undefined;
  if (!parent || isOpen(parent.value) || member(parent, 'protocol')) return undefined;
  const tooltip = 'The protocol defaults to TCP.';
  return { offset: value.span.end, label: 'TCP', tooltip };
}

/** None where the port's name or its application protocol already names the service. */
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

/** True where the words have the service's name, such as `web-https` for `https` or `postgres` for `postgresql`. */
function hasName(name: string, words: string): boolean {
  return words.split('-').some((word) => word === name || (word.length > 2 && name.startsWith(word))) || words === name;
}

/**
 * Placed after the name. None where something else sets the namespace (a provider, a carrier, the release of a template),
 * and none in a patch.
 */
function namespaceHint(metadata: Bound, { resource, document }: LocatedResource): InlayDraft | undefined {
  if (resource.form !== 'kubernetes' || resource.isPartial || resource.embedding) return undefined;
  if (document.text.includes('{{') || isOpen(metadata.value)) return undefined;
  if (metadata.value.kind !== 'mapping' || member(metadata, 'namespace')) return undefined;
  const name = member(metadata, 'name');
  if (!name || !isWritten(name) || isNothing(name)) return undefined;
  const tooltip = 'The namespace defaults to the namespace of the request, usually "default".';
  return { offset: name.value.span.end, label: 'namespace: default', tooltip };
}

function isNothing({ value: { span } }: Bound): boolean {
  return span.start === span.end;
}
