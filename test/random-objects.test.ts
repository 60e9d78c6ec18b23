/**
 * What holds for random Endpoints and EndpointSlices, however they are spelled: every text is read or reported, and one
 * object gets the same answers in each spelling. `PROPERTY_RUNS` multiplies the number of texts.
 */
import assert from 'node:assert/strict';
import { parseAllDocuments } from 'yaml';
import { maskTemplates } from '../server/src/frontends/template.ts';
import { readPlain } from '../server/src/frontends/yaml/plain-reader.ts';
import { readAnyYaml, readYaml } from '../server/src/frontends/yaml/read-yaml.ts';
import { segment } from '../server/src/frontends/yaml/segment.ts';
import { findings } from './support/checking.ts';
import { pick, randomFrom } from './support/random.ts';
import { randomManifest, type RandomManifest } from './support/random-manifests.ts';
import { randomObject } from './support/random-objects.ts';
import { flowYaml, json, styleOf, withoutRaw, yaml } from './support/random-spelling.ts';
import { times } from './support/runs.ts';

const wanted = times(4_000);

describe('random objects', function () {
  this.timeout(30_000 + wanted * 20);

  it(`are read or reported: ${wanted} texts, some with a slip`, () => {
    for (let seed = 0; seed < wanted; seed++) {
      const manifest = randomManifest(seed);
      const { text } = manifest;
      const { file, found } = findings(text, { minor: pick(randomFrom(seed), [20, 30, 33, 34, 36]) });
      for (const { span } of found)
        assert.ok(0 <= span.start && span.start <= span.end && span.end <= text.length, context(seed, text));
      const isRead = file.parts.some(({ document }) => document.resources.length > 0);
      if (!isRead && found.length === 0) assert.ok(!meansOurs(manifest), context(seed, text));
    }
  });

  it(`are read by the fast reader as by the authority: ${wanted} texts`, () => {
    let taken = 0;
    for (let seed = 0; seed < wanted; seed++) {
      for (const { text } of segment(randomManifest(seed).text)) {
        const masked = maskTemplates(text, 'kubernetes');
        if (!readPlain(masked.text, 'kubernetes').isRead) continue;
        taken++;
        const { plainRoot: _, ...read } = readYaml(masked.text, 'kubernetes', masked.lines);
        assert.deepEqual(read, readAnyYaml(masked.text, 'kubernetes', masked.lines), context(seed, text));
      }
    }
    assert.ok(taken > wanted / 4, `${taken} taken`);
  });

  it('are found where escapes spell their kind', () => {
    const slice = String.raw`{"\u0061piVersion":"discovery.k8s.io/v1","\u006bind":"\u0045ndpointSlice","addressType":"IPv4"}`;
    const block = String.raw`apiVersion: v1${'\n'}kind: "\x45ndpoints"`;
    const long = String.raw`apiVersion: v1${'\n'}kind: "\U00000045ndpoints"`;
    for (const text of [slice, block, long])
      assert.ok(answers(text).includes('missing-name ["metadata","name"]'), text);
  });

  it(`get the same answers as JSON and as YAML in block and flow style: ${wanted / 4} objects`, () => {
    for (let seed = 0; seed < wanted / 4; seed++) {
      const random = randomFrom(seed);
      const object = withoutRaw(randomObject(random, pick(random, ['Endpoints', 'EndpointSlice'] as const)));
      const plain = styleOf(random, Infinity);
      const texts = [json(object, plain), yaml(object, plain), flowYaml(object, plain)];
      const [first, ...others] = texts.map(answers);
      for (const other of others) assert.deepEqual(other, first, context(seed, texts.join('\n')));
    }
  });
});

/** What the API server enforces, with the paths. */
function answers(text: string): readonly string[] {
  const { file, found } = findings(text);
  assert.deepEqual(file.parts.flatMap(({ document }) => document.issues), [], text); // prettier-ignore
  return found
    .filter(({ diagnostic }) => diagnostic.rule.enforcedBy !== 'advice')
    .map(({ diagnostic: { rule, path } }) => `${rule.code} ${JSON.stringify(path)}`)
    .sort();
}

/** True where the text names its kind and version at the start of a line or of a member, and no reader finds another object. */
function meansOurs({ kind, text }: RandomManifest): boolean {
  // A template renders anything, a merge may overwrite the kind, and several JSON values are read one by one.
  if (/\{\{|<<|\}\s*\{/.test(text)) return false;
  const version = kind === 'Endpoints' ? 'v1' : 'discovery\\.k8s\\.io/v1';
  if (!hasMember('kind', kind).test(text) || !hasMember('apiVersion', version).test(text)) return false;
  const documents = parseAllDocuments(text, { version: '1.1', merge: true, logLevel: 'silent', uniqueKeys: false });
  const isValid = Array.isArray(documents) && documents.every(({ errors }) => errors.length === 0);
  return !isValid || documents.some((document) => isObject(document.toJS(), kind));
}

function isObject(value: unknown, kind: string): boolean {
  const { kind: own, apiVersion } = (value ?? {}) as { kind?: unknown; apiVersion?: unknown };
  return own === kind && apiVersion === (kind === 'Endpoints' ? 'v1' : 'discovery.k8s.io/v1');
}

function hasMember(name: string, value: string): RegExp {
  return new RegExp(`(?:^|[\\n\\r{,]) *(["']?)${name}\\1: *(["']?)${value}\\2 *(?:$|[\\n\\r,}])`);
}

function context(seed: number, text: string): string {
  return `seed ${seed}: ${JSON.stringify(text)}`;
}
