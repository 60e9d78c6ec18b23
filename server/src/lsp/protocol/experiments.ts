/** Reads the experimental capabilities of a client. */
import type { ClientCapabilities } from 'vscode-languageserver';

type Experiment =
  | 'rulePage'
  | 'readFile'
  | 'readFolder'
  | 'status'
  | 'showApply'
  | 'showSlices'
  | 'showBuilt'
  | 'showTraffic'
  | 'showPicture'
  | 'showPlaces'
  | 'convert'
  | 'explainRule'
  | 'tickedPreview'
  | 'shownHints';

/** The value of the capability; undefined if the client lacks it. */
export function experimentIn({ experimental }: ClientCapabilities, name: Experiment): unknown {
  const own = memberOf(experimental, 'endpoints');
  return memberOf(own, name);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
