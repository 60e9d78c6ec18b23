/** Computes digests. The module of Node is slow to load, so it is loaded when needed. */
import type * as Crypto from 'node:crypto';

export function nodeCrypto(): typeof Crypto {
  return process.getBuiltinModule('node:crypto');
}

/** Includes maps. Leaves out the rules, which depend only on the version of the program. */
export function digestOfSettings(settings: unknown): string {
  const text = JSON.stringify(settings, (name, value: unknown) =>
    name === 'rules' ? undefined : value instanceof Map ? [...value] : value,
  );
  return nodeCrypto().hash('sha256', text, 'base64').slice(0, 27);
}
