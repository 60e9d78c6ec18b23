/** Waits for states of the extension. */
import { languageServers, type Window } from './desktop.ts';
import type { Probe } from './probes.ts';
import { until } from './until.ts';

/** The codes of a file's findings, when they are as expected. */
export async function codesOf(
  { probe, file }: Window,
  name: string,
  isWanted: (codes: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const codes = async (): Promise<readonly string[]> => (await probe.diagnostics(file(name))).map(({ code }) => code);
  const show = async (): Promise<unknown> => ({ codes: await codes(), active: await probe.active() });
  return until('other findings', async () => isWanted(await codes()) && codes(), { show });
}

/** The language servers, when a new one runs. */
export function runningServers(probe: Probe, before?: number): Promise<readonly number[]> {
  return until('a running server', () => {
    const servers = languageServers(probe).filter((pid) => pid !== before);
    return servers.length > 0 && servers;
  });
}

/** Waits until the cursor is at a place of a file, because the page shows a file before extensions are notified. Lines and columns start at zero. */
export async function cursorAt({ probe, file }: Window, name: string, line: number, character: number): Promise<void> {
  const place = async (): Promise<string> => {
    const { path, selection } = (await probe.active()) ?? {};
    return `${path} ${selection?.start.line} ${selection?.start.character}`;
  };
  await until('the cursor', async () => (await place()) === `${file(name)} ${line} ${character}`, { show: place });
}
