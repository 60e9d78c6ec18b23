/** Completion while a person types, over a stream: a complete value has no proposals, a shortcut shows the others. */
import assert from 'node:assert/strict';
import type { CompletionList } from 'vscode-languageserver';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/a.yaml';
const [invoked, character, incomplete] = [1, 2, 3];

/** A person at the end of a text that grows. */
class Typist {
  #text: string;
  #version = 1;
  readonly #client: Client;

  constructor(client: Client, text: string) {
    this.#client = client;
    this.#text = text;
    client.open(uri, text);
  }

  /** Writes at the end. */
  type(written: string): void {
    const end = this.#end();
    this.#text += written;
    this.#client.change(uri, ++this.#version, [{ range: { start: end, end }, text: written }]);
  }

  /** The labels at the end. */
  async ask(triggerKind: number, triggerCharacter?: string): Promise<readonly string[]> {
    const context = { triggerKind, ...(triggerCharacter === undefined ? {} : { triggerCharacter }) };
    const position = this.#end();
    const list = await this.#client.ask<CompletionList>('textDocument/completion', uri, { position, context });
    assert.equal(list.isIncomplete, true, 'the next letter can complete the value');
    return list.items.map(({ label }) => label);
  }

  #end(): { line: number; character: number } {
    const lines = this.#text.split('\n');
    return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  }
}

describe('completion while typing', () => {
  let client: Client;

  beforeEach(async () => {
    client = await startClient();
  });

  afterEach(() => client.stop());

  it('has no proposals after a complete value, for a client that asks again after each letter', async () => {
    const typist = new Typist(client, 'apiVersion: v1\nkind:');
    typist.type(' ');
    assert.deepEqual(await typist.ask(character, ' '), ['Service', 'Endpoints', 'EndpointSlice']);
    typist.type('Endpoint');
    assert.deepEqual(await typist.ask(incomplete), ['Endpoints', 'EndpointSlice']);
    typist.type('s');
    assert.deepEqual(await typist.ask(incomplete), []);
  });

  it('has none for a client that sends the same trigger for a letter and a shortcut', async () => {
    const typist = new Typist(client, 'apiVersion: v1\nkind: Endpoint');
    typist.type('s');
    assert.deepEqual(await typist.ask(invoked), []);
    // The second request for the same text is a shortcut.
    assert.deepEqual(await typist.ask(invoked), ['Service', 'EndpointSlice']);
  });

  it('has the others for a text that nobody has typed', async () => {
    const typist = new Typist(client, 'apiVersion: v1\nkind: Endpoints');
    assert.deepEqual(await typist.ask(invoked), ['Service', 'EndpointSlice']);
  });

  it('has only the value that the letters mean in another case', async () => {
    const typist = new Typist(client, 'apiVersion: v1\nkind: endpoint');
    typist.type('s');
    assert.deepEqual(await typist.ask(invoked), ['Endpoints']);
  });
});
