/** Random values of the fields of Endpoints and EndpointSlices: usual ones, values at a limit, and odd ones. */
import { pick, rarely, type Random } from './random.ts';

/** Spelled as it is, where a value of another type or form is written. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Json = string | number | boolean | null | Raw | Json[] | { [key: string]: Json };

/** Most often a usual value. */
function usually(random: Random, usual: readonly string[], odd: (random: Random) => string): string {
  return rarely(random, 4) ? odd(random) : pick(random, usual);
}

function letters(random: Random, length: number): string {
  return Array.from({ length }, () => 'abcxyz019'[random(9)]).join('');
}

const lengths = [1, 2, 62, 63, 64, 65];

function oddName(random: Random): string {
  const odd = ['', 'A', 'a_b', 'a..b', '-a', 'a-', '.', 'a.', 'a b', 'é', 'a\n', '\na', ' a', 'a\u0085', 'null', '1', '1e3', '0x1F', 'yes', '10.0.0.1', 'a/b', '😀', 'a\u2028b', 'ﬁ', '{a}', '*a', '- a', 'a: b', '#a', "it's", '"a"', '%', '~', '=', '<<', 'a\tb', '\0', 'K', 'ſ']; // prettier-ignore
  if (random(3) > 0) return pick(random, odd);
  const whole = letters(random, pick(random, lengths));
  if (random(2) > 0) return whole;
  return Array.from({ length: 5 }, () => letters(random, 50)).join('.').slice(0, pick(random, [252, 253, 254])); // prettier-ignore
}

export const values = {
  name: (random: Random) => usually(random, ['db', 'web', 'a.b', 'db-1', '1'], oddName),
  generateName: (random: Random) => usually(random, ['db-', 'web', '1-'], (r) => (rarely(r, 2) ? oddName(r) : pick(r, ['-', '--', '\n-', 'a.-', 'A-', '']))), // prettier-ignore
  namespace: (random: Random) => usually(random, ['default', 'prod', 'kube-system'], (r) => pick(r, ['', 'Prod', 'a.b', 'a_b', '-', '1', 'a '])), // prettier-ignore
  label: (random: Random) => usually(random, ['db', 'v1.2.3', 'A.b_c-D', '', 'true', '1'], oddName),
  key: (random: Random) => usually(random, ['app', 'app.kubernetes.io/name', 'a', 'kubernetes.io/service-name', 'endpointslice.kubernetes.io/managed-by', 'example.com/Name'], (r) => (rarely(r, 2) ? oddName(r) : pick(r, ['/a', 'a/', 'a/b/c', 'A.com/b', 'a..b/c', `${letters(r, 63)}/${letters(r, 63)}`, `${letters(r, 64)}/a`, `a/${letters(r, 64)}`, `${'a.'.repeat(126)}a/b`, `${'a.'.repeat(126)}ab/b`, '1', 'on', 'Null', '.inf']))), // prettier-ignore
  annotation: (random: Random) => usually(random, ['a', '', '{"a":1}', 'x: y'], oddName),
  finalizer: (random: Random) => usually(random, ['example.com/f', 'kubernetes', 'orphan', 'foregroundDeletion'], (r) => (rarely(r, 2) ? oddName(r) : pick(r, ['e.io/a', 'Example.com/f', '/f', 'e.io/', `e.io/${letters(r, 64)}`]))), // prettier-ignore
  uid: (random: Random) => usually(random, ['d9607e19-f88f-11e6-a518-42010a800195', 'u', 'u2'], oddName),
  manager: (random: Random) => usually(random, ['kubectl', 'm', 'kube-controller-manager'], (r) => (rarely(r, 2) ? oddName(r) : letters(r, pick(r, [127, 128, 129])))), // prettier-ignore
  time: (random: Random) => usually(random, ['2024-01-01T00:00:00Z', '2024-06-10T14:00:07Z', '2024-02-29T23:59:59+02:00'], (r) => pick(r, ['', '2024-01-01', '2024-01-01 00:00:00Z', '2024-02-30T00:00:00Z', '2023-02-29T00:00:00Z', '2024-01-01t00:00:00z', '2024-01-01T00:00:00', '2024-01-01T24:00:00Z', '2024-01-01T00:00:60Z', '2024-01-01T00:00:00.5Z', '2024-01-01T00:00:00,5Z', '2024-1-1T00:00:00Z', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '2024-01-01T00:00:00+24:00', '2024-01-01T00:00:00+23:60', '2024-01-01T0:00:00Z', '2024-01-01T00:00:00Z ', '-2024-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2024-01-01T00:00:00.Z'])), // prettier-ignore
  hostname: (random: Random) => usually(random, ['web-0', 'a', '0'], oddName),
  node: (random: Random) => usually(random, ['node-1', 'n.example.com', '10.0.0.1'], oddName),
  zone: (random: Random) => usually(random, ['zone-a', 'zone-b', ''], oddName),
  fqdn: (random: Random) => usually(random, ['www.example.com', 'a.b'], (r) => (rarely(r, 2) ? oddName(r) : pick(r, ['a', 'a.b.', 'A.b', 'a.b..', '.', 'a.b-', '1.2', '*.a.b', 'a_b.c', `${letters(r, 63)}.b`, `${letters(r, 64)}.b`]))), // prettier-ignore
  portName: (random: Random) => usually(random, ['http', 'p0', 'p1', 'a-b', ''], oddName),
  protocol: (random: Random) => usually(random, ['TCP', 'UDP', 'SCTP'], (r) => pick(r, ['tcp', '', 'ICMP', 'TCP ', 'TCP\n', 'HTTP', 'Tcp'])), // prettier-ignore
  appProtocol: (random: Random) => usually(random, ['http', 'kubernetes.io/h2c', 'example.com/x'], (r) => (rarely(r, 2) ? oddName(r) : pick(r, ['HTTP', 'a/b/c', '/a', 'a/', letters(r, 63), letters(r, 64), 'kubernetes.io/wss ']))), // prettier-ignore
  ip,
};

export function ip(random: Random): string {
  const v4 = `10.${random(256)}.${random(256)}.${random(256)}`;
  const v6 = `2001:db8::${random(65_536).toString(16)}`;
  return usually(random, [v4, v4, v4, v6], (r) =>
    pick(r, ['127.0.0.1', '0.0.0.0', '::', '::1', '169.254.0.1', '169.253.255.255', '169.255.0.0', 'fe80::1', 'febf::1', 'fec0::1', '224.0.0.1', '224.0.0.255', '224.0.1.0', 'ff02::1', 'ff12::1', 'ff0e::1', 'ff32::5', '255.255.255.255', '010.0.0.1', '10.0.0.01', '10.0.0.256', '10.0.0', '10.0.0.1.', '10.0.0.1/32', ' 10.0.0.1', '10.0.0.1\n', '1.2.3', '2130706433', '0x7f.0.0.1', '', 'localhost', '::ffff:10.0.0.1', '::FFFF:127.0.0.1', '::ffff:0a00:1', '::ffff:0.0.0.0', '::10.0.0.1', '2001:DB8::1', '2001:db8:0:0:0:0:0:1', '2001:db8::0:1', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8', '1::3:4:5:6:7:8', 'fe80::1%eth0', '[::1]', '12345::', '::g', '::00001', '1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:01.2.3.4', '::1.2.3', '::1.2.3.4.5', '1.2.3.4::', '١.0.0.1', '10.0.0.1 ', '0000010.0.0.1', '00.00.00.00', '1e1.0.0.1', '64:ff9b::1', '::ffff:127.0.0.01', '::ffff:169.254.1.1', '0127.0.0.1', `${v4}:80`])); // prettier-ignore
}

export function port(random: Random): Json {
  if (random(4) > 0) return pick(random, [80, 443, 8080, 5432]);
  return pick<Json>(random, [0, 1, -1, 65_535, 65_536, 2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649, 80.5, '80', null, true, new Raw('80.0'), new Raw('8e1'), new Raw('1e400'), new Raw('-0'), new Raw('9223372036854775808'), new Raw('18446744073709551616'), new Raw('8.0e0'), new Raw('1E2'), new Raw('0.80e2')]); // prettier-ignore
}

export function integer(random: Random): Json {
  return pick<Json>(random, [0, 1, 2, 30, -1, 65_536, new Raw('9223372036854775807'), new Raw('9223372036854775808'), new Raw('-9223372036854775808'), new Raw('1e3'), new Raw('1.0'), new Raw('0.5'), '1', null]); // prettier-ignore
}

/** A value of another type than the field's. */
export function otherType(random: Random): Json {
  return pick<Json>(random, [null, true, 1, 'a', '', [], {}, [null], ['a'], { a: 'b' }, [{}], 0.5, new Raw('1e400')]);
}
