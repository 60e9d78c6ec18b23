/** Installs what is missing, builds, and checks the examples: the first thing that a newcomer sees. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
console.log('endpoints check examples\n');
const { status } = spawnSync(process.execPath, ['dist/cli.js', 'check', 'examples'], { cwd: root, stdio: 'inherit' });
console.log(`
That was "endpoints check examples": what an API server would refuse, before it sees it.
Next, check your own files:   node dist/cli.js check PATH
What apply makes of patches:  node dist/cli.js apply examples/patches
From Endpoints to slices:     node dist/cli.js convert --report PATH
Every rule has a page:        node dist/cli.js explain loopback-ip
In your editor, as you type:  node dist/server.js --stdio   (docs/editors.md says how to set it up)`);
process.exitCode = status === 0 || status === 1 ? 0 : (status ?? 3);
