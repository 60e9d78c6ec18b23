/** An object inside of another text has the editor features of the same object alone, at its own places. */
import assert from 'node:assert/strict';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';

const object = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
  labels:
    app: orders
subsets:
  - addresses:
      - ip: 127.0.0.1
      - ip: 10.20.0.16
    ports:
      - name: postgres
        port: 5432
        protocol: tcp
`;
const service = `apiVersion: v1
kind: Service
metadata:
  name: orders-db
spec:
  ports:
    - name: postgres
      port: 5432
`;

interface Carrier {
  readonly head: string;
  readonly indent: number;
  readonly tail: string;
  /** Before a second object of the same cluster. */
  readonly next: string;
}

const carriers: Readonly<Record<string, Carrier>> = {
  'an Ansible task': {
    head: '- name: x\n  kubernetes.core.k8s:\n    definition:\n',
    indent: 6,
    tail: '',
    next: '- k8s:\n    definition:\n',
  },
  'the text of an Ansible task': {
    head: '- name: x\n  k8s:\n    definition: |\n',
    indent: 6,
    tail: '  when: yes\n',
    next: '      ---\n',
  },
  'a ConfigMap': {
    head: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: addons\ndata:\n  db.yaml: |\n',
    indent: 4,
    tail: '  note:   a text\n',
    next: '    ---\n',
  },
  'a Crossplane Object': {
    head: 'apiVersion: kubernetes.crossplane.io/v1alpha2\nkind: Object\nmetadata:\n  name: db\nspec:\n  forProvider:\n    manifest:\n',
    indent: 6,
    tail: '',
    next: '---\napiVersion: kubernetes.crossplane.io/v1alpha2\nkind: Object\nspec:\n  forProvider:\n    manifest:\n',
  },
};

const [alone, carried, other] = ['file:///project/a.yaml', 'file:///project/b.yaml', 'file:///project/c.yaml'];
const settings = { formatMixed: true, severity: { 'deprecated-endpoints': 'off', 'duplicate-resource': 'off' } };

interface Place {
  readonly line: number;
  readonly character: number;
}

interface Edit {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly newText: string;
}

interface Action {
  readonly title: string;
  readonly edit?: { readonly documentChanges?: readonly { readonly edits: readonly Edit[] }[] };
}

describe('language server: objects inside of other texts', () => {
  for (const [name, { head, indent, tail, next }] of Object.entries(carriers)) {
    const text = head + object.replaceAll(/^(?=.)/gm, ' '.repeat(indent)) + tail;
    const lines = head.split('\n').length - 1;
    const inside = ({ line, character }: Place): Place => ({ line: line + lines, character: character + indent });
    const both = async (open: (client: Client) => Promise<void>): Promise<void> => {
      const client = await startClient({ capabilities: everyCapability, initializationOptions: settings });
      await open(client);
      const bugs = client.logged.filter(({ message }) => message.includes('Internal error'));
      await client.stop();
      assert.deepEqual(bugs, []);
    };

    it(`have hovers and findings: ${name}`, () =>
      both(async (client) => {
        client.open(alone, object);
        client.open(carried, text);
        const contents = async (uri: string, position: Place): Promise<unknown> =>
          (await client.ask<{ readonly contents: unknown } | null>('textDocument/hover', uri, { position }))?.contents;
        for (const [line, content] of object.split('\n').entries())
          for (const match of content.matchAll(/[\w.-]{2,}/g)) {
            const position = { line, character: match.index + 1 };
            assert.deepEqual(await contents(carried, inside(position)), await contents(alone, position), content);
          }
        const found = await client.pull(alone);
        assert.deepEqual(
          found.map(({ code }) => code),
          ['missing-service', 'loopback-ip', 'unknown-protocol'].filter((code) =>
            found.some((each) => each.code === code),
          ),
        );
        const moved = found.map(({ code, range }) => [code, inside(range.start), inside(range.end)]);
        assert.deepEqual(
          (await client.pull(carried)).map(({ code, range }) => [code, range.start, range.end]),
          moved,
        );
      }));

    it(`have tokens, symbols and folds at their places: ${name}`, () =>
      both(async (client) => {
        client.open(alone, object);
        client.open(carried, text);
        const tokens = async (uri: string): Promise<readonly string[]> =>
          absolute(
            (await client.ask<{ data: number[] }>('textDocument/semanticTokens/full', uri)).data,
            uri === alone ? inside : same,
          );
        const [own, whole] = [await tokens(alone), await tokens(carried)];
        assert.ok(own.length > 3);
        assert.deepEqual(
          own.filter((each) => !whole.includes(each)),
          [],
        );
        const symbols = JSON.stringify(await client.ask('textDocument/documentSymbol', carried));
        assert.match(symbols, /orders-db/);
        const folds = async (uri: string): Promise<readonly number[]> =>
          (await client.ask<readonly { startLine: number }[]>('textDocument/foldingRange', uri)).map(({ startLine }) =>
            uri === alone ? startLine + lines : startLine,
          );
        const folded = await folds(carried);
        assert.deepEqual(
          (await folds(alone)).filter((line) => line > lines && !folded.includes(line)),
          [],
        );
      }));

    it(`are formatted without another value: ${name}`, () =>
      both(async (client) => {
        const untidy = text.replace(`${' '.repeat(indent)}metadata:\n`, (line) => line.replace(':', ':   # ours'));
        client.open(carried, untidy);
        const options = { tabSize: 2, insertSpaces: true };
        const edits = await client.ask<readonly Edit[] | null>('textDocument/formatting', carried, { options });
        const after = edited(untidy, edits ?? []);
        const isText = head.endsWith('|\n');
        if (isText)
          assert.ok(after.includes(untidy.slice(head.length, untidy.length - tail.length)), 'the text is the same');
        client.change(carried, 2, [{ text: after }]);
        const codes = (await client.pull(carried)).map(({ code }) => code);
        client.change(carried, 3, [{ text: untidy }]);
        assert.deepEqual(
          codes,
          (await client.pull(carried)).map(({ code }) => code),
        );
      }));

    it(`are renamed with their Service, and nothing elsewhere: ${name}`, () =>
      both(async (client) => {
        const own = text.slice(0, text.length - tail.length) + next;
        const both = own + service.replaceAll(/^(?=.)/gm, ' '.repeat(indent)) + tail;
        const line = own.split('\n').length - 1 + 3;
        client.open(carried, both);
        client.open(other, object);
        const newName = 'orders-store';
        for (const position of [{ line, character: indent + 10 }, inside({ line: 3, character: 10 })]) {
          const result = await client.ask<{
            documentChanges?: readonly { textDocument: { uri: string }; edits: readonly Edit[] }[];
          } | null>('textDocument/rename', carried, { position, newName });
          const [change, ...others] = result?.documentChanges ?? [];
          assert.deepEqual(others, [], 'another file may be of another cluster');
          assert.equal(edited(both, change?.edits ?? []), both.replaceAll('orders-db', newName));
        }
      }));

    it(`have quick fixes, and no lens or conversion of a whole object: ${name}`, () =>
      both(async (client) => {
        client.open(carried, text);
        const found = (await client.pull(carried)).find(({ code }) => code === 'unknown-protocol');
        assert.ok(found);
        const context = { diagnostics: [found] };
        const actions = await client.ask<readonly Action[]>('textDocument/codeAction', carried, {
          range: found.range,
          context,
        });
        const offered = actions.find(({ title }) => title === 'Replace with "TCP"');
        const fix = await client.connection.sendRequest<Action>('codeAction/resolve', offered);
        assert.equal(edited(text, fix.edit?.documentChanges?.[0]?.edits ?? []), text.replace('tcp', 'TCP'));
        assert.deepEqual(
          actions.filter(({ title }) => /convert/i.test(title)),
          [],
        );
        const lenses = await client.ask<readonly unknown[]>('textDocument/codeLens', carried);
        assert.ok(!JSON.stringify(lenses).includes('onvert'));
      }));
  }
});

const same = (place: Place): Place => place;

function absolute(data: readonly number[], moved: (place: Place) => Place): readonly string[] {
  let [line, character] = [0, 0];
  return Array.from({ length: data.length / 5 }, (_, i) => {
    const [lineStep = 0, step = 0, length, type, modifiers] = data.slice(5 * i, 5 * i + 5);
    line += lineStep;
    character = lineStep > 0 ? step : character + step;
    const place = moved({ line, character });
    return [place.line, place.character, length, type, modifiers].join(' ');
  });
}

function edited(text: string, edits: readonly Edit[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const at = ({ line, character }: Place): number => (starts[line] ?? text.length) + character;
  return applyEdits(
    text,
    edits.map(({ range, newText }) => ({ span: { start: at(range.start), end: at(range.end) }, text: newText })),
  );
}
