/** Starts the page of the Traffic view: it draws the states that the extension sends. */
import { render } from 'preact';
import { TrafficPage } from '../../../server/src/drawing/components/traffic-page.tsx';
import type { MessageFromPage, MessageToPage, PageState } from '../../../server/src/drawing/page-messages.ts';

interface Workbench {
  readonly postMessage: (message: MessageFromPage) => void;
}

declare const acquireVsCodeApi: () => Workbench;

const { postMessage: post } = acquireVsCodeApi();
let latest: PageState | undefined;

function draw(): void {
  if (!latest) return;
  const width = document.documentElement.clientWidth;
  render(<TrafficPage state={latest} width={width} post={post} />, document.body);
}

window.addEventListener('message', ({ data }: MessageEvent<MessageToPage>) => {
  if (data.kind !== 'state') return;
  latest = data.state;
  draw();
});
window.addEventListener('resize', draw);
post({ kind: 'ready' });
