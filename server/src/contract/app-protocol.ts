/** Names of application protocols: the IANA registry, the names that Kubernetes defines, and common mistakes. */
import { nearest } from '../text/nearest.ts';
import { serviceNameList } from 'service-names';

export const platformPrefix = 'kubernetes.io';
export const platformProtocols: readonly string[] = ['h2c', 'ws', 'wss'];

/** Common names that IANA does not have, or for which Kubernetes has its own name. */
const replacements: { readonly [name: string]: string } = {
  grpc: 'kubernetes.io/h2c',
  h2c: 'kubernetes.io/h2c',
  http2: 'kubernetes.io/h2c',
  websocket: 'kubernetes.io/ws',
  wss: 'kubernetes.io/wss',
  'grpc-web': 'http',
  dns: 'domain',
  postgres: 'postgresql',
  mongo: 'mongodb',
};

/** Protocols that are common in clusters. Typos are compared only with these, because some of the thousands of IANA names is always similar. */
export const commonProtocols: readonly string[] = (
  'http https http-alt domain ssh sftp ftp smtp submission imap imaps pop3 pop3s ldap ldaps redis postgresql mysql ' +
  'ms-sql-s mongodb mqtt amqp amqps coap etcd-client etcd-server xmpp-client xmpp-server kerberos syslog ntp snmp sip rtsp nfs bgp'
).split(' ');

let names: ReadonlySet<string> | undefined;

/** The registered service names (RFC 6335) in lower case, parsed on first use. */
export function serviceNames(): ReadonlySet<string> {
  names ??= new Set(serviceNameList.split(' '));
  return names;
}

/** The name that was probably meant; undefined where there is no likely one. */
export function protocolMeant(name: string): string | undefined {
  const word = name.toLowerCase();
  if (Object.hasOwn(replacements, word)) return replacements[word];
  return word.length < 4
    ? undefined
    : nearest(
        word,
        commonProtocols.filter((each) => each[0] === word[0]),
      );
}

/** Names are case-insensitive (RFC 6335 §5.1). */
export function isRegistered(name: string): boolean {
  return serviceNames().has(name.toLowerCase());
}
