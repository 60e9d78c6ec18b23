/** Renaming in programs of all languages and in the manifests beside them: what is marked is renamed, and nothing else. */
import assert from 'node:assert/strict';
import { everyCapability } from './support/capabilities.ts';
import type { CodeLanguage } from '../server/src/tree/document.ts';
import { constants, programPair } from './support/program-pairs.ts';
import type { WorkspaceEdit } from 'vscode-languageserver';
import { languages } from './support/program-writer.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { programCases, programRefusals } from './support/renaming-program-cases.ts';
import { applied, expected, open, renamed, uriOf } from './support/renaming.ts';

describe('language server: renaming in programs', () => {
  before(() => loadGrammarsOf(...Object.values(languages)));

  for (const each of programCases)
    it(`renames ${each.title}`, async () => {
      const { client, plain, at } = await open(each.files, { capabilities: everyCapability });
      try {
        const ready = await client.ask<{ placeholder: string } | null>(
          'textDocument/prepareRename',
          uriOf(at.path),
          at,
        );
        assert.equal(ready?.placeholder, /‹([^›]*)›/.exec(each.files[at.path]?.replace('$0', '') ?? '')?.[1]);
        const edit = await client.ask<WorkspaceEdit>('textDocument/rename', uriOf(at.path), {
          ...at,
          newName: each.to,
        });
        assert.deepEqual(applied(plain, edit), expected(each.files, each.spelled ?? each.to));
      } finally {
        await client.stop();
      }
    });

  for (const { title, files, to, message } of programRefusals)
    it(`says why it does not rename ${title}`, async () => {
      await assert.rejects(renamed(files, to, everyCapability), { message });
    });

  for (const language of Object.keys(languages) as CodeLanguage[]) {
    const constant = constants[language]('NAME', '"db"');
    const parts = { name: 'NAME', port: '"http"', ip: '"10.0.0.1"', own: constant };

    it(`leaves variables to the server of ${language}`, async () => {
      const text = programPair(language, { ...parts, own: constant.replace('NAME', 'NA$0ME') });
      for (const marked of [text, programPair(language, { ...parts, endpointsName: 'NA$0ME' })]) {
        const { client, at } = await open({ [languages[language]]: marked }, { capabilities: everyCapability });
        assert.equal(await client.ask('textDocument/prepareRename', uriOf(at.path), at), null);
        assert.equal(await client.ask('textDocument/rename', uriOf(at.path), { ...at, newName: 'x' }), null);
        await client.stop();
      }
    });

    it(`says where else ${language} uses the text, and that Pulumi replaces what it names`, async () => {
      const own = constants[language]('NAME', '"d$0b"');
      const text = programPair(language, {
        ...parts,
        own,
        logical: 'NAME',
        more: 'log(NAME);'.replace(language === 'python' ? ';' : '', ''),
      });
      const edit = await renamed({ [languages[language]]: text }, 'orders', everyCapability);
      const [annotation, ...more] = Object.values(edit.changeAnnotations ?? {});
      const lines = text.replace('$0', '').split('\n');
      const line = lines.findIndex((each) => each.includes('log(NAME)'));
      const place = `${languages[language]}:${line + 1}:${(lines[line]?.indexOf('NAME') ?? 0) + 1}`;
      assert.deepEqual([annotation?.needsConfirmation, more], [true, []]);
      assert.equal(
        annotation?.description,
        `Pulumi replaces the resource, unless its option "aliases" has the old name. The program uses the same text at ${place}, which changes, too.`,
      );
    });
  }
});
