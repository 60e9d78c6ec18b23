/** Types of site-server.mjs, for tests. */
import type { Server } from 'node:http';

export function serveSite(options: {
  readonly folder: string;
  readonly base?: string;
  readonly port?: number;
  readonly more?: Readonly<Record<string, string>>;
}): Promise<Server>;
