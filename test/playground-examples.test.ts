/** Tests the data of the playground: the example of each rule has a finding of the rule, and every example can be read. */
import assert from 'node:assert/strict';
import { languageOf } from '../site/playground/languages.ts';
import { playgroundRoot as folder, uriOf } from '../site/playground/file-uris.ts';
import { ownSnippet, withoutStops } from '../site/playground/own-snippet.ts';
import { examplesIn, ruleExamplesIn } from '../scripts/playground-data.ts';
import { rules } from '../server/src/rules/rules.ts';
import type { SharedFile } from '../site/playground/link-state.ts';
import { startClient } from './support/client.ts';
import { root } from './support/root.ts';

/** The codes that the server finds in the file, as the playground asks it. */
async function codesIn(files: readonly SharedFile[], active: string, version: string): Promise<readonly unknown[]> {
  const client = await startClient({
    folder,
    files: Object.fromEntries(files.map(({ name, text }) => [uriOf(name), text])),
    initializationOptions: { endpoints: version === '' ? {} : { kubernetesVersion: version } },
  });
  for (const { name, text } of files) client.open(uriOf(name), text);
  const found = await client.pull(uriOf(active));
  assert.deepEqual(client.shown, []);
  await client.stop();
  return found.map(({ code }) => code);
}

describe('data of the playground', () => {
  const examples = ruleExamplesIn(root);

  it('has an example of every rule', () => {
    assert.deepEqual(
      Object.keys(examples),
      rules.map(({ code }) => code),
    );
  });

  for (const [code, { files, active, version, remark }] of Object.entries(ruleExamplesIn(root))) {
    it(`shows ${code}, or says why not`, async () => {
      assert.ok(files.some(({ name }) => name === active));
      const found = await codesIn(files, active, version);
      assert.equal(found.includes(code), remark === '', `${found.join()}; ${remark}`);
    });
  }

  it('has examples that the server reads', async () => {
    const all = examplesIn(root);
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    for (const { name, files, at } of all) {
      assert.ok(files[0]?.text.includes(at), `${name}: ${at}`);
      const found = await Promise.all(files.map((file) => codesIn(files, file.name, '')));
      assert.ok(!found.flat().includes('syntax-error'), name);
    }
  });

  it('knows the languages of files by their endings', () => {
    assert.deepEqual(
      ['a.yaml', 'b.YML', 'c.json', 'd/e.tsx', 'f.py', 'g.go', 'h.cs', 'i.java', 'k.tf', 'Kustomization', 'j.txt'].map(
        languageOf,
      ),
      ['yaml', 'yaml', 'json', 'typescriptreact', 'python', 'go', 'csharp', 'java', 'terraform', 'yaml', 'yaml'],
    );
  });

  it('spells snippets of the server as the editor wants them', () => {
    for (const [text, own] of [
      ['name: $1\n$0', 'name: ${1}\n${0}'],
      ['${1:name}: ${2|TCP,UDP,SCTP|}', '${1:name}: ${2:TCP}'],
      ['ip: \\${db.ip\\}', 'ip: $\\{db.ip\\}'],
      ['{ port: ${1:80} }', '\\{ port: ${1:80} \\}'],
      ['a\\\\b', 'a\\b'],
    ] as const)
      assert.equal(ownSnippet(text), own);
    assert.equal(withoutStops('{{ .Values.ip }}'), '\\{\\{ .Values.ip \\}\\}');
  });
});
