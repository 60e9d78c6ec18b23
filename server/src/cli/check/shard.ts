/** Reads `--shard I/N`, selects the files of the shard, and computes the digest that all shards of a run share. */
import { digestOfSettings, nodeCrypto } from '../../disk/node-crypto.ts';
import type { Shard } from '../../reports/report.ts';
import type { Source } from '../source.ts';
import { UsageError } from '../usage.ts';

export type ShardNumber = Omit<Shard, 'run'>;

/** More shards would have less than one file each, even in a large repository. */
const mostShards = 10_000;

/** Reads `2/4`; throws a UsageError for an invalid value. */
export function readShard(text: string | undefined): ShardNumber | undefined {
  if (text === undefined) return undefined;
  const [, index = 0, count = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (count < 1 || count > mostShards || index < 1 || index > count)
    throw new UsageError(`--shard ${text || '""'} is not a valid shard. Use I/N, such as 1/4 for the first of four.`);
  return { index, count };
}

/** The files of the shard: all files in order, in N parts of about the same text length, equal on every machine. */
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

/** An empty file needs a weight too. */
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
