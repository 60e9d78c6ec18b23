/** endpoints/copy and endpoints/paste: any client can ask for both. */
import assert from 'node:assert/strict';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/db.yaml';
const program = 'file:///project/index.ts';

const endpoints = `apiVersion: v1
kind: Endpoints
metadata: { name: db, namespace: shop }
subsets:
  - addresses: [{ ip: 10.20.0.15 }]
`;
const text = `${endpoints}---\n${endpoints.replace('name: db', 'name: cache')}`;
const at = (line: number, character = 0) => ({ start: { line, character }, end: { line, character } });

interface Answer {
  readonly text?: string;
  readonly edits?: readonly { readonly range: ReturnType<typeof at>; readonly newText: string }[];
  readonly messages: readonly string[];
}

describe('endpoints/copy and endpoints/paste', () => {
  let client: Client;
  beforeEach(async () => {
    client = await startClient();
  });
  afterEach(() => client.stop());

  const copy = (range: object, language = 'python'): Promise<Answer> =>
    client.ask<Answer>('endpoints/copy', uri, { range, language });

  it('are announced', () => {
    const { endpoints: own } = client.initialized.capabilities.experimental as { endpoints: object };
    assert.deepEqual({ copy: true, paste: true, ...own }, own);
  });

  it('copy what the cursor is on, or the selection has', async () => {
    client.open(uri, text);
    const { text: one = '', messages } = await copy(at(7));
    assert.match(one, /^import pulumi_kubernetes as k8s\n\nk8s\.core\.v1\.Endpoints\(\n {4}"cache",\n/);
    assert.deepEqual(messages, []);
    const { text: both = '' } = await copy({ start: at(1).start, end: at(8).end }, 'java');
    assert.deepEqual(both.match(/new Endpoints\("\w+"/g), ['new Endpoints("db"', 'new Endpoints("cache"']);
    assert.equal(
      (await copy(at(1), 'manifest')).text,
      endpoints
        .replace(/\{ (name: db), (.*) \}/, '\n  $1\n  $2')
        .replace(': \n', ':\n')
        .replace('[{ ip: 10.20.0.15 }]', '\n      - ip: 10.20.0.15')
        .replace(': \n', ':\n'),
    );
  });

  it('say what is not copied', async () => {
    client.open(uri, endpoints.replace('10.20.0.15', '"{{ .Values.ip }}"'));
    const { text: copied, messages } = await copy(at(1));
    assert.equal(copied, '');
    assert.deepEqual(messages, [
      'Endpoints shop/db: "subsets[0].addresses[0].ip" is a template, so its value is not known.',
    ]);
    client.open('file:///project/other.yaml', 'a: 1\n');
    const nothing = await client.ask<Answer>('endpoints/copy', 'file:///project/other.yaml', {
      range: at(0),
      language: 'go',
    });
    assert.deepEqual(nothing, {
      text: '',
      messages: ['Put the cursor on an Endpoints, an EndpointSlice or a Service first.'],
    });
  });

  it('refuse another language', async () => {
    client.open(uri, text);
    await assert.rejects(
      copy(at(0), 'rust'),
      /params\.language must be typescript, python, go, csharp, java, pulumi-yaml, terraform or manifest\./,
    );
    assert.equal(
      await client.ask('endpoints/copy', 'file:///project/closed.yaml', { range: at(0), language: 'go' }),
      null,
    );
  });

  it('paste into a program that does not import the SDK yet', async () => {
    client.open(program, 'import * as fs from "fs";\n\n');
    const { edits, messages } = await client.ask<Answer>('endpoints/paste', program, {
      position: { line: 2, character: 0 },
      text: endpoints,
    });
    assert.deepEqual(messages, []);
    assert.deepEqual(edits, [
      { range: at(0, 25), newText: '\nimport * as k8s from "@pulumi/kubernetes";' },
      {
        range: at(2),
        newText:
          'new k8s.core.v1.Endpoints("db", {\n  metadata: { name: "db", namespace: "shop" },\n  subsets: [{ addresses: [{ ip: "10.20.0.15" }] }],\n});',
      },
    ]);
  });

  it('say why nothing is pasted', async () => {
    client.open(program, 'const a = 1;\n');
    const paste = (pasted: string): Promise<Answer> =>
      client.ask<Answer>('endpoints/paste', program, { position: { line: 0, character: 0 }, text: pasted });
    assert.deepEqual(await paste('hello'), {
      edits: [],
      messages: ['The clipboard has no manifest of Endpoints, an EndpointSlice or a Service.'],
    });
    assert.deepEqual(await paste(endpoints.replace('kind: E', 'kind: e')), {
      edits: [],
      messages: ['Endpoints shop/db: its kind, API version or type is not written as it should be. Correct it first.'],
    });
    client.open(uri, text);
    const inYaml = await client.ask<Answer>('endpoints/paste', uri, {
      position: { line: 0, character: 0 },
      text: endpoints,
    });
    assert.deepEqual(inYaml, { edits: [], messages: ['This file is no program of a language that is written.'] });
  });
});
