/** Locates the project: the tests run as bundles in out/test. */
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
