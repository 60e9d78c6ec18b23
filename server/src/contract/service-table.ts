/** The ports and descriptions of IANA service names. The table is a separate chunk, loaded on first use. */
import { commonProtocols } from './app-protocol.ts';
import { serviceNameList } from 'service-names';

export interface ServiceDetail {
  readonly name: string;
  /** `80/tcp`, by number; empty for a name that is registered without a port. */
  readonly ports: readonly string[];
  /** The description in the registry; empty where it has none. */
  readonly description: string;
}

export interface Services {
  /** The details of a registered name, in any case; undefined for another name. */
  detail(name: string): ServiceDetail | undefined;
  /** Names that start with the text, then names and descriptions that contain it; each with common names first. */
  search(typed: string, limit: number): { readonly found: readonly ServiceDetail[]; readonly isIncomplete: boolean };
  /** The names registered for a port, common ones first. The protocol may have any case. */
  namesOf(port: number, protocol: string): readonly ServiceDetail[];
}

let loading: Promise<Services> | undefined;

/** Loads the table on first use and keeps it. */
export function loadServices(): Promise<Services> {
  loading ??= import('service-details').then(({ serviceDetailList }) => servicesOf(serviceDetailList));
  return loading;
}

function servicesOf(list: string): Services {
  const details = readDetails(list);
  const ranked = rank(details);
  const entries = ranked.map((detail) => ({ detail, words: `${detail.name}\n${detail.description.toLowerCase()}` }));
  let ports: ReadonlyMap<string, readonly ServiceDetail[]> | undefined;
  return {
    detail: (name) => details.get(name.toLowerCase()),
    search: (typed, limit) => search(entries, typed.toLowerCase(), limit),
    namesOf(port, protocol) {
      ports ??= byPort(ranked);
      return ports.get(`${port}/${protocol.toLowerCase()}`) ?? [];
    },
  };
}

function readDetails(list: string): ReadonlyMap<string, ServiceDetail> {
  const names = serviceNameList.split(' ');
  const lines = list.split('\n');
  return new Map(
    names.map((name, i) => {
      const [ports = '', description = ''] = (lines[i] ?? '').split('\t');
      return [name, { name, ports: ports.split(' ').filter(Boolean), description }];
    }),
  );
}

/** The common names in their order, then all other names alphabetically. */
function rank(details: ReadonlyMap<string, ServiceDetail>): readonly ServiceDetail[] {
  const common = commonProtocols.flatMap((name) => details.get(name) ?? []);
  return [...new Set([...common, ...details.values()])];
}

interface Searched {
  readonly detail: ServiceDetail;
  readonly words: string;
}

function search(entries: readonly Searched[], typed: string, limit: number): ReturnType<Services['search']> {
  const starting: ServiceDetail[] = [];
  const containing: ServiceDetail[] = [];
  for (const { detail, words } of entries) {
    if (words.startsWith(typed)) starting.push(detail);
    else if (words.includes(`-${typed}`) || words.includes(` ${typed}`) || words.includes(`\n${typed}`))
      containing.push(detail);
  }
  const all = [...starting, ...containing];
  return { found: all.slice(0, limit), isIncomplete: all.length > limit };
}

function byPort(ranked: readonly ServiceDetail[]): ReadonlyMap<string, readonly ServiceDetail[]> {
  const ports = new Map<string, ServiceDetail[]>();
  for (const detail of ranked) {
    for (const port of detail.ports) {
      const there = ports.get(port);
      if (there) there.push(detail);
      else ports.set(port, [detail]);
    }
  }
  return ports;
}
