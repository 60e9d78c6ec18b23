/** A workspace on a made disk, with open texts, whose findings are compared with those of a server that starts now. */
import assert from 'node:assert/strict';
import {
  findingsIn,
  pulling,
  relatedInformation,
  startWorkspace,
  until,
  type Findings,
  type WorkspaceClient,
} from './workspace-session.ts';

export interface World {
  readonly doesPull: boolean;
  readonly disk: Record<string, string>;
  readonly open: Map<string, { readonly version: number; readonly text: string }>;
  readonly client: WorkspaceClient;
}

export async function startWorld(disk: Record<string, string>, doesPull: boolean): Promise<World> {
  const client = await startWorkspace({ files: disk, capabilities: doesPull ? pulling : relatedInformation });
  return { disk, open: new Map(), client, doesPull };
}

/** Returns the findings. */
export async function holdsNow(world: World): Promise<Findings> {
  const expected = await findingsAfresh(world);
  assert.deepEqual(await findingsNow(world, expected), expected);
  const bugs = world.client.logged.filter(({ message }) => message.includes('Internal error'));
  assert.deepEqual(bugs, []);
  await world.client.stop();
  return expected;
}

async function findingsNow({ client, doesPull }: World, expected: Findings): Promise<Findings> {
  if (doesPull) return client.pullAll();
  const wanted = JSON.stringify(expected);
  await until(() => JSON.stringify(findingsIn(client.published)) === wanted);
  return findingsIn(client.published);
}

export async function findingsAfresh({ disk, open: texts }: World): Promise<Findings> {
  const client = await startWorkspace({ files: { ...disk }, capabilities: pulling });
  for (const [uri, { text }] of texts) client.open(uri, text);
  const found = await client.pullAll();
  await client.stop();
  return found;
}

export function openText({ open: texts, client }: World, uri: string, text: string): void {
  texts.set(uri, { version: 1, text });
  client.open(uri, text);
}

export function editText({ open: texts, client }: World, uri: string, text: string): void {
  const version = (texts.get(uri)?.version ?? 0) + 1;
  texts.set(uri, { version, text });
  client.change(uri, version, [{ text }]);
}

export function sendFiles({ client }: World, method: string, files: readonly object[]): void {
  void client.connection.sendNotification(method, { files });
}
