/** Measures the server's peak memory while a client types and hovers in one resource with 1,000 addresses. */
import { startOurs } from './client.ts';
import { repeatedTimes, type Bench } from './measure.ts';
import { emptyPeak, isMemoryKnown, peakMemory } from './memory.ts';
import { mb, row, type BenchRow } from './row.ts';
import { largeText } from './texts.ts';
import { openMistaken, typist, withMistakes } from './typing.ts';

const uri = 'file:///bench/large.yaml';

export async function serverMemory(bench: Bench): Promise<readonly BenchRow[]> {
  if (!isMemoryKnown) return [];
  const text = withMistakes(largeText());
  const client = await startOurs(bench);
  await openMistaken(client, uri, text);
  const type = typist(client, uri, text);
  const task = async (n: number): Promise<number> => {
    if (n % 10 === 0) {
      const position = { line: text.middle + n, character: 12 };
      await client.ask('textDocument/hover', { textDocument: { uri }, position });
    }
    return type();
  };
  await repeatedTimes(task, { count: 200, patience: bench.isQuick ? 2_000 : 30_000 });
  const ours = peakMemory(client.pid);
  await client.stop();
  const what = 'peak memory: server with 1,000 addresses';
  return [row({ what, ours, name: 'node -e 0', baseline: emptyPeak(), show: mb, target: { ours: 80 } })];
}
