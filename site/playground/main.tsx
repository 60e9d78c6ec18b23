/** Starts the playground: first the server, and while it loads, the editor. */
import { render } from 'preact';
import { loadExamples, loadRuleExample } from './examples.ts';
import { readFragment, type SharedState } from './link-state.ts';
import { startWorker } from './server-link.ts';

/** Set by the build: the name of the server's script. */
declare const WORKER: string;

const worker = startWorker(new URL(WORKER, document.baseURI).href);
const stopped = new Promise((resolve) => worker.addEventListener('error', resolve));
start().catch(showFailure);

async function start(): Promise<void> {
  const [{ App, cursorOf }, examples, wanted] = await Promise.all([
    import('./app.tsx'),
    loadExamples(),
    readFragment(location.hash),
  ]);
  const first = examples.find(({ name }) => wanted.kind === 'example' && name === wanted.name) ?? examples[0];
  if (!first) throw new Error('The site has no examples.');
  let state: SharedState = {
    files: first.files,
    active: first.files[0]?.name ?? '',
    version: '',
    tab: first.tab,
    from: '',
    cursor: cursorOf(first),
  };
  let remark = '';
  if (wanted.kind === 'state') ({ state } = wanted);
  else if (wanted.kind === 'broken')
    remark = 'This link is incomplete, so the first example is shown. Copy the whole link, up to its end.';
  else if (wanted.kind === 'rule') {
    const rule = await loadRuleExample(wanted.name);
    if (rule) {
      state = { ...state, files: rule.files, active: rule.active, version: rule.version, cursor: 0 };
      ({ remark } = rule);
    } else remark = `There is no rule ${wanted.name}, so the first example is shown.`;
  } else if (wanted.kind === 'example' && first.name !== wanted.name)
    remark = `There is no example ${wanted.name}, so another one is shown.`;
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no element "app".');
  root.replaceChildren();
  render(<App worker={worker} stopped={stopped} examples={examples} start={state} remark={remark} />, root);
}

function showFailure(error: unknown): void {
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  const reason = error instanceof Error ? error.message : String(error);
  words.textContent = `The playground could not be loaded (${reason}). Reload the page.`;
  document.getElementById('app')?.replaceChildren(words);
}

// After the first use, everything is there without a network.
if ('serviceWorker' in navigator && location.protocol !== 'file:')
  window.addEventListener('load', () => void navigator.serviceWorker.register('offline.js'));
