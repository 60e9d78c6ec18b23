/** JSON with repeated members: an object that is written in two copies is judged as the object that the decoder makes of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkText } from './support/checking.ts';
import { root } from './support/root.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Members whose objects, or lists of objects, the decoder merges. */
const merged = new Set(
  'metadata labels annotations subsets addresses notReadyAddresses ports targetRef endpoints conditions hints forZones forNodes ownerReferences deprecatedTopology'.split(
    ' ',
  ),
);

/** The texts of one or two copies that together decode to the value. */
function copiesOf(value: Json, isMerged: boolean, turn: () => boolean): readonly string[] {
  if (typeof value === 'string' && turn()) return [JSON.stringify(`not ${value}`), JSON.stringify(value)];
  if (typeof value === 'number' && turn()) return [JSON.stringify(1), JSON.stringify(value)];
  if (typeof value !== 'object' || value === null || !isMerged) return [JSON.stringify(value)];
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([name, each]) => ({
      texts: memberTexts(name, each, turn),
      isFirst: turn(),
    }));
    const [before, after] = [true, false].map((isFirst) =>
      members.flatMap((member) => (member.isFirst === isFirst ? member.texts : [])),
    );
    return [`{${before?.join()}}`, `{${after?.join()}}`];
  }
  const items = value.map((item: Json) => copiesOf(item, isObject(item), turn));
  if (!value.every(isObject) || items.length === 0) return [JSON.stringify(value)];
  return [`[${items.map(([first]) => first).join()}]`, `[${items.map((texts) => texts.at(-1)).join()}]`];
}

function memberTexts(name: string, value: Json, turn: () => boolean): readonly string[] {
  // A wrong time is rejected in every copy.
  if (name.toLowerCase().endsWith('time') || name.endsWith('Timestamp'))
    return [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
  return copiesOf(value, merged.has(name), turn).map((text) => `${JSON.stringify(name)}:${text}`);
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A fixed sequence without a pattern. */
function turns(seed: number): () => boolean {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) % 2 === 0;
}

interface Recording {
  readonly id: string;
  readonly manifest: string;
  readonly verdicts: { readonly [version: string]: { readonly outcome: string } };
}

const folder = join(root, 'test/data/conformance');
const manifests = readdirSync(folder)
  .filter((name) => name.endsWith('verdicts.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording[])
  .filter(({ manifest, verdicts }) => /^\s*\{/.test(manifest) && verdicts['1.36']?.outcome !== 'undecodable');

function judged(text: string, minor: number): readonly string[] {
  return checkText(text, { path: 'a.json', minor })
    .filter(({ enforcedBy, code }) => enforcedBy !== 'advice' && code !== 'duplicate-key')
    .map(({ code, path, message }) => `${code} ${path ?? ''} ${message}`)
    .sort();
}

describe('repeated members of JSON', () => {
  it('are judged as the object that the decoder makes of the copies', () => {
    let count = 0;
    for (const [seed, { id, manifest }] of manifests.entries()) {
      const whole = JSON.parse(manifest) as { readonly [name: string]: Json };
      const turn = turns(seed + 1);
      const members = Object.entries(whole).flatMap(([name, value]) => memberTexts(name, value, turn));
      for (const minor of [20, 36])
        assert.deepEqual(judged(`{${members.join()}}`, minor), judged(JSON.stringify(whole), minor), id);
      count++;
    }
    assert.ok(count > 200, `${count}`);
  });
});
