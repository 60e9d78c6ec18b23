/** Tests errors around an editor: no data is lost, and the user sees only messages that need an action. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { closePage } from './support/browser.ts';
import { desktop, languageServers, type Window } from './support/desktop.ts';
import { goTo, openFile, showProblem } from './support/gestures.ts';
import { end } from './support/process-tree.ts';
import { codesOf, runningServers } from './support/states.ts';
import { healthy, refused } from './support/texts.ts';
import { until } from './support/until.ts';
import { assertNoErrors, keepInOrder } from './support/windows.ts';

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('bad input in an editor', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    const folder = workspace('bad', {
      'typed.yaml': healthy,
      'renamed.yaml': refused,
      'deleted.yaml': refused,
      'beside.yaml': refused,
      'shared.yaml': healthy,
      'locked/a.yaml': refused,
    });
    // Root can read the first file; no user can read the others.
    chmodSync(join(folder, 'locked'), 0);
    mkdirSync(join(folder, 'endpoints.config.yaml'));
    symlinkSync('loop.yaml', join(folder, 'loop.yaml'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    window = await open(folder);
  });

  after(() => chmodSync(shown().file('locked'), 0o755));

  it('a server killed while somebody types', async () => {
    const { page, probe, file } = shown();
    await openFile(page, 'typed.yaml');
    await goTo(page, 4, 18);
    const [server] = await runningServers(probe);
    await page.keyboard.type('-a-name-');
    if (server !== undefined) end(server);
    await page.keyboard.type('that-Somebody-types-on');
    await runningServers(probe, server);
    const typed = healthy.replace('-db\n', '-db-a-name-that-Somebody-types-on\n');
    const text = (): Promise<string> => probe.text(file('typed.yaml'));
    await until('every letter to arrive', async () => (await text()) === typed, { show: text });
    await codesOf(shown(), 'typed.yaml', (codes) => codes.includes('malformed-name'));
  });

  it('a file renamed while it is open', async () => {
    const { page, probe, file } = shown();
    await openFile(page, 'renamed.yaml');
    await codesOf(shown(), 'renamed.yaml', (codes) => codes.includes('loopback-ip'));
    assert.ok(await probe.rename(file('renamed.yaml'), file('renamed-now.yaml')));
    await codesOf(shown(), 'renamed-now.yaml', (codes) => codes.includes('loopback-ip'));
    await codesOf(shown(), 'renamed.yaml', (codes) => codes.length === 0);
  });

  it('a file deleted by somebody else while it is open', async () => {
    const { page, probe, file } = shown();
    await openFile(page, 'deleted.yaml');
    await codesOf(shown(), 'deleted.yaml', (codes) => codes.includes('loopback-ip'));
    await probe.edit(file('deleted.yaml'), refused.replace('tcp', 'TCP'));
    unlinkSync(file('deleted.yaml'));
    await page.locator('.tab.active .strikethrough').waitFor({ timeout: 10_000 });
    await probe.edit(file('deleted.yaml'), refused.replace('127.0.0.1', '0.0.0.0'));
    await codesOf(shown(), 'deleted.yaml', (codes) => codes.includes('unspecified-ip'));
    assert.equal((await probe.active())?.text, refused.replace('127.0.0.1', '0.0.0.0'));
  });

  it('folders and files that cannot be read', async () => {
    const { page } = shown();
    await openFile(page, 'beside.yaml');
    await showProblem(page, 'loopback-ip');
  });

  it('two windows on one workspace', async () => {
    const { probe, file } = shown();
    const second = await (await desktop()).open(shown().folder);
    await probe.open(file('shared.yaml'));
    await second.probe.open(file('shared.yaml'));
    await codesOf(second, 'shared.yaml', (codes) => codes.includes('deprecated-endpoints'));
    await probe.edit(file('shared.yaml'), healthy.replace('10.20.0.15', '127.0.0.1'));
    await probe.save(file('shared.yaml'));
    await codesOf(shown(), 'shared.yaml', (codes) => codes.includes('loopback-ip'));
    await codesOf(second, 'shared.yaml', (codes) => codes.includes('loopback-ip'));
    assert.equal(languageServers(second.probe).length, 1);
    await assertNoErrors(second);
    await closePage(second.page);
    await probe.edit(file('shared.yaml'), healthy.replace('10.20.0.15', '0.0.0.0'));
    await codesOf(shown(), 'shared.yaml', (codes) => codes.includes('unspecified-ip'));
    assert.match(readFileSync(file('shared.yaml'), 'utf8'), /127\.0\.0\.1/);
  });

  it('a workspace of ten thousand other YAML files', async function () {
    this.timeout(90_000);
    const { workspace, open } = await desktop();
    const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\ndata:\n  key: value\n';
    const files = Array.from({ length: 10_000 }, (_, index) => [`f${index % 100}/${index}.yaml`, other]);
    const crowded = await open(workspace('crowded', { ...Object.fromEntries(files), 'a.yaml': refused }));
    await crowded.probe.open(crowded.file('a.yaml'));
    await codesOf(crowded, 'a.yaml', (codes) => codes.includes('loopback-ip'));
    await until('nothing said of other files', async () => (await crowded.probe.diagnosed()) === 1);
    await assertNoErrors(crowded);
    await closePage(crowded.page);
  });
});
