/** `--shard I/N`: which stretch of the files of a run is this one's, and by what the shards of one run know each other. */
import { digestOfSettings, nodeCrypto } from '../../disk/node-crypto.ts';
import type { Shard } from '../../reports/report.ts';
import type { Source } from '../source.ts';
import { UsageError } from '../usage.ts';

/** Which shard of how many. */
export type ShardNumber = Omit<Shard, 'run'>;

/** More would cut even a large repository into less than a file for each. */
const mostShards = 10_000;

/** Reads `2/4`; throws a UsageError for what is no shard. */
export function readShard(text: string | undefined): ShardNumber | undefined {
  if (text === undefined) return undefined;
  const [, index = 0, count = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (count < 1 || count > mostShards || index < 1 || index > count)
    throw new UsageError(`--shard ${text || '""'} is no shard. Write I/N, such as 1/4 for the first of four.`);
  return { index, count };
}

/**
 * The files of the shard: of N stretches of about the same length of text, in the order of the run, the one of that number. A file
 * goes where its middle is, so that the same files are cut in the same way everywhere.
 */
export function stretchOf(sources: readonly Source[], { index, count }: ShardNumber): readonly Source[] {
  const total = sources.reduce((length, source) => length + weightOf(source), 0);
  let before = 0;
  return sources.filter((source) => {
    const weight = weightOf(source);
    const middle = before + weight / 2;
    before += weight;
    return Math.floor((middle / total) * count) === index - 1;
  });
}

/** An empty file is a file, too. */
function weightOf({ text }: Source): number {
  return text.length + 1;
}

/** Equal for the shards of one run: the same files, checked by the same version with the same settings. */
export function digestOfRun(sources: readonly Source[], settings: unknown): string {
  const hash = nodeCrypto().createHash('sha256');
  hash.update(digestOfSettings(settings));
  for (const { input, text } of sources) hash.update(`\0${input.name}\0${text.length} `).update(text);
  return hash.digest('hex').slice(0, 32);
}
