/** Files with expectations in the language server: mistakes as the user types, tests, completion and hover. */
import assert from 'node:assert/strict';
import type { CompletionList, Diagnostic, Hover } from 'vscode-languageserver';
import type { TestAnswer } from '../server/src/lsp/requests/test-requests.ts';
import { dbWith } from './support/expectation-texts.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient } from './support/client.ts';

const top = 'file:///project';
const uri = `${top}/tests/endpoints.test.yaml`;
const pulling = { textDocument: { diagnostic: {} } };
const configuring = { workspace: { configuration: true } };

const db = (ip: string): string => dbWith(`{addresses: [${ip}]}`);

const expecting = (ip: string, paths: string) => `paths: ${paths}
tests:
  - service: shop/db:postgres
    only: [${ip}]
  - {name: named, resolve: nothing.shop, answers: []}
`;

async function test(text: string, files: Readonly<Record<string, string>>): Promise<TestAnswer | null> {
  const client = await startClient({ files: { ...files, [uri]: text } });
  const answer = await client.ask<TestAnswer | null>('endpoints/test', uri);
  assert.deepEqual([client.shown, client.logged], [[], []]);
  await client.stop();
  return answer;
}

describe('language server: mistakes in files with expectations', () => {
  it('are findings as the user types, at their places', async () => {
    const client = await startClient({ capabilities: pulling });
    client.open(uri, 'tests:\n  - {service: db, onyl: []}\n');
    const shown = (found: readonly Diagnostic[]) =>
      found.map(({ range: { start, end }, severity, message, source }) => {
        assert.deepEqual([severity, source, start.line], [1, 'endpoints', end.line]);
        return `${start.line}:${start.character}-${end.character} ${typeof message === 'string' ? message : message.value}`;
      });
    assert.deepEqual(shown(await client.pull(uri)), [
      '1:14-16 Nothing is expected. Add "reaches", "not" or "only" with addresses; "only: []" expects none.',
      '1:18-22 There is no key "onyl" here. Did you mean "only"?',
    ]);
    client.change(uri, 2, [{ text: 'tests:\n  - {service: db, only: []}\n' }]);
    assert.deepEqual(await client.pull(uri), []);
    await client.stop();
  });

  it('are pushed to clients that do not ask, and cost other files nothing', async () => {
    const client = await startClient();
    const pushed = client.pushed(uri);
    client.open(uri, 'tests: 7\n');
    assert.equal((await pushed).length, 1);
    await client.stop();
  });

  it('are off with the setting diagnostics', async () => {
    const client = await startClient({
      capabilities: { ...pulling, ...configuring },
      settings: { diagnostics: false },
    });
    client.open(uri, 'tests: 7\n');
    assert.deepEqual(await client.pull(uri), []);
    await client.stop();
  });
});

describe('endpoints/test', () => {
  it('judges each expectation, with places', async () => {
    const files = { [`${top}/k8s/db.yaml`]: db('10.0.0.1') };
    assert.deepEqual(await test(expecting('10.0.0.2', '[../k8s]'), files), {
      tests: [
        {
          title: 'shop/db:postgres',
          range: { start: { line: 2, character: 13 }, end: { line: 2, character: 29 } },
          failures: [
            {
              range: { start: { line: 3, character: 11 }, end: { line: 3, character: 19 } },
              message: '10.0.0.2 gets no traffic. No endpoint of the Service has this address.',
              related: [],
            },
            {
              range: { start: { line: 3, character: 10 }, end: { line: 3, character: 20 } },
              message: '10.0.0.1:5432 gets traffic as well.',
              related: [
                {
                  location: {
                    uri: `${top}/k8s/db.yaml`,
                    range: { start: { line: 11, character: 17 }, end: { line: 11, character: 25 } },
                  },
                  message: 'This is 10.0.0.1:5432.',
                },
              ],
            },
          ],
        },
        {
          title: 'named',
          range: { start: { line: 4, character: 11 }, end: { line: 4, character: 16 } },
          failures: [],
        },
      ],
      mistakes: [],
    });
  });

  it('prefers the objects that the file names', async () => {
    const files = { [`${top}/dev/db.yaml`]: db('10.0.0.1'), [`${top}/prod/db.yaml`]: db('10.0.0.2') };
    const isMet = async (ip: string, paths: string): Promise<boolean> => {
      const answer = await test(expecting(ip, paths), files);
      return answer?.tests.every(({ failures }) => failures.length === 0) ?? assert.fail();
    };
    assert.ok(await isMet('10.0.0.2', '[../prod]'));
    assert.ok(await isMet('10.0.0.1', '["../*/db.yaml", "!../prod"]'));
    assert.ok(await isMet('10.0.0.1', '../dev/db.yaml'));
    assert.ok(!(await isMet('10.0.0.1', '[../dev, ../prod]')));
    assert.ok(!(await isMet('10.0.0.1', '[../prod]')));
  });

  it('takes the place in a file that a kustomization builds from', async () => {
    const files = {
      [`${top}/base/db.yaml`]: db('10.0.0.1'),
      [`${top}/prod/kustomization.yaml`]: 'namespace: live\nresources: [../base/db.yaml]\n',
    };
    const answer = await test('paths: ../prod\ntests: [{service: live/db, not: [10.0.0.1]}]\n', files);
    assert.deepEqual(
      answer?.tests[0]?.failures[0]?.related.map(({ location }) => location.uri),
      [`${top}/base/db.yaml`],
    );
  });

  it('counts on the settings, and on open texts', async () => {
    const endpoints = `${db('10.0.0.1').split('---')[0]}---
apiVersion: v1
kind: Endpoints
metadata: {name: db, namespace: shop}
subsets: [{addresses: [{ip: 10.0.0.1}], ports: [{name: postgres, port: 5432}]}]
`;
    const files = { [`${top}/k8s/db.yaml`]: endpoints, [uri]: expecting('10.0.0.1', '../k8s') };
    const failures = async (settings: object, open?: string): Promise<number> => {
      const client = await startClient({ files, settings, capabilities: configuring });
      if (open !== undefined) client.open(uri, open);
      const answer = await client.ask<TestAnswer>('endpoints/test', uri);
      await client.stop();
      return answer.tests.flatMap((each) => each.failures).length;
    };
    assert.equal(await failures({}), 0);
    assert.equal(await failures({ mirroring: 'off' }), 1);
    assert.equal(await failures({}, expecting('10.0.0.2', '../k8s')), 2);
  });

  it('has the mistakes of a file and no test, and nothing for a missing file', async () => {
    const answer = await test('tests: [{service: db}]\n', {});
    assert.deepEqual([answer?.tests, answer?.mistakes.length], [[], 1]);
    const client = await startClient();
    assert.equal(await client.ask('endpoints/test', uri), null);
    await assert.rejects(client.ask('endpoints/test', `${top}/secret.yaml`), /endpoints\.test\.yaml/);
    await client.stop();
  });
});

describe('language server: editing files with expectations', () => {
  async function at<T>(method: string, marked: string): Promise<T> {
    const client = await startClient({ capabilities: everyCapability });
    const before = marked.slice(0, marked.indexOf('$0')).split('\n');
    client.open(uri, marked.replace('$0', ''));
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const answer = await client.ask<T>(`textDocument/${method}`, uri, { position });
    await client.stop();
    return answer;
  }
  const labels = async (marked: string) =>
    (await at<CompletionList>('completion', marked)).items.map(({ label }) => label);

  it('completes keys and values', async () => {
    assert.deepEqual(await labels('paths: [k8s]\n$0\n'), ['tests', 'mirroring']);
    const keys = await labels('tests:\n  - service: db\n    $0\n');
    for (const key of ['from', 'through', 'reaches', 'only']) assert.ok(keys.includes(key), key);
    assert.deepEqual(await labels('tests:\n  - service: db\n    from: {family: $0}\n'), ['IPv4', 'IPv6']);
    assert.ok((await labels('tests:\n  - service: db\n    through: $0\n')).includes('traefik-tcp'));
    assert.ok((await labels('tests:\n  - resolve: db\n    type: $0\n')).includes('SRV'));
  });

  it('explains keys', async () => {
    const found = await at<Hover | null>('hover', 'tests:\n  - service: db\n    rea$0ches: []\n');
    assert.match(JSON.stringify(found?.contents), /Each of these addresses gets traffic/);
  });
});
