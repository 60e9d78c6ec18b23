/** Installs the editors, packs the extension, and runs the tests in them. Screenshots and logs go to out/editors. */
import { join } from 'node:path';
import { root, run } from './setup.mjs';

/** Run beside the other files, which share one server of VS Code: two servers are too slow on two cores. */
const secondLane = new Set([
  'emacs',
  'grammar',
  'neovim',
  'other-setups',
  'picture-looks',
  'picture-names',
  'picture-page',
  'restricted',
  'shells',
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
