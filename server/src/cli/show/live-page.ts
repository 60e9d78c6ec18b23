/** Makes a page of HTML that loads itself again when it is told to, with a policy that allows its own scripts only. */
import { nodeCrypto } from '../../disk/node-crypto.ts';

export interface LivePage {
  readonly html: string;
  /** The value of the header `Content-Security-Policy`. */
  readonly policy: string;
}

/** `version` is the last one that the page's events have told of. */
export function livePage(file: string, version: number): LivePage {
  // The policy of the file would forbid the second script.
  const html = file.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  const script = `${keepScroll}new EventSource('events').onmessage = ({ data }) => { if (data !== '${version}') again(); };`;
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

/** A browser keeps the position of the window only, and the page draws itself again at its start. */
const keepScroll = `
const main = document.querySelector('main');
const before = JSON.parse(sessionStorage.getItem(location.pathname) ?? '[0, 0]');
addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => {
  if (main.isConnected) main.scrollTo(before[0], before[1]);
})));
const again = () => {
  sessionStorage.setItem(location.pathname, JSON.stringify([main.scrollLeft, main.scrollTop]));
  location.reload();
};
`;

function hashOf(text: string): string {
  return `sha256-${nodeCrypto().createHash('sha256').update(text).digest('base64')}`;
}
