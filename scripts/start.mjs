/** Installs missing packages, builds, and checks the examples: the first command for a newcomer. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
console.log('endpoints check examples\n');
const { status } = spawnSync(process.execPath, ['dist/cli.js', 'check', 'examples'], { cwd: root, stdio: 'inherit' });
console.log(`
That was "endpoints check examples": it finds what the API server would reject.
Check your own files:         node dist/cli.js check PATH
Simulate server-side apply:   node dist/cli.js apply examples/patches
Migrate to EndpointSlice:     node dist/cli.js convert --report PATH
Read the page of a rule:      node dist/cli.js explain loopback-ip
Check in your editor:         node dist/server.js --stdio   (docs/editors.md shows the setup)`);
process.exitCode = status === 0 || status === 1 ? 0 : (status ?? 3);
