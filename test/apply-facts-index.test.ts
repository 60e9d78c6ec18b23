/** What objects send, in the index: current for everybody, and news for those alone who ask for it. */
import assert from 'node:assert/strict';
import { keys } from '../server/src/analysis/workspace/index-keys.ts';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../server/src/analysis/workspace/workspace.ts';
import type { Answers } from '../server/src/analysis/workspace/file-around.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { defineRule, type Rule } from '../server/src/lint/rule.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import { settingsFor } from './support/checking.ts';
import { endpoints, service } from './support/workspace-texts.ts';

describe('apply facts: in the index', () => {
  const uri = 'file:///a/endpoints.yaml';
  const text = (ip: string, port = 80): string =>
    `apiVersion: v1\nkind: Endpoints\nmetadata: {name: web, namespace: shop}\nsubsets: [{addresses: [{ip: ${ip}}], ports: [{port: ${port}}]}]\n`;
  const keysOfOwn = [
    keys.ofKind('Endpoints'),
    keys.within('Endpoints', 'shop'),
    keys.named('Endpoints', 'shop', 'web'),
    keys.anywhere('Endpoints', 'web'),
    keys.inFile(uri),
  ];
  const facts = (content: string): ReturnType<typeof fileFacts> =>
    fileFacts(readFile(uri, content, { isPartial: false }));

  it('is current under every key, and another one under its own key only', () => {
    const workspace = new Workspace();
    workspace.set(uri, facts(text('10.0.0.1')));
    assert.deepEqual(
      [...(workspace.takeChanges()?.keys ?? [])].sort(),
      [...keysOfOwn, keys.applied('Endpoints', 'shop', 'web')].sort(),
    );
    workspace.set(uri, facts(text('10.0.0.2')));
    assert.deepEqual([...(workspace.takeChanges()?.keys ?? [])], [keys.applied('Endpoints', 'shop', 'web')]);
    for (const key of [...keysOfOwn, keys.applied('Endpoints', 'shop', 'web')]) {
      const addresses = workspace.at(key).map(({ facts: { applied } }) => JSON.stringify(applied?.config['subsets']));
      assert.deepEqual(addresses, ['[{"addresses":[{"ip":"10.0.0.2"}],"ports":[{"port":80}]}]'], key);
    }
    assert.equal(workspace.entriesIn(uri)[0], workspace.at(keys.applied('Endpoints', 'shop', 'web'))[0]);
    workspace.set(uri, facts(`# Moved.\n${text('10.0.0.2')}`));
    assert.equal(workspace.takeChanges(), undefined);
    workspace.set(uri, facts(text('10.0.0.2', 81)));
    assert.equal(workspace.takeChanges()?.keys.size, 6);
    workspace.set(uri, []);
    assert.equal(workspace.takeChanges()?.keys.size, 6);
    assert.deepEqual(workspace.at(keys.applied('Endpoints', 'shop', 'web')), []);
  });

  it('is no longer there once the object is a part of one', () => {
    const workspace = new Workspace();
    const program =
      'resources: {e: {type: "kubernetes:core/v1:Endpoints", properties: {metadata: {name: web, namespace: n}}, ';
    workspace.set(uri, facts(`${program}options: {protect: true}}}`));
    const key = [...(workspace.takeChanges()?.keys ?? [])].find((each) => each.startsWith('applied ')) ?? '';
    assert.equal(workspace.at(key).length, 1);
    workspace.set(uri, facts(`${program}get: {id: n/web}}}`));
    assert.deepEqual([...(workspace.takeChanges()?.keys ?? [])], [key]);
    assert.deepEqual(workspace.at(key), []);
    workspace.set(uri, facts(`${program}}}`));
    assert.deepEqual([...(workspace.takeChanges()?.keys ?? [])], [key]);
    assert.equal(workspace.at(key).length, 1);
  });

  it('is another answer for those alone who asked for it, in other files and in its own', () => {
    const workspace = new Workspace();
    const other = 'file:///a/patch.yaml';
    workspace.set(uri, facts(text('10.0.0.1')));
    const ask = (from: string, content: string, key: string): (() => boolean) => {
      const answers: Answers = new Map();
      const file = readFile(from, content, { isPartial: false });
      for (const { document } of file.parts) {
        for (const { at } of workspace.around(from, fileFacts(file)).of(document, 0, answers)) at(key);
      }
      assert.equal(answers.size, 1);
      return () => workspace.around(from, from === uri ? undefined : fileFacts(file)).agrees(answers);
    };
    const asked = [uri, other].flatMap((from) => [
      ask(from, text('10.0.0.1'), keys.named('Endpoints', 'shop', 'web')),
      ask(from, text('10.0.0.1'), keys.applied('Endpoints', 'shop', 'web')),
    ]);
    const answered = (): readonly boolean[] => asked.map((agrees) => agrees());
    assert.deepEqual(answered(), [true, true, true, true]);
    workspace.set(uri, facts(`# Moved.\n${text('10.0.0.1')}`));
    assert.deepEqual(answered(), [true, true, true, true]);
    workspace.set(uri, facts(text('10.0.0.2')));
    assert.deepEqual(answered(), [true, false, true, false]);
  });

  it('an address is another answer for those alone who ask what is applied', () => {
    const ran: string[] = [];
    const asking = (code: string, kind: string, key: (namespace: string, name: string) => string): Rule =>
      defineRule({
        code,
        summary: 'Counts.',
        enforcedBy: 'advice',
        on: { relationsOf: [kind] },
        check(_, { around }) {
          ran.push(`${code} ${around.entry.uri.slice('file:///a/'.length)}`);
          for (const { namespace, name } of around.entry.identities) around.at(key(namespace, name));
        },
      });
    const rules = [
      asking('partner', 'Service', (namespace, name) => keys.named('Endpoints', namespace, name)),
      asking('applied', 'EndpointsPatch', (namespace, name) => keys.applied('Endpoints', namespace, name)),
    ];
    const settings = { ...settingsFor(36), rules };
    const workspace = new Workspace();
    const files = new Map<string, SourceFile>();
    const put = (path: string, text: string): void => {
      const file = readFile(path, text, { isPartial: false });
      files.set(`file:///a/${path}`, file);
      workspace.set(`file:///a/${path}`, fileFacts(file));
    };
    const runs = (): readonly string[] => {
      ran.length = 0;
      for (const [uri, file] of files) checkFile(file, settings, workspace.around(uri, fileFacts(file)));
      return ran.toSorted();
    };
    const patch = 'type: "kubernetes:core/v1:EndpointsPatch", properties: {metadata: {name: db, namespace: default}}';
    const moved = endpoints('db', 'web').replace('10.20.0.15', '10.20.0.16');
    put('service.yaml', service('db', 'web'));
    put('endpoints.yaml', endpoints('db', 'web'));
    put('Pulumi.yaml', `resources: {p: {${patch}}}\n`);
    assert.deepEqual(runs(), ['applied Pulumi.yaml', 'partner service.yaml']);
    put('endpoints.yaml', moved);
    assert.deepEqual(runs(), ['applied Pulumi.yaml']);
    put('endpoints.yaml', `# Moved.\n${moved}`);
    assert.deepEqual(runs(), []);
    put('endpoints.yaml', endpoints('db', 'postgres'));
    assert.deepEqual(runs(), ['applied Pulumi.yaml', 'partner service.yaml']);
  });
});
