/** Digests. Node's module for them takes as long to load as many files to check: a run that needs none is spared it. */
import type * as Crypto from 'node:crypto';

export function nodeCrypto(): typeof Crypto {
  return process.getBuiltinModule('node:crypto');
}

/** Short, and as good as unique. */
export function digestOf(text: string): string {
  return nodeCrypto().hash('sha256', text, 'base64').slice(0, 27);
}

/** Of settings with maps in them; the rules are those of the version. */
export function digestOfSettings(settings: unknown): string {
  return digestOf(
    JSON.stringify(settings, (name, value: unknown) =>
      name === 'rules' ? undefined : value instanceof Map ? [...value] : value,
    ),
  );
}
