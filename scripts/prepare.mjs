/** Builds when npm packs the checkout or installs it from a repository, not when it only fetches packages. */
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
  // npm would also use --global in the first step, and leave a link to a removed folder.
  console.error(
    'npm cannot install this from a repository with --global. Run "npm pack" in a clone, and install the file.',
  );
  process.exitCode = 1;
} else if (!isHere || !/^(?:install|ci)/.test(command)) {
  await import('./build.mjs');
}
