/** Tests this extension beside yaml-language-server: no duplicate findings, and our items come first. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../support/root.ts';
import { desktop, type Window } from './support/desktop.ts';
import { goTo, openFile, runCommand, suggest } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf } from './support/states.ts';
import { refused } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

/** Mistakes that the schema also finds: a string as a port, an unknown protocol, an unknown key. */
const wrong = refused.replace('5432', '"5432"').replace('- ip: 127.0.0.1', '- ip: 127.0.0.1\n        hostName: a');

const setup = JSON.stringify({
  module: join(root, 'node_modules/yaml-language-server/bin/yaml-language-server'),
  settings: {
    schemas: { [pathToFileURL(join(root, 'bench/endpoints.schema.json')).toString()]: '*.yaml' },
    completion: true,
    hover: true,
    validate: true,
    schemaStore: { enable: false },
    format: { enable: true },
  },
});

const typing =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - ports:\n      - port: 80\n        ';

describe('beside yaml-language-server', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    const files = {
      'beside-yaml.json': setup,
      'wrong.yaml': wrong,
      'keys.yaml': typing,
      'values.yaml': `${typing}protocol: `,
      'other.yaml': 'apiVersion: apps/v1\nkind:   Deployment\n---\napiVersion: v1\nkind: Endpoints\n',
      'endpoints.config.yml': '',
    };
    window = await open(workspace('beside', files));
  });

  function shown(): Window {
    assert.ok(window);
    return window;
  }

  it('no finding is said twice', async () => {
    const { probe, file } = shown();
    await probe.open(file('wrong.yaml'));
    await bothReport(shown());
    const found = await probe.diagnostics(file('wrong.yaml'));
    const keys = found.map(({ message, range }) => `${JSON.stringify(range)} ${message}`);
    assert.equal(new Set(keys).size, keys.length, keys.join('\n'));
  });

  for (const { name, line, column, own } of [
    { name: 'keys.yaml', line: 8, column: 9, own: 'protocol' },
    { name: 'values.yaml', line: 8, column: 19, own: 'TCP' },
  ]) {
    it(`our items come first in ${name}, and say where they come from`, async () => {
      const { page, probe, file } = shown();
      await openFile(page, name);
      await bothComplete(shown(), name, { line: line - 1, character: column - 1 });
      await goTo(page, line, column);
      await suggest(page, own);
      const rows = await page.locator('.suggest-widget.visible .monaco-list-row').allInnerTexts();
      await takePicture(page, `beside-yaml-${name.replace('.yaml', '')}`);
      const isOurs = rows.map((row) => /Endpoints/.test(row));
      assert.ok(isOurs[0] && isOurs.includes(false), rows.join('\n'));
      assert.deepEqual(
        isOurs,
        [...isOurs].sort((a, b) => Number(b) - Number(a)),
        rows.join('\n'),
      );
      assert.ok((await probe.completion(file(name), { line: line - 1, character: column - 1 })).length > 0);
    });
  }

  it('a file with other objects has one formatter, so VS Code does not ask for one', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('wrong.yaml'));
    await bothReport(shown());
    await probe.open(file('other.yaml'));
    const isFormatted = async (): Promise<boolean> => {
      await runCommand(page, 'Format Document');
      return (await probe.text(file('other.yaml'))).includes('kind: Deployment');
    };
    await until('the other formatter', isFormatted, { every: 500 });
    assert.equal(await page.locator('.monaco-dialog-box, .notification-toast').count(), 0);
  });

  it('a settings file is completed and explained by us alone', async () => {
    const { probe, file } = shown();
    const config = file('endpoints.config.yml');
    await probe.open(config);
    await probe.edit(config, 'severity:\n  loopback-ip: off\n');
    const at = { line: 1, character: 5 };
    await until('one hover', async () => (await probe.hover(config, at)).length === 1);
    const labels = async (): Promise<readonly string[]> =>
      (await probe.completion(config, { line: 1, character: 2 })).map(({ label }) => label);
    await until('rules', async () => (await labels()).includes('unnamed-port'), { show: labels });
    assert.equal(new Set(await labels()).size, (await labels()).length);
  });

  it('a setting of ours takes away ours only', async () => {
    const { probe, file } = shown();
    await probe.open(file('wrong.yaml'));
    await bothReport(shown());
    const sources = async (): Promise<readonly string[]> =>
      (await probe.diagnostics(file('wrong.yaml'))).map(({ source }) => source ?? '');
    const hovers = (): Promise<readonly string[]> => probe.hover(file('wrong.yaml'), { line: 4, character: 3 });
    const both = (await hovers()).length;
    await probe.setting('endpoints.diagnostics', false);
    await probe.setting('endpoints.hover', false);
    try {
      await until('only the other findings', async () => !(await sources()).includes('endpoints'), { show: sources });
      assert.ok((await sources()).length > 0);
      await until('only the other hover', async () => (await hovers()).length === both - 1, { show: hovers });
    } finally {
      await probe.setting('endpoints.diagnostics');
      await probe.setting('endpoints.hover');
    }
    await bothReport(shown());
  });
});

async function bothReport(window: Window): Promise<void> {
  await codesOf(window, 'wrong.yaml', (codes) => codes.includes('loopback-ip'));
  const sources = async (): Promise<readonly string[]> =>
    (await window.probe.diagnostics(window.file('wrong.yaml'))).map(({ source }) => source ?? '');
  await until(
    'findings of the other server',
    async () => (await sources()).some((source) => source.startsWith('yaml')),
    {
      show: sources,
    },
  );
}

/** Several servers answer. */
async function bothComplete(
  { probe, file }: Window,
  name: string,
  at: { readonly line: number; readonly character: number },
): Promise<void> {
  const labels = async (): Promise<readonly string[]> =>
    (await probe.completion(file(name), at)).map(({ label }) => label);
  const hasTwice = (all: readonly string[]): boolean => new Set(all).size < all.length;
  await until('the same name from both', async () => hasTwice(await labels()), { show: labels });
}
