/** Writes a picture as one HTML file that refers to nothing outside: drawn already, and with the script of the page. */
import { renderToString } from 'preact-render-to-string';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Picture } from '../../analysis/picture/picture.ts';
import { printableJson } from '../../text/quote.ts';
import { pageStyle } from '../page-styles.ts';
import { embeddedId, pageProps, type EmbeddedPicture } from './embedded.ts';
import { TrafficPage } from './traffic-page.tsx';

export interface HtmlOptions extends Omit<EmbeddedPicture, 'picture'> {
  /** The bundled script of the page. */
  readonly script: string;
}

/** Ends with a line break. The same for the same picture and options. */
export function pictureHtml(picture: Picture, { script, ...options }: HtmlOptions): string {
  const embedded: EmbeddedPicture = { picture, ...options };
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(pageStyle)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy.join('; ')} />
        <meta name="viewport" content="width=device-width" />
        <title>{`Traffic ${picture.view}`}</title>
        <style dangerouslySetInnerHTML={{ __html: pageStyle }} />
      </head>
      <body>
        <div id="page">
          <TrafficPage {...pageProps(embedded)} />
        </div>
        <script
          id={embeddedId}
          type="application/json"
          dangerouslySetInnerHTML={{ __html: printableJson(embedded).replaceAll('<', '\\u003c') }}
        />
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** As a content policy names an inline text. */
function hashOf(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`;
}
