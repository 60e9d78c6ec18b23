/** Writes the content security policy of a page: nothing from another origin, and no inline script but the known ones. */
import { createHash } from 'node:crypto';

/** Returns the page with its policy. It comes before all scripts and styles: what is above a policy is not bound by it. */
export function addPolicy(html: string): string {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g);
  const hashes = [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    // The colors of code are style attributes.
    "style-src 'self' 'unsafe-inline'",
    // The icons of the theme are in its style sheet.
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    '<meta charset="utf-8">',
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
