/** Node's module of digests, which takes as long to load as many files to check: a run that needs none is spared it. */
import type * as Crypto from 'node:crypto';

export function nodeCrypto(): typeof Crypto {
  return process.getBuiltinModule('node:crypto');
}
