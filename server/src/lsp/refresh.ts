/** Asks the client to draw code lenses again, which name objects of other files. */
import type { Server } from './request.ts';

/** Changes within this time are one to the client, in ms. */
const pause = 300;

/** Returns what to call when other files may say something else; nothing is asked of a client that cannot do it. */
export function lensRefresher({
  connection,
  session,
  host,
}: Pick<Server, 'connection' | 'session' | 'host'>): () => void {
  let isDue = false;
  const refresh = async (): Promise<void> => {
    await host.delay(pause);
    isDue = false;
    if (!session.isShutDown) await connection.sendRequest('workspace/codeLens/refresh');
  };
  return () => {
    if (isDue || session.client.workspace?.codeLens?.refreshSupport !== true) return;
    isDue = true;
    refresh().catch((error: unknown) =>
      connection.console.warn(`The client does not refresh lenses: ${String(error)}`),
    );
  };
}
