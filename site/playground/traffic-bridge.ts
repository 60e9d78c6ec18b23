/** Lets the page of the Traffic view run in a frame: stands for the workbench of VS Code, and sets its colours. */

const frame = globalThis as unknown as Record<string, unknown>;

let state: unknown;

frame['acquireVsCodeApi'] = () => ({
  postMessage: (message: unknown) => parent.postMessage(message, location.origin),
  getState: (): unknown => state,
  setState: (next: unknown) => {
    state = next;
  },
});

window.addEventListener('message', ({ data }: MessageEvent<{ readonly kind?: unknown; readonly isDark?: unknown }>) => {
  if (data.kind === 'theme') document.body.className = data.isDark === true ? 'vscode-dark' : 'vscode-light';
});

// The browser would also scroll the page around the frame: on a phone, away from the text that somebody edits.
Element.prototype.scrollIntoView = function scrollInFrame(this: Element): void {
  const frameView = this.closest('main');
  if (!frameView) return;
  const [own, view] = [this.getBoundingClientRect(), frameView.getBoundingClientRect()];
  frameView.scrollBy({
    top: distance(own.top, own.bottom, view.top, view.bottom),
    left: distance(own.left, own.right, view.left, view.right),
  });
};

/** To the nearest place where the whole is visible. */
function distance(start: number, end: number, from: number, to: number): number {
  if (start < from) return start - from;
  return end > to ? Math.min(end - to, start - from) : 0;
}
