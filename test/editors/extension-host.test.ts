/** Tests the extension through the API of VS Code, in the extension host. */
import assert from 'node:assert/strict';
import { closePage, takeToasts } from './support/browser.ts';
import { desktop, languageServers, type Window } from './support/desktop.ts';
import { click } from './support/gestures.ts';
import { extensionId as id } from './support/installed.ts';
import { end, isRunning } from './support/process-tree.ts';
import { refused, varied } from './support/texts.ts';
import { codesOf, runningServers } from './support/states.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('extension host', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('host', { 'notes.txt': 'nothing', 'a.yaml': varied, 'b.yaml': refused }));
  });

  it('activates for the languages that matter, and not before', async () => {
    const { workspace, open } = await desktop();
    const fresh = await open(workspace('fresh', { 'notes.txt': 'nothing', 'a.yaml': refused }));
    await fresh.probe.open(fresh.file('notes.txt'));
    assert.deepEqual(await fresh.probe.state(id), { isInstalled: true, isActive: false, isTrusted: true });
    assert.deepEqual(languageServers(fresh.probe), []);
    await fresh.probe.open(fresh.file('a.yaml'));
    await until('activation', async () => (await fresh.probe.state(id)).isActive);
    await codesOf(fresh, 'a.yaml', (codes) => codes.includes('loopback-ip'));
    await closePage(fresh.page);
  });

  it('reports findings with a range, a severity, a source and a page', async () => {
    const { probe, file } = shown();
    await probe.open(file('b.yaml'));
    await codesOf(shown(), 'b.yaml', (codes) => codes.includes('loopback-ip'));
    const found = (await probe.diagnostics(file('b.yaml'))).find(({ code }) => code === 'loopback-ip');
    assert.deepEqual(
      { source: found?.source, severity: found?.severity, range: found?.range, target: found?.target },
      {
        source: 'endpoints',
        severity: 0,
        range: { start: { line: 6, character: 12 }, end: { line: 6, character: 21 } },
        target: 'endpoints-rule:/loopback-ip.md',
      },
    );
  });

  it('lets the settings file win over defaults that nobody chose', async () => {
    const { workspace, open } = await desktop();
    const files = { 'endpoints.config.yaml': 'kubernetesVersion: "1.28"\n', 'a.yaml': refused };
    const team = await open(workspace('team', files));
    await team.probe.open(team.file('a.yaml'));
    await codesOf(team, 'a.yaml', (codes) => codes.includes('loopback-ip'));
    await team.probe.setting('endpoints.codeLens', false);
    await team.probe.edit(team.file('a.yaml'), refused.replace('127.0.0.1', '0.0.0.0'));
    await codesOf(team, 'a.yaml', (codes) => codes.includes('unspecified-ip'));
    const found = (await team.probe.diagnostics(team.file('a.yaml'))).map(({ code }) => code);
    assert.ok(!found.includes('deprecated-endpoints'), found.join(', '));
    await team.probe.setting('endpoints.codeLens');
    await closePage(team.page);
  });

  it('ends its server when the extension host ends', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('b.yaml'));
    const [server] = await runningServers(probe);
    await page.reload();
    window = await (await desktop()).reconnected(shown());
    await until('the server to have ended', () => server !== undefined && !isRunning(server));
    await window.probe.open(file('b.yaml'));
    await codesOf(window, 'b.yaml', (codes) => codes.includes('loopback-ip'));
    assert.equal((await runningServers(window.probe)).length, 1);
  });

  it('restarts on command', async () => {
    const { probe, file } = shown();
    await probe.open(file('b.yaml'));
    const [server] = await runningServers(probe);
    await probe.command('endpoints.restart');
    const [next, ...others] = await runningServers(probe, server);
    assert.ok(next !== undefined && next !== server);
    assert.deepEqual(others, []);
    await codesOf(shown(), 'b.yaml', (codes) => codes.includes('loopback-ip'));
  });

  it('restarts once where it is told twice', async () => {
    const { probe, file } = shown();
    await probe.open(file('b.yaml'));
    const [server] = await runningServers(probe);
    await Promise.all([probe.command('endpoints.restart'), probe.command('endpoints.restart')]);
    const servers = await runningServers(probe, server);
    assert.equal(servers.length, 1, servers.join(', '));
    await codesOf(shown(), 'b.yaml', (codes) => codes.filter((code) => code === 'loopback-ip').length === 1);
  });

  it('starts a server that was killed again, which knows the texts as they are now', async () => {
    const { probe, file } = shown();
    await probe.open(file('b.yaml'));
    await codesOf(shown(), 'b.yaml', (codes) => codes.includes('loopback-ip'));
    await probe.edit(file('b.yaml'), refused.replace('127.0.0.1', '0.0.0.0'));
    await codesOf(shown(), 'b.yaml', (codes) => codes.includes('unspecified-ip'));
    const [server] = await runningServers(probe);
    if (server !== undefined) end(server);
    await probe.edit(file('b.yaml'), refused.replace('127.0.0.1', '224.0.0.5'));
    await runningServers(probe, server);
    await codesOf(shown(), 'b.yaml', (codes) => codes.includes('link-local-multicast-ip'));
    const diagnostics = await probe.diagnostics(file('b.yaml'));
    assert.equal(new Set(diagnostics.map(({ message }) => message)).size, diagnostics.length);
  });

  it('gives up a server that ends again and again, and starts it when asked to', async function () {
    this.timeout(90_000);
    const { probe, page, file } = shown();
    await probe.open(file('b.yaml'));
    await codesOf(shown(), 'b.yaml', (codes) => codes.includes('loopback-ip'));
    const offer = page.locator('.notification-toast', { hasText: 'is not restarted' });
    const killed: number[] = [];
    await until(
      'the offer to restart',
      async () => {
        for (const pid of languageServers(probe)) if (!killed.includes(pid)) killed.push(pid);
        for (const pid of killed) if (isRunning(pid)) end(pid);
        return offer.isVisible();
      },
      { within: 60_000, every: 200, show: () => killed },
    );
    assert.ok(killed.length >= 4 && killed.length <= 8, `${killed.length} servers`);
    assert.deepEqual(languageServers(probe), []);
    const toasts = await takeToasts(page);
    assert.deepEqual(
      toasts.map(({ severity }) => severity),
      ['error'],
    );
    await click(offer.getByRole('button', { name: 'Restart' }), offer, 'hidden');
    await runningServers(probe);
    await probe.edit(file('b.yaml'), refused.replace('127.0.0.1', '0.0.0.0'));
    await codesOf(shown(), 'b.yaml', (codes) => codes.includes('unspecified-ip'));
  });
});
