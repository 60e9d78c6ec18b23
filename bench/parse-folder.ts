/** A baseline: reads the YAML files of a folder and parses them with the `yaml` package, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

for (const entry of readdirSync(process.argv[2] ?? '.', { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) parseAllDocuments(readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}
