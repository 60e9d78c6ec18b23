/** A second, independent implementation of the API server's EndpointSlice validation, and slices for it. */
import * as fc from 'fast-check';

export interface Endpoint {
  readonly addresses?: readonly (string | null)[] | null;
  readonly hostname?: string | null;
  readonly nodeName?: string | null;
  readonly zone?: string;
  readonly deprecatedTopology?: Readonly<Record<string, string | null>>;
  readonly hints?: { readonly forZones?: readonly Named[]; readonly forNodes?: readonly Named[] };
}

type Named = { readonly name?: string } | null;

export interface Port {
  readonly name?: string | null;
  readonly port?: number | null;
  readonly protocol?: string | null;
  readonly appProtocol?: string | null;
}

export interface Slice {
  readonly addressType?: string | null;
  readonly endpoints?: readonly (Endpoint | null)[] | null;
  readonly ports?: readonly (Port | null)[] | null;
}

/** Valid and invalid addresses of each address type, in the newest version. */
const addresses: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  IPv4: {
    good: ['10.0.0.1', '192.168.0.1', '239.0.0.1', '255.255.255.255'],
    bad: ['010.0.0.1', '10.0.0', '', '1.2.3.256', '127.0.0.1', '0.0.0.0', '169.254.1.1', '224.0.0.9'].concat([
      '::ffff:10.0.0.1',
      'fd00::1',
      ' 10.0.0.1',
      '10.0.0.1/32',
      'a.b',
    ]),
  },
  IPv6: {
    good: ['fd00::1', '2001:db9::1', 'ff05::1', '::2'],
    bad: ['FD00::1', 'fd00:0::1', '::1', '::', 'fe80::1', 'ff02::1', '10.0.0.1', '::ffff:10.0.0.1', ''].concat([
      '[::2]',
      'fd00::1%a',
      '0fd00::1',
      'fd00:0:0:0:0:0:0:1',
    ]),
  },
  FQDN: {
    good: ['a.b', '10.0.0.1', 'a.b.', '127.0.0.1', `${'a'.repeat(63)}.b`],
    bad: ['a', '', 'A.b', 'a..b', '*.b', 'a_b.c', '.', '-a.b', `${'a'.repeat(64)}.b`, 'a.'],
  },
};

/** The paths in the API server's error. */
export function refusedPaths({ addressType, endpoints, ports }: Slice): ReadonlySet<string> {
  const paths = new Set<string>();
  if (!Object.hasOwn(addresses, addressType ?? '')) paths.add('addressType');
  if ((endpoints ?? []).length > 1_000) paths.add('endpoints');
  else (endpoints ?? []).forEach((each, i) => checkEndpoint(each ?? {}, `endpoints[${i}]`, addressType ?? '', paths));
  const taken = new Set<string>();
  for (const [i, each] of (ports ?? []).entries()) {
    const { name, protocol, appProtocol } = each ?? {};
    if (name && !isLabel(name)) paths.add(`ports[${i}].name`);
    if (taken.has(name ?? '')) paths.add(`ports[${i}].name`);
    taken.add(name ?? '');
    if (isWritten(protocol) && !['TCP', 'UDP', 'SCTP'].includes(protocol)) paths.add(`ports[${i}].protocol`);
    if (isWritten(appProtocol) && !isQualified(appProtocol)) paths.add(`ports[${i}].appProtocol`);
  }
  return paths;
}

function checkEndpoint(endpoint: Endpoint, path: string, type: string, paths: Set<string>): void {
  const all = endpoint.addresses ?? [];
  if (all.length === 0 || all.length > 100) paths.add(`${path}.addresses`);
  const known = addresses[type];
  for (const [i, address] of all.entries()) {
    if (known && !known.good.includes(address ?? '')) paths.add(`${path}.addresses[${i}]`);
  }
  if (isWritten(endpoint.nodeName) && !isSubdomain(endpoint.nodeName)) paths.add(`${path}.nodeName`);
  if (isWritten(endpoint.hostname) && !isLabel(endpoint.hostname)) paths.add(`${path}.hostname`);
  const zones = endpoint.hints?.forZones ?? [];
  checkHints(zones, `${path}.hints.forZones`, isValue, paths);
  if (zones.length <= 8) checkHints(endpoint.hints?.forNodes ?? [], `${path}.hints.forNodes`, isSubdomain, paths);
}

function checkHints(
  hints: readonly Named[],
  path: string,
  isName: (text: string) => boolean,
  paths: Set<string>,
): void {
  const taken = new Set<string>();
  if (hints.length > 8) paths.add(path);
  else
    for (const [i, hint] of hints.entries()) {
      const name = hint?.name ?? '';
      if (taken.has(name) || !isName(name)) paths.add(`${path}[${i}].name`);
      taken.add(name);
    }
}

function isWritten(text: string | null | undefined): text is string {
  return text !== null && text !== undefined;
}

function isLabel(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text);
}

function isSubdomain(text: string): boolean {
  return text.length <= 253 && text.split('.').every((part) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part));
}

function isValue(text: string): boolean {
  return text.length <= 63 && /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(text);
}

function isQualified(text: string): boolean {
  const slash = text.indexOf('/');
  const name = text.slice(slash + 1);
  return name !== '' && isValue(name) && (slash < 0 || isSubdomain(text.slice(0, slash)));
}

const names = [null, '', 'a', 'http', 'A', 'a_b', '-a', 'a.b', 'x'.repeat(63), 'x'.repeat(64), '1'];

function orNull<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(value, { freq: 12 });
}

/** A few items, or more than the limit of one item. */
function few<T>(item: fc.Arbitrary<T>, most: number): fc.Arbitrary<T[]> {
  const over = item.map((each) => Array.from({ length: most + 1 }, () => each));
  return fc.oneof({ weight: most, arbitrary: fc.array(item, { maxLength: 3 }) }, { weight: 1, arbitrary: over });
}

const topology = fc.oneof(
  fc.dictionary(
    fc.constantFrom('a', 'a/b', 'A/b', 'topology.kubernetes.io/zone', '/a', 'x y'),
    fc.constantFrom('v', '', 'a b', '-', null),
    { minKeys: 1, maxKeys: 2 },
  ),
  fc.constantFrom(16, 17).map((count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))),
);

function hintsOf(...texts: readonly string[]): fc.Arbitrary<Named[]> {
  return few(orNull(fc.record({ name: fc.constantFrom(...texts) })), 8);
}

const endpoint = (type: string): fc.Arbitrary<Endpoint> => {
  const { good, bad } = addresses[type] ?? { good: ['10.0.0.1'], bad: ['x'] };
  const address = orNull(fc.oneof(fc.constantFrom(...good), fc.constantFrom(...bad)));
  return fc.record(
    {
      addresses: orNull(few(address, 100)),
      hostname: fc.constantFrom(...names),
      nodeName: fc.constantFrom(null, 'node-1', 'N', '', 'a.b', 'a..b', 'x'.repeat(253), 'x'.repeat(254), '-'),
      zone: fc.constant('!!'),
      deprecatedTopology: topology,
      hints: fc.record({ forZones: hintsOf('a', 'b', 'c', 'a b', ''), forNodes: hintsOf('a', 'b', 'c', 'A', '') }),
    },
    { requiredKeys: [] },
  );
};

const port: fc.Arbitrary<Port> = fc.record(
  {
    name: fc.constantFrom(...names),
    port: fc.constantFrom(0, 80, 65_536, -1, null),
    protocol: fc.constantFrom('TCP', 'tcp', '', null, 'SCTP', 'TCP '),
    appProtocol: fc.constantFrom('http', '', null, '/x', 'a/b', 'a/b/c', 'A/b', 'x'.repeat(64)),
  },
  { requiredKeys: [] },
);

/** Partly valid slices. */
export const slices: fc.Arbitrary<Slice> = fc.constantFrom('IPv4', 'IPv6', 'FQDN', 'ipv4', '').chain((type) =>
  fc.record(
    {
      addressType: orNull(fc.constant(type)),
      endpoints: orNull(few(orNull(endpoint(type)), 1_000)),
      ports: orNull(fc.array(orNull(port), { maxLength: 4 })),
    },
    { requiredKeys: [] },
  ),
);
