/** A baseline: reads the files of a folder, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

for (const entry of readdirSync(process.argv[2] ?? '.', { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name));
}
