/** What server-side apply makes of a program, over a stream: the document is opened from a call, and follows the program. */
import assert from 'node:assert/strict';
import { opening, run } from './support/apply-documents.ts';
import { languages } from './support/program-writer.ts';
import { writeOrder, type OrderedPatch, type OrderedProgram } from './support/program-orders.ts';
import type { CodeLanguage } from '../server/src/tree/document.ts';
import { positionOf } from '../server/src/features/lsp.ts';
import { located } from './support/renaming.ts';

const free: OrderedPatch = {
  label: undefined,
  dependsOn: [],
  listed: 'list',
  parent: undefined,
  hasProvider: false,
  options: undefined,
};

function twoPatches(dependsOn: readonly number[]): OrderedProgram {
  return { provider: undefined, isForcing: false, providerAt: 9, patches: [free, { ...free, dependsOn }] };
}

describe('language server: what server-side apply makes of programs', () => {
  for (const language of Object.keys(languages) as CodeLanguage[])
    it(`is a document in ${language}`, async () => {
      const { client, opened } = await opening();
      const uri = `file:///project/${languages[language]}`;
      const text = writeOrder(language, twoPatches([0]));
      client.open(uri, text);
      await client.pull(uri);
      const position = positionOf(located(text), text.lastIndexOf('"r1"') + 2);
      assert.equal(await run(client, { uri, position }), null);
      const document = { uri: opened[0]?.uri };
      const shown = (): Promise<{ text: string }> =>
        client.connection.sendRequest('workspace/textDocumentContent', document);
      const ordered = await shown();
      assert.match(ordered.text, /1\. Patch "r0" [^]*2\. Patch "r1" /);
      assert.doesNotMatch(ordered.text, /order of the applies is not fixed/);
      client.change(uri, 2, [{ text: writeOrder(language, twoPatches([])) }]);
      assert.match((await shown()).text, /order of the applies is not fixed/);
      await client.stop();
    });
});
