/** What an application protocol's name should be: the IANA registry, the names Kubernetes defines, and common mistakes. */
import { nearest } from '../text/nearest.ts';
import { serviceNameList } from './service-names.ts';

/** The names that Kubernetes itself defines. */
export const platformPrefix = 'kubernetes.io';
export const platformProtocols: readonly string[] = ['h2c', 'ws', 'wss'];

/** Registered without a port number, and so absent from the table that the names are taken from. */
const portless = ['ws'];

/** Common names that IANA does not have, and what to write instead. */
const replacements: { readonly [name: string]: string } = {
  grpc: 'kubernetes.io/h2c',
  h2c: 'kubernetes.io/h2c',
  http2: 'kubernetes.io/h2c',
  'grpc-web': 'http',
  ws: 'kubernetes.io/ws',
  websocket: 'kubernetes.io/ws',
  wss: 'kubernetes.io/wss',
  dns: 'domain',
  postgres: 'postgresql',
  mongo: 'mongodb',
};

let names: ReadonlySet<string> | undefined;

/** Registered service names (RFC 6335), in lower case; read when first asked for. */
export function serviceNames(): ReadonlySet<string> {
  names ??= new Set([...serviceNameList.split(' '), ...portless]);
  return names;
}

/** The name that is usually meant, though another was written; undefined where nothing comes to mind. */
export function protocolMeant(name: string): string | undefined {
  const word = name.toLowerCase();
  return Object.hasOwn(replacements, word) ? replacements[word] : nearest(word, serviceNames());
}

/** True for a name that IANA has, or that is well known to have a better spelling of Kubernetes' own. */
export function isRegistered(name: string): boolean {
  const word = name.toLowerCase();
  return serviceNames().has(word) && !(Object.hasOwn(replacements, word) && replacements[word]?.includes('/'));
}
