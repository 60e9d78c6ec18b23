/** What the server takes of memory at most, with one resource of 1,000 addresses in which somebody types and looks around. */
import { startOurs } from './client.ts';
import { repeated } from './measure.ts';
import type { Bench } from './measure.ts';
import { emptyPeak, isMemoryKnown, peakMemory } from './memory.ts';
import { mb, row } from './row.ts';
import type { Row } from './row.ts';
import { large } from './texts.ts';
import { open, typist, withMistakes } from './typing.ts';

const uri = 'file:///bench/large.yaml';

export async function serverMemory(bench: Bench): Promise<readonly Row[]> {
  if (!isMemoryKnown) return [];
  const text = withMistakes(large(), 1);
  const client = await startOurs(bench);
  await open(client, uri, text);
  const type = typist(client, uri, text);
  const step = async (n: number): Promise<number> => {
    if (n % 10 === 0) {
      const position = { line: text.middle + n, character: 12 };
      await client.ask('textDocument/hover', { textDocument: { uri }, position });
    }
    return type();
  };
  await repeated(step, { count: 200, patience: bench.isQuick ? 2_000 : 30_000 });
  const ours = peakMemory(client.pid);
  await client.stop();
  const what = 'peak memory: server with 1,000 addresses';
  return [row({ what, ours, name: 'node -e 0', baseline: await emptyPeak(), show: mb, target: { ours: 90 } })];
}
