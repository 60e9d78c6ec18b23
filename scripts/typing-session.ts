/** Types into a text as a person would, with a language server beside it, and notes what the server says after each keystroke. */
import type { CodeAction, CodeLens, CompletionItem, CompletionList, Diagnostic } from 'vscode-languageserver-types';
import { capabilitiesWith } from '../site/playground/capabilities.ts';
import { lineStarts, positionAt } from '../server/src/text/line-index.ts';
import { startClient, type Client } from '../test/support/client.ts';

/** What an editor shows at a moment. */
export interface TypedFrame {
  readonly text: string;
  /** An offset in UTF-16 units. */
  readonly cursor: number;
  /** The hint of deprecated kinds is left out. */
  readonly findings: readonly Diagnostic[];
  /** A list below the cursor, the chosen entry first; empty for none. */
  readonly list: readonly string[];
  /** The sentence above the Service. */
  readonly lens: string;
  /** In ms. */
  readonly time: number;
}

const uri = 'file:///project/orders-db.yaml';

const service = `apiVersion: v1
kind: Service
metadata:
  name: orders-db
spec:
  ports:
    - name: postgres
      port: 5432
---
`;

/** A person writes the addresses of a database, makes two mistakes, and the server fixes one of them. */
export async function typingSession(): Promise<readonly TypedFrame[]> {
  const client = await startClient({
    capabilities: capabilitiesWith('https://example.com/{code}'),
    folder: 'file:///project',
    files: { [uri]: service },
  });
  const editor = new TypedText(client, service);
  await editor.pause(1200);
  await editor.complete('EndpointSlice for orders-db', 2200);
  await editor.pause(900);
  editor.select('10.0.0.1');
  await editor.type('127.0.0.1');
  await editor.pause(3000);
  await editor.erase('127.0.0.1'.length);
  await editor.type('10.20.0.15');
  await editor.pause(1500);
  editor.select('- name: postgres\n    port', 'postgres'.length, '- name: '.length);
  editor.moveToEnd();
  await editor.erase(1);
  await editor.pause(3400);
  await editor.fix('unmatched-port', 2000);
  await editor.pause(3000);
  await client.stop();
  return editor.frames;
}

/** An editor without a window. */
class TypedText {
  readonly frames: TypedFrame[] = [];
  readonly #client: Client;
  #text: string;
  #start: number;
  #end: number;
  #version = 1;

  constructor(client: Client, text: string) {
    this.#client = client;
    this.#text = text;
    [this.#start, this.#end] = [text.length, text.length];
    client.open(uri, text);
  }

  pause(time: number): Promise<void> {
    return this.#note({ time });
  }

  /** One keystroke for each character. */
  async type(text: string): Promise<void> {
    for (const char of text) {
      this.#replace(this.#start, this.#end, char);
      await this.#note({ time: 110 });
    }
  }

  async erase(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      this.#replace(this.#start - 1, this.#end, '');
      await this.#note({ time: 70 });
    }
  }

  /** Selects the last occurrence of a text, or a part of it. */
  select(text: string, length = text.length, from = 0): void {
    const found = this.#text.lastIndexOf(text);
    if (found === -1) throw new Error(`The text has no "${text}".`);
    [this.#start, this.#end] = [found + from, found + from + length];
  }

  moveToEnd(): void {
    this.#start = this.#end;
  }

  /** Opens the list of proposals, and accepts one. */
  async complete(label: string, time: number): Promise<void> {
    const position = this.#positionOf(this.#end);
    const answer = await this.#client.ask<CompletionList | CompletionItem[]>('textDocument/completion', uri, {
      position,
    });
    const items = Array.isArray(answer) ? answer : answer.items;
    const item = items.find((each) => each.label === label);
    if (!item?.textEdit) throw new Error(`The server does not propose "${label}".`);
    const others = items.filter((each) => each !== item).map((each) => each.label);
    await this.#note({ time, list: [label, ...others].slice(0, 5) });
    this.#replace(this.#start, this.#end, withoutStops(item.textEdit.newText));
  }

  /** Opens the list of actions at a finding, and applies its fix. */
  async fix(code: string, time: number): Promise<void> {
    const finding = (await this.#findings()).find((each) => each.code === code);
    if (!finding) throw new Error(`The server does not report ${code}.`);
    const { range } = finding;
    const context = { diagnostics: [finding] };
    const found = await this.#client.ask<CodeAction[]>('textDocument/codeAction', uri, { range, context });
    const actions = found.filter(({ kind }) => kind?.startsWith('quickfix'));
    const action = actions.find(({ isPreferred }) => isPreferred);
    if (!action) throw new Error(`${code} has no fix.`);
    const titles = [action, ...actions.filter((each) => each !== action)].map(({ title }) => title);
    await this.#note({ time, list: titles.slice(0, 4) });
    const { edit } = await this.#client.connection.sendRequest<CodeAction>('codeAction/resolve', action);
    for (const change of edit?.documentChanges ?? []) {
      if (!('edits' in change)) continue;
      for (const each of change.edits)
        if ('newText' in each)
          this.#replace(this.#offsetOf(each.range.start), this.#offsetOf(each.range.end), each.newText);
    }
  }

  async #note({ time, list = [] }: { readonly time: number; readonly list?: readonly string[] }): Promise<void> {
    const findings = await this.#findings();
    const lenses = await this.#client.ask<CodeLens[]>('textDocument/codeLens', uri);
    const lens = lenses.flatMap(({ range, command }) => (range.start.line === 0 && command ? [command.title] : []));
    this.frames.push({ text: this.#text, cursor: this.#end, findings, list, lens: lens.join('  |  '), time });
  }

  async #findings(): Promise<readonly Diagnostic[]> {
    return this.#client.pull(uri);
  }

  #replace(start: number, end: number, text: string): void {
    const range = { start: this.#positionOf(start), end: this.#positionOf(end) };
    this.#client.change(uri, ++this.#version, [{ range, text }]);
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    this.#start = start + text.length;
    this.#end = this.#start;
  }

  #positionOf(offset: number) {
    return positionAt(lineStarts(this.#text), offset);
  }

  #offsetOf({ line, character }: Diagnostic['range']['start']): number {
    return (lineStarts(this.#text)[line] ?? this.#text.length) + character;
  }
}

/** The text of a snippet. */
function withoutStops(snippet: string): string {
  const names = new Map<string, string>();
  const named = snippet.replace(/\$\{(\d+):([^}]*)\}/g, (_, stop: string, name: string) => {
    names.set(stop, name);
    return name;
  });
  return named.replace(/\$(\d+)/g, (_, stop: string) => names.get(stop) ?? '');
}
