/** Makes a page of HTML that loads itself again when it is told to, with a policy that allows its own scripts only. */
import { nodeCrypto } from '../../disk/node-crypto.ts';

export interface LivePage {
  readonly html: string;
  /** The value of the header `Content-Security-Policy`. */
  readonly policy: string;
}

/** `version` is the last one that the page's events have told of. */
export function livePage(html: string, version: number): LivePage {
  const script = `new EventSource('events').onmessage = ({ data }) => { if (data !== '${version}') location.reload(); };`;
  const end = html.lastIndexOf('</body>');
  const live = `${html.slice(0, end)}<script>${script}</script>${html.slice(end)}`;
  const hashes = [...live.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, text = '']) => `'${hashOf(text)}'`);
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html: live, policy };
}

function hashOf(text: string): string {
  return `sha256-${nodeCrypto().createHash('sha256').update(text).digest('base64')}`;
}
