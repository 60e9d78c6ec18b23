/** Loaded before a program (`node --import`): at its end, writes the code cache of each script that it has run beside the program. */
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';

const folder = dirname(process.argv[1] ?? '');
const { Script } = vm;
const scripts = new Map();

vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    scripts.set(options.filename, this);
  }
};
syncBuiltinESMExports();

process.on('exit', () => {
  // V8 accepts a cache only with the options of its recording, so these are the ones of a usual run.
  for (const flag of ['--hash-seed=0', '--flush-bytecode', '--allocation-site-pretenuring']) setFlagsFromString(flag);
  const suffix = `${process.version}-${process.platform}-${process.arch}.cache`;
  for (const [name, script] of scripts)
    writeFileSync(join(folder, name.replace(/cjs$/, suffix)), script.createCachedData());
});
