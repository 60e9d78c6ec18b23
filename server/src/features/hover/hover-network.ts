/** Explains addresses, ports and application protocols by address classes, IANA's names and RFCs. */
import { member, textOf } from '../../analysis/binding/bind.ts';
import { platformPrefix } from '../../contract/app-protocol.ts';
import { EndpointPort } from '../../contract/endpoints.ts';
import { classOf } from '../../contract/ip-class.ts';
import { canonicalIp, isIpv4, isMapped, parseIp, refusedRange, unlikelyRange } from '../../contract/ip.ts';
import { rfcOf } from '../../contract/protocol-rfcs.ts';
import type { ServiceDetail, Services } from '../../contract/service-table.ts';
import type { Markup } from '../../text/markup.ts';
import type { HoverOptions, HoverTarget } from './hover-target.ts';

/** Family, class and canonical form; undefined for a text that is no address. */
export function describeIp(text: string, { minor, options: { markup } }: HoverTarget): string | undefined {
  const ip = parseIp(text);
  if (!ip) return undefined;
  const { name, rfc } = classOf(ip);
  const family = isIpv4(ip) ? 'IPv4' : 'IPv6';
  const canonical = canonicalIp(ip);
  const isRejected = refusedRange(ip) !== undefined;
  const isOdd = isMapped(ip) || ip.hasLeadingZeros;
  const lines = [
    `${markup.code(text)}: ${family}, ${name}, ${rfcLink(rfc, markup)}`,
    isMapped(ip) ? 'It is written as IPv6, but the API server validates it as IPv4.' : undefined,
    canonical === text ? undefined : `Canonical form: ${markup.code(canonical)}.`,
    isRejected ? 'The API server rejects it as an endpoint address.' : undefined,
    !isRejected && unlikelyRange(ip) ? 'The API server accepts it, but no backend can have this address.' : undefined,
    isOdd && !isRejected && minor >= 36 ? 'The API server rejects this spelling since Kubernetes 1.36.' : undefined,
  ];
  return lines.filter((line) => line !== undefined).join(markup.lineBreak);
}

/** The names that IANA registers for the port, and the range that the port is in. */
export function describePort(port: bigint, { node: { parent }, options: { services, markup } }: HoverTarget): string {
  if (port < 1n || port > 65_535n) return `${markup.code(String(port))}: not a port. Ports are 1 to 65535.`;
  const written = parent && member(parent, 'protocol');
  // An unknown protocol is most likely TCP. A protocol that a template sets cannot be known.
  const protocol = written?.value.kind === 'opaque' ? undefined : textOf(written) || 'TCP';
  const names = services ? namesOf(services, Number(port), protocol) : [];
  const title = markup.code(protocol === undefined ? String(port) : `${port}/${protocol}`);
  const [first, ...others] = names;
  const none = services ? 'IANA registers no service for it.' : 'a port number.';
  const also = others.length > 0 ? `; also for ${others.map(({ name }) => markup.code(name)).join(', ')}` : '';
  const registered = first && `IANA registers it for ${markup.code(first.name)}${descriptionOf(first, markup)}${also}.`;
  return [`${title}: ${registered ?? none}`, rangeWords(port, rfcLink(6335, markup))].join(markup.lineBreak);
}

function namesOf(services: Services, port: number, protocol: string | undefined): readonly ServiceDetail[] {
  if (protocol !== undefined) return services.namesOf(port, protocol);
  return [...new Set(['TCP', 'UDP', 'SCTP'].flatMap((each) => services.namesOf(port, each)))];
}

function descriptionOf({ name, description }: ServiceDetail, markup: Markup): string {
  return description === '' || description.toLowerCase() === name ? '' : `, ${markup.text(description)}`;
}

function rangeWords(port: bigint, rfc: string): string {
  if (port < 1024n) return `System ports are 0 to 1023, by ${rfc}.`;
  if (port < 49_152n) return `User ports are 1024 to 49151, by ${rfc}.`;
  return `Dynamic ports are 49152 to 65535 and are never registered, by ${rfc}.`;
}

/** Explains the name of an application protocol. `meant` is the registered name of a common misnomer. */
export function describeProtocolName(
  text: string,
  meant: string | undefined,
  { services, markup }: HoverOptions,
): string {
  const name = text.toLowerCase();
  const head = markup.code(text);
  const rfc = rfcOf(text.includes('/') ? text : name);
  const link = rfc === undefined ? '' : `, ${rfcLink(rfc, markup)}`;
  const platform = suggestionDoc(text);
  if (platform !== undefined) return `${head}: ${markup.doc(platform).replace(/ \(RFC \d+\)/, link)}`;
  if (text.includes('/')) {
    const prefix = text.slice(0, text.indexOf('/'));
    return prefix === platformPrefix
      ? `${head}: not a protocol of Kubernetes, which defines h2c, ws and wss.`
      : `${head}: a protocol that ${markup.code(prefix)} defines. Other implementations ignore it.`;
  }
  const detail = services?.detail(name);
  if (detail) {
    const ports = detail.ports.length > 0 ? `Registered for ${detail.ports.join(', ')}.` : 'Registered without a port.';
    return `${head}: ${markup.text(detail.description || detail.name)}${link}${markup.lineBreak}${ports}`;
  }
  if (!services) return `${head}: an IANA service name, if it is registered${link}.`;
  const advice = meant === undefined ? '' : ` Did you mean ${markup.code(meant)}?`;
  return `${head}: not a service name that IANA registers.${advice}`;
}

function suggestionDoc(text: string): string | undefined {
  return EndpointPort.fields.appProtocol.type.suggestions?.find(({ value }) => value === text)?.doc;
}

function rfcLink(rfc: number, markup: Markup): string {
  return markup.link(`RFC ${rfc}`, `https://www.rfc-editor.org/rfc/rfc${rfc}`);
}
