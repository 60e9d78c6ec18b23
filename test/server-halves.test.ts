/** The server beside clients whose JSON knows no half of a character: none stands alone in what it says of a text that has some. */
import assert from 'node:assert/strict';
import type { Range } from 'vscode-languageserver';
import { startClient, type Client } from './support/client.ts';

const half = String.raw`\ud83d`;
const uri = 'file:///k8s/db.yaml';
/** Escapes of halves wherever a text is: in names, keys, values that are right, and values that are wrong. */
const text = `apiVersion: v1
kind: Service
metadata:
  name: "db${half}"
  labels: { "a${half}": "b${half}" }
spec:
  ports: [{ name: "sql${half}", port: 5432 }]
---
apiVersion: v1
kind: Endpoints
metadata:
  name: "db${half}"
  namespace: "shop${half}"
  annotations: { "a${half}/b": "c" }
  "field${half}": 1
subsets:
  - addresses:
      - ip: "10.0.0.${half}"
        hostname: "a${half}"
        "hostnme${half}": "a"
      - ip: 10.0.0.2
        targetRef: { kind: "Pod${half}", name: "a${half}" }
    ports: [{ name: "sql${half}", port: "5432${half}" }, { name: sql, port: 5432 }]
`;
const lines = text.split('\n');

/** Every text of an answer, by where it is. */
function textsIn(value: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [[path, key] as const, ...textsIn(each, `${path}.${key}`)]);
}

describe('halves of characters', () => {
  let client: Client;
  before(async () => {
    client = await startClient({ files: { [uri]: text } });
    client.open(uri, text);
  });
  after(() => client.stop());

  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    diagnostics: () => client.pull(uri),
    symbols: () => client.ask('textDocument/documentSymbol', uri),
    lenses: () => client.ask('textDocument/codeLens', uri),
    hovers: () => everywhere('textDocument/hover'),
    completions: () => everywhere('textDocument/completion'),
    'code actions': async () => {
      const diagnostics = await client.pull(uri);
      const ask = (range: Range): Promise<unknown> =>
        client.ask('textDocument/codeAction', uri, { range, context: { diagnostics } });
      return Promise.all(diagnostics.map(({ range }) => ask(range)));
    },
    'symbols of the workspace': () => client.connection.sendRequest('workspace/symbol', { query: '' }),
  };

  /** Asks in the middle of each value. */
  function everywhere(method: string): Promise<readonly unknown[]> {
    const places = lines.flatMap((line, number) =>
      [...line.matchAll(/ud83d/g)].map(({ index }) => ({ line: number, character: index + 5 })),
    );
    return Promise.all(places.map((position) => client.ask(method, uri, { position })));
  }

  for (const [name, ask] of Object.entries(asked)) {
    it(`stand alone in no ${name}`, async () => {
      const texts = textsIn(await ask());
      assert.ok(texts.length > 0);
      assert.deepEqual(
        texts.filter(([, each]) => /[\ud800-\udfff]/u.test(each)),
        [],
      );
    });
  }
});
