/** Starts a page: in VS Code it draws what the extension sends, and in a file what the file contains. */
import { hydrate, render } from 'preact';
import { pageProps, embeddedPicture } from '../../../server/src/drawing/components/embedded.ts';
import { TrafficPage } from '../../../server/src/drawing/components/traffic-page.tsx';
import type { MessageFromPage, MessageToPage, PageState } from '../../../server/src/drawing/page-messages.ts';

interface Workbench {
  readonly postMessage: (message: MessageFromPage) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare const acquireVsCodeApi: (() => Workbench) | undefined;

if (typeof acquireVsCodeApi === 'function') startInWorkbench(acquireVsCodeApi());
else startInFile();

function startInWorkbench({ postMessage: post, getState, setState }: Workbench): void {
  const root = document.createElement('div');
  root.id = 'page';
  document.body.append(root);
  const kept = getState();
  let state: PageState | undefined;
  let active: string | null = null;
  let choices: unknown = isRecord(kept) ? kept['page'] : undefined;

  window.addEventListener('message', ({ data }: MessageEvent<MessageToPage>) => {
    if (data.kind === 'state') state = data.state;
    else if (data.kind === 'active') active = data.id;
    draw();
  });
  post({ kind: 'ready' });

  function draw(): void {
    if (!state) return;
    keep();
    render(
      <TrafficPage
        state={state}
        active={active}
        width={undefined}
        post={post}
        kept={choices}
        save={(page) => {
          choices = page;
          keep();
        }}
      />,
      root,
    );
  }

  /** Only the choices of the reader: the extension remembers what is shown. */
  function keep(): void {
    setState({ page: choices });
  }
}

/** What a reader has chosen stays while the page is loaded again, as `endpoints show --watch` does. */
function startInFile(): void {
  const root = document.getElementById('page');
  if (!root) return;
  const props = pageProps(embeddedPicture(document));
  const before: unknown = history.state;
  const kept = isRecord(before) ? before['page'] : undefined;
  const page = (
    <TrafficPage {...props} kept={kept ?? props.kept} save={(choices) => history.replaceState({ page: choices }, '')} />
  );
  if (kept === undefined) return hydrate(page, root);
  // It is drawn otherwise than in the file.
  root.replaceChildren();
  render(page, root);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
