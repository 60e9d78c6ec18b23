/** What holds for renaming a port of any Service: back again gives the same texts, and on the way nothing new is found. */
import assert from 'node:assert/strict';
import type { WorkspaceEdit } from 'vscode-languageserver';
import { positionOf } from '../server/src/features/lsp.ts';
import { startClient, type Client } from './support/client.ts';
import { afterEdits, located } from './support/renaming.ts';
import { times } from './support/runs.ts';

type Texts = ReadonlyMap<string, string>;

const rounds = times(200);
const names = ['http', 'metrics', 'grpc', 'dns-tcp', 'on', '443', 'x--y', 'null', 'yes'];

describe('renaming the port of a random pair', () => {
  let client: Client;
  before(async () => {
    client = await startClient();
  });
  after(() => client.stop());

  it(`and back gives the same texts, and nothing new is found, ${rounds} times`, async function () {
    this.timeout(120_000);
    for (let seed = 0; seed < rounds; seed++) {
      const { texts, from, to } = pairOf(seed);
      try {
        await renameHolds(client, texts, from, to);
      } catch (error) {
        throw new Error(`seed ${seed}, ${from} to ${to}:\n${[...texts.values()].join('\n---\n')}`, { cause: error });
      }
    }
  });
});

async function renameHolds(client: Client, texts: Texts, from: string, to: string): Promise<void> {
  let version = 1;
  for (const [uri, text] of texts) client.open(uri, text);
  const before = await codesOf(client, texts);
  const renamed = applied(texts, await rename(client, texts, from, to));
  for (const [uri, text] of renamed) assert.ok(text !== texts.get(uri), `${uri} has the port`);
  version++;
  for (const [uri, text] of renamed) client.change(uri, version, [{ text }]);
  assert.deepEqual(await codesOf(client, renamed), before);
  const back = applied(renamed, await rename(client, renamed, to, from));
  // In quotes that the other name needed, the text stays.
  const bare = (text: string | undefined): string | undefined => text?.replaceAll(`"${from}"`, from);
  for (const [uri, text] of back) assert.equal(bare(text), bare(texts.get(uri)));
  for (const uri of texts.keys()) {
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }
}

async function codesOf(client: Client, texts: Texts): Promise<unknown> {
  const all = [];
  for (const uri of texts.keys()) all.push((await client.pull(uri)).map(({ code }) => code).sort());
  return all;
}

/** From the first place in the last of the texts. */
function rename(client: Client, texts: Texts, from: string, to: string): Promise<WorkspaceEdit> {
  const [uri = '', text = ''] = [...texts].at(-1) ?? [];
  const at = new RegExp(`name["']?: ?["']?(?=${from}\\b)`).exec(text);
  const position = positionOf(located(text), (at?.index ?? 0) + (at?.[0].length ?? 0));
  return client.ask('textDocument/rename', uri, { position, newName: to });
}

function applied(texts: Texts, { changes = {} }: WorkspaceEdit): Texts {
  return new Map([...texts].map(([uri, text]) => [uri, afterEdits(text, changes[uri] ?? [])]));
}

interface Pair {
  readonly texts: Texts;
  readonly from: string;
  readonly to: string;
}

/** A Service, its Endpoints and perhaps a slice, in one style or another. */
function pairOf(seed: number): Pair {
  let state = seed * 2_654_435_761 + 12_345;
  const random = (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
  const shuffled = names.toSorted(() => random(2) - 0.5);
  const ports = shuffled.slice(0, 1 + random(3));
  const write = (object: object): [string, string] => {
    const extension = random(3) === 0 ? 'json' : 'yaml';
    const text = extension === 'json' ? JSON.stringify(object, null, random(2) * 2) : yaml(object, random);
    return [extension, random(3) === 0 ? text.replaceAll('\n', '\r\n') : text];
  };
  const portsOf = (): object[] => ports.map((name, i) => (random(2) ? { name, port: 80 + i } : { port: 80 + i, name }));
  const subset = (i: number): object => ({ addresses: [{ ip: `10.0.0.${i + 1}` }], ports: portsOf() });
  const objects = [
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { ports: portsOf() } },
    ...(random(2) ? [sliceOf(portsOf())] : []),
    {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'web' },
      subsets: Array.from({ length: 1 + random(3) }, (_, i) => subset(i)),
    },
  ];
  const texts = objects.map((object, i): [string, string] => {
    const [extension, text] = write(object);
    return [`file:///project/${seed}/${i}.${extension}`, text];
  });
  return { texts: new Map(texts), from: ports[random(ports.length)] ?? '', to: shuffled.at(-1) ?? '' };
}

function sliceOf(ports: readonly object[]): object {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    ports,
  };
}

/** Block style with here and there a list in brackets, and strings in one of three spellings. */
function yaml(value: unknown, random: (count: number) => number, indent = ''): string {
  if (Array.isArray(value))
    return value.map((item) => `\n${indent}- ${yaml(item, random, `${indent}  `).trimStart()}`).join('');
  if (typeof value !== 'object' || value === null) return scalar(value, random);
  const entries = Object.entries(value);
  if (indent !== '' && entries.every(([, item]) => typeof item !== 'object') && random(2)) {
    return `{ ${entries.map(([name, item]) => `${name}: ${scalar(item, random)}`).join(', ')} }`;
  }
  const lines = entries.map(([name, item]) => {
    const text = yaml(item, random, `${indent}  `);
    return `${indent}${name}:${text.startsWith('\n') ? text : typeof item === 'object' && !text.startsWith('{') ? `\n${text}` : ` ${text}`}`;
  });
  return `${lines.join('\n')}${indent === '' ? '\n' : ''}`;
}

function scalar(value: unknown, random: (count: number) => number): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = !['on', 'yes', 'null', '443'].includes(value);
  const style = random(isPlain ? 3 : 2);
  return style === 0 ? `"${value}"` : style === 1 ? `'${value}'` : value;
}
