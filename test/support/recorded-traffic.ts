/** The recorded decisions of kube-proxy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

export interface RecordedCase {
  readonly id: string;
  readonly node: string;
  readonly zone: string | null;
  readonly ipFamily: 'IPv4' | 'IPv6';
  readonly objects: readonly object[];
}

/** The cases of traffic.json; `Case` names the members that a test reads. */
export function recordedTraffic<Case = RecordedCase>(): readonly Case[] {
  return JSON.parse(readFileSync(join(root, 'test/data/traffic/traffic.json'), 'utf8')) as readonly Case[];
}
