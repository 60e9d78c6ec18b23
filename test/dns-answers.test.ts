/** What `workspace.resolve` answers beyond the recorded questions, and each reason for which it has no answer. */
import assert from 'node:assert/strict';
import { createWorkspace, type QuestionType, type Resolution } from '../server/src/api.ts';

const object = (kind: string, name: string, rest: object, namespace = 'shop'): object => ({
  apiVersion: kind === 'EndpointSlice' ? 'discovery.k8s.io/v1' : 'v1',
  kind,
  metadata: { name, namespace },
  ...rest,
});
const port = { name: 'postgres', port: 5432 };
const service = (name: string, spec: object = {}, namespace = 'shop'): object =>
  object('Service', name, { spec: { ports: [port], ...spec } }, namespace);
const headless = service('db', { clusterIP: 'None' });
const slice = (name: string, of: string | undefined, rest: object, namespace = 'shop'): object => ({
  ...object('EndpointSlice', name, { addressType: 'IPv4', ports: [port], ...rest }),
  metadata: { name, namespace, ...(of === undefined ? {} : { labels: { 'kubernetes.io/service-name': of } }) },
});
const ready = { endpoints: [{ addresses: ['10.20.0.15'], hostname: 'db-0' }] };
const unready = { endpoints: [{ addresses: ['10.20.0.16'], conditions: { ready: false } }] };
const external = (externalName: string, name = 'mail'): object => service(name, { type: 'ExternalName', externalName });

function resolve(objects: readonly object[], name: string, type: QuestionType): Resolution {
  const workspace = createWorkspace();
  workspace.set('objects.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  return workspace.resolve(name.replace(/\.z$/, '.svc.cluster.local'), type);
}

type Reason = readonly [objects: readonly object[], name: string, type: QuestionType, rcode: string, why: RegExp];

/** `z` stands for `svc.cluster.local`. */
const reasons: Readonly<Record<string, Reason>> = {
  'no DNS name': [[], 'a..b', 'A', 'NXDOMAIN', /no DNS name/],
  'a name outside': [[headless], 'example.com', 'A', 'NOERROR', /outside of cluster\.local/],
  'a short name': [[headless], 'db', 'A', 'NOERROR', /no complete name. Ask for db\.shop\.svc\.cluster\.local/],
  'a name without the zone': [[headless], 'db.shop.svc', 'A', 'NOERROR', /Ask for db\.shop\.svc\.cluster\.local/],
  'an address': [[], '10.20.0.15', 'PTR', 'NOERROR', /ask for PTR of 15\.0\.20\.10\.in-addr\.arpa/],
  'the zone': [[], 'cluster.local', 'A', 'NOERROR', /names no object/],
  'the SOA record': [[], 'cluster.local', 'SOA', 'NOERROR', /SOA record .* describes CoreDNS itself/],
  'the DNS server': [[], 'ns.dns.cluster.local', 'A', 'NOERROR', /CoreDNS itself/],
  'a Pod': [[], '10-0-0-1.shop.pod.cluster.local', 'A', 'NXDOMAIN', /name of a Pod/],
  'a namespace': [[headless], 'shop.z', 'A', 'NOERROR', /"shop" is a namespace/],
  'a misspelled namespace': [[headless], 'shpo.z', 'A', 'NXDOMAIN', /Did you mean "shop"/],
  'a Service without its namespace': [[headless], 'db.z', 'A', 'NXDOMAIN', /Ask for db\.shop\.svc/],
  'too many labels': [[headless], 'a.b.c.db.shop.z', 'A', 'NXDOMAIN', /no form/],
  'no whole reverse name': [[], '20.10.in-addr.arpa', 'PTR', 'NXDOMAIN', /no whole reverse name/],
  'A of an address': [[], '1.0.0.10.in-addr.arpa', 'A', 'NXDOMAIN', /Ask for PTR/],
  'PTR of a name': [[headless], 'db.shop.z', 'PTR', 'NXDOMAIN', /PTR answers addresses/],
  'TXT of a Service': [[service('db')], 'db.shop.z', 'TXT', 'NOERROR', /dns-version\.cluster\.local/],
  'TXT of an empty Service': [[headless], 'db.shop.z', 'TXT', 'NXDOMAIN', /dns-version\.cluster\.local/],
  'TXT of a namespace': [[service('db')], 'shop.z', 'TXT', 'NXDOMAIN', /"shop" is a namespace/],
  'TXT of the zone': [[], 'cluster.local', 'TXT', 'NXDOMAIN', /names no object/],
  'TXT of nothing': [[], 'a.b.cluster.local', 'TXT', 'NXDOMAIN', /no form/],
  'TXT of an address': [[], '1.0.0.10.in-addr.arpa', 'TXT', 'NXDOMAIN', /Ask for PTR/],
  'another type': [[service('db')], 'db.shop.z', 'MX', 'NOERROR', /no MX records/],
  'a Service elsewhere': [[headless], 'db.default.z', 'A', 'NXDOMAIN', /"shop" has one. Ask for db\.shop\.svc/],
  'a misspelled Service': [[headless], 'bd.shop.z', 'A', 'NXDOMAIN', /Did you mean "db"/],
  'no Service': [[headless], 'other.shop.z', 'A', 'NXDOMAIN', /no Service "other"\. Create it/],
  'a Service of the cluster': [[], 'kube-dns.kube-system.z', 'A', 'NXDOMAIN', /belongs to the cluster itself/],
  'a slice without its Service': [
    [slice('a', 'db', ready)],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /ignores the EndpointSlice "a"/,
  ],
  'Endpoints without their Service': [
    [object('Endpoints', 'db', { subsets: [{ addresses: [{ ip: '10.20.0.15' }], ports: [port] }] })],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /ignores the Endpoints/,
  ],
  'an externalName that is an address': [[external('10.0.0.1')], 'mail.shop.z', 'A', 'NXDOMAIN', /is an IP address/],
  'a name below ExternalName': [
    [external('a.example.com')],
    '_a._tcp.mail.shop.z',
    'SRV',
    'NXDOMAIN',
    /no names below/,
  ],
  'a protocol below ExternalName': [
    [external('a.example.com')],
    '_._tcp.mail.shop.z',
    'SRV',
    'NXDOMAIN',
    /no names below/,
  ],
  'SRV of ExternalName': [[external('a.example.com')], 'mail.shop.z', 'SRV', 'NOERROR', /no SRV records/],
  'an externalName without Service': [
    [external('gone.shop.svc.cluster.local'), headless],
    'mail.shop.z',
    'A',
    'NOERROR',
    /externalName of the Service "shop\/mail" is "gone.*no Service "gone"/,
  ],
  'a loop of names': [
    [external('b.shop.svc.cluster.local', 'a'), external('a.shop.svc.cluster.local', 'b')],
    'a.shop.z',
    'A',
    'NOERROR',
    /leads back to itself/,
  ],
  'no cluster IP of the family': [[service('db')], 'db.shop.z', 'AAAA', 'NOERROR', /no IPv6 cluster IP/],
  'CNAME of addresses': [[service('db')], 'db.shop.z', 'CNAME', 'NOERROR', /no alias/],
  'a misspelled port': [[service('db')], '_postgre._tcp.db.shop.z', 'SRV', 'NXDOMAIN', /Did you mean _postgres\._tcp/],
  'another port': [[service('db')], '_metrics._tcp.db.shop.z', 'SRV', 'NXDOMAIN', /The names are "postgres"/],
  'another protocol': [
    [service('db')],
    '_postgres._udp.db.shop.z',
    'SRV',
    'NXDOMAIN',
    /is TCP. Ask for _postgres\._tcp/,
  ],
  'ports without names': [
    [service('db', { ports: [{ port: 5432 }] })],
    '_postgres._tcp.db.shop.z',
    'SRV',
    'NXDOMAIN',
    /no port has a name/,
  ],
  'no slice': [[headless], 'db.shop.z', 'A', 'NXDOMAIN', /No EndpointSlice has the label .*: db .* Create one/],
  'no slice behind a selector': [
    [service('db', { clusterIP: 'None', selector: { app: 'db' } })],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /has a selector/,
  ],
  'a slice without the label': [
    [headless, slice('a', undefined, ready)],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /Add the label to "a"/,
  ],
  'a slice with another label': [
    [headless, slice('a', 'bd', ready)],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /value "bd": correct it/,
  ],
  'a slice in another namespace': [
    [headless, slice('a', 'db', ready, 'default')],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /"a" has it in "default"/,
  ],
  'a slice without endpoints': [
    [headless, slice('a', 'db', { endpoints: [] })],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /no endpoints/,
  ],
  'none ready': [[headless, slice('a', 'db', unready)], 'db.shop.z', 'A', 'NXDOMAIN', /No endpoint .* is ready/],
  'none ready, but published': [
    [service('db', { clusterIP: 'None', publishNotReadyAddresses: true }), slice('a', 'db', unready)],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /publishNotReadyAddresses has no effect/,
  ],
  'Endpoints that are not mirrored': [
    [
      headless,
      {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: { name: 'db', namespace: 'shop', labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
        subsets: [{ addresses: [{ ip: '10.20.0.15' }], ports: [port] }],
      },
    ],
    'db.shop.z',
    'A',
    'NXDOMAIN',
    /has Endpoints, but no EndpointSlice/,
  ],
  'no address of the family': [
    [headless, slice('a', 'db', ready)],
    'db.shop.z',
    'AAAA',
    'NOERROR',
    /IPv6 address. Ask for A/,
  ],
  'a host that is not ready': [
    [headless, slice('a', 'db', ready), slice('b', 'db', unready)],
    '10-20-0-16.db.shop.z',
    'A',
    'NXDOMAIN',
    /"10-20-0-16" .* is not ready/,
  ],
  'an address with a hostname': [
    [headless, slice('a', 'db', ready)],
    '10-20-0-15.db.shop.z',
    'A',
    'NXDOMAIN',
    /has the hostname "db-0". Ask for db-0\.db\.shop/,
  ],
  'a misspelled host': [
    [headless, slice('a', 'db', ready)],
    'db-1.db.shop.z',
    'A',
    'NXDOMAIN',
    /Did you mean db-0\.db/,
  ],
  'another host': [
    [headless, slice('a', 'db', ready)],
    'primary.db.shop.z',
    'A',
    'NXDOMAIN',
    /The ready ones are "db-0"/,
  ],
  'no address of a host': [[headless, slice('a', 'db', ready)], 'db-0.db.shop.z', 'AAAA', 'NOERROR', /no IPv6 address/],
  'a slice without ports': [
    [headless, slice('a', 'db', { ...ready, ports: [] })],
    'db.shop.z',
    'SRV',
    'NOERROR',
    /no ports/,
  ],
  'a port without a number': [
    [headless, slice('a', 'db', { ...ready, ports: [{ name: 'postgres' }] })],
    'db.shop.z',
    'SRV',
    'NOERROR',
    /The port "postgres" .* has no number/,
  ],
  'SRV of host names': [
    [headless, slice('a', 'db', { addressType: 'FQDN', endpoints: [{ addresses: ['db.example.com'] }] })],
    'db.shop.z',
    'SRV',
    'NOERROR',
    /addressType FQDN/,
  ],
  'an address of no object': [
    [headless],
    '9.0.20.10.in-addr.arpa',
    'PTR',
    'NXDOMAIN',
    /No Service has the cluster IP 10\.20\.0\.9/,
  ],
  'an address beside assigned ones': [
    [service('db')],
    '9.0.20.10.in-addr.arpa',
    'PTR',
    'NXDOMAIN',
    /are not known here/,
  ],
  'an address that is not ready': [
    [headless, slice('a', 'db', unready)],
    '16.0.20.10.in-addr.arpa',
    'PTR',
    'NXDOMAIN',
    /not ready/,
  ],
  'an address in a slice without the label': [
    [slice('a', undefined, ready)],
    '15.0.20.10.in-addr.arpa',
    'PTR',
    'NXDOMAIN',
    /Add the label/,
  ],
  'an address in another spelling': [
    [headless, slice('a', 'db', { addressType: 'IPv6', endpoints: [{ addresses: ['2001:DB8::1'] }] })],
    '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
    'PTR',
    'NXDOMAIN',
    /compares texts. Write "2001:db8::1"/,
  ],
  'an address in Endpoints without a mirror': [
    [object('Endpoints', 'db', { subsets: [{ addresses: [{ ip: '10.20.0.15' }], ports: [port] }] })],
    '15.0.20.10.in-addr.arpa',
    'PTR',
    'NXDOMAIN',
    /in the Endpoints "shop\/db", but in no EndpointSlice/,
  ],
};

describe('no DNS answer', () => {
  for (const [title, [objects, name, type, rcode, why]] of Object.entries(reasons))
    it(title, () => {
      const found = resolve(objects, name, type);
      assert.deepEqual([found.rcode, found.answer, found.extra], [rcode, [], []]);
      assert.match(found.why ?? '', why);
      for (const sentence of (found.why ?? '').split(/(?<=\.) /)) assert.ok(sentence.length <= 160, sentence);
    });
});
