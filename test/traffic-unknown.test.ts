/** Recorded cases with a template in the place of one value: an answer that may be another one is not certain, and says so. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, type QuestionType, type TrafficReport, type Workspace } from '../server/src/api.ts';
import { pick, randomFrom } from './support/random.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

type Json = unknown;
type Path = readonly (string | number)[];

interface DnsCase {
  readonly id: string;
  readonly objects: readonly object[];
  readonly questions: readonly {
    readonly name: string;
    readonly type: QuestionType;
    readonly rcode: string;
    readonly answer: readonly string[];
    readonly extra?: readonly string[];
  }[];
}

const template = '{{ .Values.x }}';

function read<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(join(root, 'test/data/traffic', name), 'utf8')) as readonly T[];
}

function holding(objects: readonly object[]): Workspace {
  const workspace = createWorkspace();
  workspace.set('all.yaml', objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  return workspace;
}

/** The path of every value below the object, its apiVersion and kind excepted. */
function pathsIn(value: Json, path: Path = []): readonly Path[] {
  const own = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const below = own.flatMap(([name, each]: [string, Json]) =>
    pathsIn(each, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  const isKept = path.length === 0 || path[0] === 'apiVersion' || path[0] === 'kind';
  return isKept ? below : [path, ...below];
}

function withTemplate(value: Json, [first, ...others]: Path): Json {
  if (first === undefined) return template;
  if (Array.isArray(value)) return value.map((each: Json, i) => (i === first ? withTemplate(each, others) : each));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, each]: [string, Json]) => [
      name,
      name === first ? withTemplate(each, others) : each,
    ]),
  );
}

/** Calls `judge` with random cases, each with a template. */
function forEachTemplate<T extends { readonly id: string; readonly objects: readonly object[] }>(
  cases: readonly T[],
  wanted: number,
  judge: (own: T, objects: readonly object[], title: string) => void,
): void {
  const random = randomFrom(25);
  for (let i = 0; i < wanted; i++) {
    const own = pick(random, cases);
    const changed = pick(random, own.objects);
    const path = pick(random, pathsIn(changed));
    const objects = own.objects.map((each) => (each === changed ? (withTemplate(each, path) as object) : each));
    judge(own, objects, `${own.id} ${JSON.stringify(changed)} ${path.join('.')}`);
  }
}

/** Each port with what kube-proxy does with it. */
function listsOf({ services }: TrafficReport): ReadonlyMap<string, { lists: string; certain: boolean }> {
  const ports = services.flatMap(({ namespace, name, ports: all }) =>
    all.map((port) => {
      const { cluster, local, any, topology, certain } = port;
      const key = `${namespace}/${name} ${port.name} ${port.protocol}`;
      return [key, { lists: JSON.stringify([cluster, local, any, topology]), certain }] as const;
    }),
  );
  return new Map(ports);
}

describe('a template in the place of a value', function () {
  this.timeout(30_000 + times(3_000) * 20);

  it('makes every list of traffic uncertain that it may change', () => {
    forEachTemplate(recordedTraffic(), times(3_000), (own, objects, title) => {
      const { node, zone, ipFamily: family } = own;
      const known = listsOf(holding(own.objects).traffic({ node, zone, family }));
      const report = holding(objects).traffic({ node, zone, family });
      const found = listsOf(report);
      for (const [key, { lists, certain }] of found) {
        if (!certain) continue;
        const before = known.get(key);
        if (before?.certain ?? true) assert.equal(lists, before?.lists, `${title}: ${key}`);
      }
      const isSaid =
        [...found.values()].some(({ certain }) => !certain) || report.skipped.some(({ why }) => /not known/.test(why));
      for (const key of known.keys()) assert.ok(found.has(key) || isSaid, `${title}: ${key}`);
    });
  });

  it('is named in every answer of DNS that it may change', () => {
    forEachTemplate(read<DnsCase>('dns.json'), times(1_000), (own, objects, title) => {
      const workspace = holding(objects);
      for (const { name, type, ...before } of own.questions) {
        const { rcode, answer, extra, why } = workspace.resolve(name, type);
        const isSame = JSON.stringify([rcode, setOf(answer), setOf(extra)]) === textOf(before);
        const isSaid = /not known|may change|203\.0\.113\.9|2001:db8:ffff::9/.test(`${why} ${answer.join()}`);
        assert.ok(isSame || isSaid, `${title}: ${name} ${type} ${why}`);
      }
    });
  });
});

function textOf({ rcode, answer, extra = [] }: Omit<DnsCase['questions'][number], 'name' | 'type'>): string {
  return JSON.stringify([rcode, setOf(answer), setOf(extra)]);
}

function setOf(records: readonly string[]): readonly string[] {
  return [...new Set(records)].sort();
}
