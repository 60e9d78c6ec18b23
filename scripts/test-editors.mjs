/** Installs the editors, packs the extension, and runs the tests in them. Screenshots and logs go to out/editors. */
import { join } from 'node:path';
import { root, run } from './setup.mjs';

/** Run beside the other files. Each lane has one server of VS Code, and takes about as long as the other. */
const secondLane = new Set([
  'bad-input-editor',
  'emacs',
  'extension-host',
  'grammar',
  'library',
  'neovim',
  'other-setups',
  'picture-looks',
  'picture-names',
  'picture-page',
  'restricted',
  'services-tree',
  'shells',
  'site',
  'vim',
  'web',
]);

run(process.execPath, join(root, 'scripts/package.mjs'));
const { runTests } = await import('./mocha.mjs');
const { prepareEditors } = await import('./prepare-editors.mjs');
await runTests({
  folder: 'test/editors',
  out: 'out/test-editors',
  prepare: prepareEditors,
  lanes: (names) =>
    [names.filter((name) => !secondLane.has(name)), names.filter((name) => secondLane.has(name))].filter(
      (lane) => lane.length > 0,
    ),
});
