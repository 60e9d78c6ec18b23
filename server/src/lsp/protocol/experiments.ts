/** The capabilities of our own that a client may have, all of which are experimental. */
import type { ClientCapabilities } from 'vscode-languageserver';

type Experiment = 'rulePage' | 'readFile' | 'readFolder' | 'status' | 'showApply' | 'showSlices' | 'convert';

/** One of them; undefined where the client has not. */
export function experimentIn({ experimental }: ClientCapabilities, name: Experiment): unknown {
  const own = memberOf(experimental, 'endpoints');
  return memberOf(own, name);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
