/** Prints the notes of this version's release, from CHANGELOG.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, repositoryOf } from '../repository.mjs';
import { root } from '../setup.mjs';
import { notesOf } from './changelog.mjs';

const manifest = readManifest();
const { url } = repositoryOf(manifest) ?? { url: '' };
process.stdout.write(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), manifest.version, url));
