/** A storm of requests while somebody types: the server answers, lives, and gives the memory back. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LSPErrorCodes, type ResponseError } from 'vscode-languageserver/node';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';
import { startProcess } from './support/server-process.ts';

const uri = 'file:///project/a.yaml';
const text =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n- addresses:\n  - ip: 10.0.0.1\n  ports:\n  - port: 80\n';
const onAddress = { position: { line: 6, character: 10 } };

describe('language server: a storm', () => {
  it('answers 10,000 hovers while somebody types, and lives', async function () {
    this.timeout(300_000);
    const client = await startProcess({ capabilities: everyCapability, nodeArguments: ['--max-old-space-size=100'] });
    try {
      client.open(uri, text);
      await client.ask('textDocument/hover', uri, onAddress);
      await storm(client, 2, 2_000);
      const before = memoryOf(client.child.pid);
      await storm(client, 2_002, 10_000);
      const after = memoryOf(client.child.pid);
      assert.ok(!(after > before * 1.5), `${before} kB before, ${after} kB after`);
      client.change(uri, 20_000, [{ text }]);
      assert.ok(await client.ask('textDocument/hover', uri, onAddress));
      await client.stop();
      assert.equal(await client.ended, 0);
    } finally {
      client.child.kill();
    }
  });

  it('keeps nothing of texts that are gone', async function () {
    this.timeout(300_000);
    const client = await startClient({ capabilities: everyCapability });
    client.open(uri, text);
    await client.ask('textDocument/hover', uri, onAddress);
    // The engine compiles the code that runs often, which takes memory at times; what is kept takes more each time.
    await storm(client, 2, 4_000);
    const growth: number[] = [];
    for (let round = 0; round < 3 && !growth.some((bytes) => bytes < 1_000_000); round++) {
      const before = heapUsed();
      await storm(client, 4_002 + round * 3_000, 3_000);
      await client.ask('textDocument/codeLens', uri);
      growth.push(heapUsed() - before);
    }
    assert.ok(Math.min(...growth) < 1_000_000, `${growth.join(', ')} bytes more`);
    await client.stop();
  });
});

/** Asks as fast as it can, with a keystroke between every two questions. */
async function storm(client: Client, version: number, count: number): Promise<void> {
  const answers: Promise<unknown>[] = [];
  for (let i = 0; i < count; i++) {
    const place = { line: 6, character: 15 };
    client.change(uri, version + i, [
      { range: { start: place, end: { line: 6, character: 99 } }, text: String(i % 200) },
    ]);
    answers.push(client.ask('textDocument/hover', uri, onAddress));
  }
  const outcomes = await Promise.allSettled(answers);
  const isRight = (outcome: PromiseSettledResult<unknown>): boolean =>
    outcome.status === 'fulfilled'
      ? JSON.stringify(outcome.value).includes('10.0.0.')
      : (outcome.reason as ResponseError<unknown>).code === LSPErrorCodes.ContentModified;
  assert.deepEqual(
    outcomes.filter((outcome) => !isRight(outcome)),
    [],
  );
  // Only what waits for something to be loaded can be overtaken by a keystroke.
  assert.ok(outcomes.filter(({ status }) => status === 'fulfilled').length > count / 2);
}

/** Resident memory in kB; none where the system does not tell. */
function memoryOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) : Number.NaN;
}

/** What is still reachable in this process, in bytes. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed;
}
