/**
 * What npm runs when it makes a package of the checkout: `npm pack`, and an installation from a repository. It builds then, and not
 * where `npm install` only fetches what the checkout needs; that is also npm's first step on the way from a repository.
 */
import { realpathSync } from 'node:fs';
import { root } from './setup.mjs';

const {
  npm_command: command = '',
  INIT_CWD: from,
  npm_config_global: isGlobal,
  _PACOTE_NO_PREPARE_: step,
} = process.env;
const isHere = from !== undefined && realpathSync(from) === realpathSync(root);
if (step !== undefined && isGlobal === 'true') {
  // npm would take over --global for the first step, too, and leave a link to a folder that is gone.
  console.error(
    'npm cannot install this from a repository with --global. Run "npm pack" in a clone, and install the file.',
  );
  process.exitCode = 1;
} else if (!isHere || !/^(?:install|ci)/.test(command)) {
  await import('./build.mjs');
}
