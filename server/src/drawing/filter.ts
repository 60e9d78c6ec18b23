/** Chooses the parts of a picture that contain words, or where no traffic flows. */
import type { Break, PictureAddress, PictureObject, PictureService } from '../analysis/picture/picture.ts';

export interface PictureFilter {
  /** Every word must be found, in any part of the name of a part or of what it belongs to. */
  readonly text: string;
  /** Only what is broken or refused. */
  readonly onlyProblems: boolean;
}

/** The Services with the parts that are left; a Service without any is left out. */
export function filteredServices(
  services: readonly PictureService[],
  { text, onlyProblems }: PictureFilter,
): readonly PictureService[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const broken = onlyProblems ? services.flatMap(withProblems) : services;
  return words.length === 0 ? broken : broken.flatMap((service) => withWords(service, words));
}

/** A Service whose own words are found stays whole; of others, the objects and addresses whose words are found. */
function withWords(service: PictureService, words: readonly string[]): readonly PictureService[] {
  const own = serviceText(service);
  if (hasAll(own, words)) return [service];
  const objects = service.objects.flatMap((object) => {
    const text = `${own}\n${objectText(object)}`;
    if (hasAll(text, words)) return [object];
    const addresses = object.addresses.filter((address) => hasAll(`${text}\n${addressText(address)}`, words));
    return addresses.length === 0 ? [] : [{ ...object, addresses }];
  });
  return objects.length === 0 ? [] : [{ ...service, objects }];
}

function withProblems(service: PictureService): readonly PictureService[] {
  const objects = service.objects.flatMap((object) => {
    if (object.mark === 'refused' || object.addresses.length === 0) return isBrokenObject(object) ? [object] : [];
    const addresses = object.addresses.filter(isBrokenAddress);
    if (addresses.length === 0) return isBrokenObject(object) ? [object] : [];
    return [{ ...object, addresses }];
  });
  const isBroken =
    service.isRefused ||
    objects.length > 0 ||
    service.ports.some(({ flow }) => flow === 'broken') ||
    service.clients.some(({ missing, ports }) => missing.length > 0 || ports.some(({ flow }) => flow === 'broken'));
  return isBroken ? [{ ...service, objects }] : [];
}

function isBrokenObject({ mark, flows }: PictureObject): boolean {
  return mark === 'refused' || flows.some(({ flow }) => flow === 'broken');
}

function isBrokenAddress({ mark, flows }: PictureAddress): boolean {
  return mark === 'refused' || flows.some(({ flow }) => flow === 'broken');
}

function serviceText({ namespace, name, type, addresses, file, build, clients, ports }: PictureService): string {
  return lowered([
    `${namespace}/${name}`,
    type,
    ...addresses,
    file,
    build,
    ...clients.flatMap((client) => [`${client.kind} ${client.name}`, client.file, ...client.missing.map(breakText)]),
    ...ports.map((port) => `${port.number ?? ''}/${port.protocol} ${port.name}`),
  ]);
}

function objectText({ kind, name, manager, addressType, ports, file, flows }: PictureObject): string {
  return lowered([`${kind} ${name}`, manager, addressType, ...ports, file, ...flows.map(({ why }) => breakText(why))]);
}

function addressText({ address, zone, node, hostname, owners, file, flows }: PictureAddress): string {
  return lowered([
    address,
    zone && `zone ${zone}`,
    node && `node ${node}`,
    hostname,
    ...owners,
    file,
    ...flows.flatMap(({ number, why }) => [number === null ? '' : `${address}:${number}`, breakText(why)]),
  ]);
}

function breakText(why: Break | null): string {
  return why ? `${why.code} ${why.rule ?? ''}` : '';
}

/** Separated by line breaks, which no word contains. */
function lowered(texts: readonly (string | null)[]): string {
  return texts.filter(Boolean).join('\n').toLowerCase();
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
