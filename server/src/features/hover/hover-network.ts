/** Addresses, ports and application protocols in words: families and classes, IANA's names, RFCs. */
import { member, textOf } from '../../analysis/binding/bind.ts';
import { platformPrefix } from '../../contract/app-protocol.ts';
import { EndpointPort } from '../../contract/endpoints.ts';
import { classOf } from '../../contract/ip-class.ts';
import { canonicalIp, isIpv4, isMapped, parseIp, refusedRange, unlikelyRange } from '../../contract/ip.ts';
import { rfcOf } from '../../contract/protocol-rfcs.ts';
import type { ServiceDetail, Services } from '../../contract/service-table.ts';
import { code, escaped } from '../../text/markdown.ts';
import type { HoverTarget } from './hover.ts';

/** Family, class and canonical form; undefined for a text that is no address. */
export function describeIp(text: string, minor: number): string | undefined {
  const ip = parseIp(text);
  if (!ip) return undefined;
  const { name, rfc } = classOf(ip);
  const family = isIpv4(ip) ? 'IPv4' : 'IPv6';
  const canonical = canonicalIp(ip);
  const isRefused = refusedRange(ip) !== undefined;
  const isOdd = isMapped(ip) || ip.hasLeadingZeros;
  const lines = [
    `${code(text)}: ${family}, ${name}, ${rfcLink(rfc)}`,
    isMapped(ip) ? 'It is written as IPv6, but the server judges it as IPv4.' : undefined,
    canonical === text ? undefined : `Canonical form: ${code(canonical)}.`,
    isRefused ? 'The server refuses it as an endpoint.' : undefined,
    !isRefused && unlikelyRange(ip) ? 'The server takes it, but no endpoint answers there.' : undefined,
    isOdd && !isRefused && minor >= 36 ? 'The server refuses this spelling since Kubernetes 1.36.' : undefined,
  ];
  return lines.filter((line) => line !== undefined).join('  \n');
}

/** The names that IANA has for the port, and the range it is from. */
export function describePort(port: bigint, { node: { parent }, options: { services } }: HoverTarget): string {
  if (port < 1n || port > 65_535n) return `${code(String(port))}: no port; ports go from 1 to 65535.`;
  const written = parent && member(parent, 'protocol');
  // An unknown protocol is most likely TCP; one that a template decides is not guessed at.
  const protocol = written?.value.kind === 'opaque' ? undefined : textOf(written) || 'TCP';
  const names = services ? namesOf(services, Number(port), protocol) : [];
  const title = code(protocol === undefined ? String(port) : `${port}/${protocol}`);
  return [`${title}: ${namesText(names, services !== undefined)}`, rangeWords(port)].join('  \n');
}

function namesOf(services: Services, port: number, protocol: string | undefined): readonly ServiceDetail[] {
  if (protocol !== undefined) return services.namesOf(port, protocol);
  return [...new Set(['TCP', 'UDP', 'SCTP'].flatMap((each) => services.namesOf(port, each)))];
}

function namesText(names: readonly ServiceDetail[], isLoaded: boolean): string {
  const [first, ...others] = names;
  if (!first) return isLoaded ? 'no service is registered for it.' : 'a port number.';
  const also = others.length > 0 ? `; also for ${others.map(({ name }) => code(name)).join(', ')}` : '';
  return `IANA registers it for ${code(first.name)}${descriptionOf(first)}${also}.`;
}

function descriptionOf({ name, description }: ServiceDetail): string {
  return description === '' || description.toLowerCase() === name ? '' : `, ${escaped(description)}`;
}

function rangeWords(port: bigint): string {
  const rfc = rfcLink(6335);
  if (port < 1024n) return `A system port by ${rfc}: 0 to 1023.`;
  if (port < 49_152n) return `A user port by ${rfc}: 1024 to 49151.`;
  return `A dynamic port by ${rfc}: 49152 to 65535, never registered.`;
}

/** What an application protocol's name means. `meant` is the registered name for what people usually mean by it. */
export function describeProtocolName(text: string, meant: string | undefined, services: Services | undefined): string {
  const name = text.toLowerCase();
  const rfc = rfcOf(text.includes('/') ? text : name);
  const link = rfc === undefined ? '' : `, ${rfcLink(rfc)}`;
  const platform = suggestionDoc(text);
  if (platform !== undefined) return `${code(text)}: ${platform.replace(/ \(RFC \d+\)/, link)}`;
  if (text.includes('/')) return describePrefixed(text);
  const detail = services?.detail(name);
  if (detail) {
    const ports = detail.ports.length > 0 ? `Registered for ${detail.ports.join(', ')}.` : 'Registered without a port.';
    return `${code(text)}: ${escaped(detail.description || detail.name)}${link}  \n${ports}`;
  }
  if (!services) return `${code(text)}: an IANA service name, if it is registered${link}.`;
  const advice = meant === undefined ? '' : ` ${code(meant)} is what is usually meant.`;
  return `${code(text)}: not a service name that IANA has registered.${advice}`;
}

function describePrefixed(text: string): string {
  const prefix = text.slice(0, text.indexOf('/'));
  return prefix === platformPrefix
    ? `${code(text)}: Kubernetes defines no such protocol; it has h2c, ws and wss.`
    : `${code(text)}: a protocol that ${code(prefix)} defines. It means something only to implementations that know it.`;
}

function suggestionDoc(text: string): string | undefined {
  return EndpointPort.fields.appProtocol.type.suggestions?.find(({ value }) => value === text)?.doc;
}

function rfcLink(rfc: number): string {
  return `[RFC ${rfc}](https://www.rfc-editor.org/rfc/rfc${rfc})`;
}
