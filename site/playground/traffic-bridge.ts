/** Lets the page of the Traffic view run in a frame: stands for the workbench of VS Code, and sets its colours. */

const frame = globalThis as unknown as Record<string, unknown>;

frame['acquireVsCodeApi'] = () => ({
  postMessage: (message: unknown) => parent.postMessage(message, location.origin),
  getState: (): unknown => history.state,
  setState: (state: unknown) => history.replaceState(state, ''),
});

window.addEventListener('message', ({ data }: MessageEvent<{ readonly kind?: unknown; readonly isDark?: unknown }>) => {
  if (data.kind === 'theme') document.body.className = data.isDark === true ? 'vscode-dark' : 'vscode-light';
});
