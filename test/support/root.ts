/** Where the project is: tests run bundled, from out/test. */
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
