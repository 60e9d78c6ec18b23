/** Says in a sentence which Service ports have lost their traffic, or have it again, for those who do not see the drawing. */
import type { Picture, PicturePort } from '../analysis/picture/picture.ts';
import { counted, listed } from '../text/quote.ts';
import { fitted } from './cells.ts';
import { shortPort } from './labels.ts';

/** With more ports, only their number is said. */
const mostNamed = 3;

const longestName = 80;

/** Empty where no port of both pictures has changed so. */
export function announcement(before: Picture | null, after: Picture | null): string {
  if (!before || !after) return '';
  const known = new Map(portsIn(before).map(({ port }) => [port.id, port.flow]));
  const lost = portsIn(after).filter(({ port }) => known.get(port.id) === 'used' && port.flow !== 'used');
  const gained = portsIn(after).filter(({ port }) => isKnownWithout(known.get(port.id)) && port.flow === 'used');
  return [said(lost, 'no endpoint any more'), said(gained, 'an endpoint again')].filter(Boolean).join(' ');
}

function isKnownWithout(flow: PicturePort['flow'] | undefined): boolean {
  return flow !== undefined && flow !== 'used';
}

interface NamedPort {
  readonly service: string;
  readonly port: PicturePort;
}

function portsIn({ services }: Picture): readonly NamedPort[] {
  return services.flatMap(({ name, ports }) => ports.map((port) => ({ service: name, port })));
}

function said(ports: readonly NamedPort[], what: string): string {
  if (ports.length === 0) return '';
  if (ports.length > mostNamed) return `${counted(ports.length, 'port')} have ${what}.`;
  const names = ports.map(({ service, port }) => fitted(`port ${shortPort(port)} of ${service}`, longestName));
  return `${listed(names).replace(/^p/, 'P')} ${ports.length === 1 ? 'has' : 'have'} ${what}.`;
}
