/**
 * Runs VS Code's own server with the packed extension: each window is a page in Chromium with an extension host in Node, as on
 * a desktop. All its files are in one folder.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { atEnd } from './at-end.ts';
import { openPage } from './browser.ts';
import { makeHome } from './installation.ts';
import { artifacts, installed } from './installed.ts';
import { listenForProbes, type Probe, type Probes } from './probes.ts';
import { descendantsOf, endTree } from './process-tree.ts';
import { until } from './until.ts';

export interface Window {
  readonly page: Page;
  readonly probe: Probe;
  /** The workspace. */
  readonly folder: string;
  /** The path of a file of the workspace. */
  readonly file: (name: string) => string;
}

export interface Desktop {
  /** Makes a folder with the given files. */
  readonly workspace: (name: string, files: Readonly<Record<string, string>>) => string;
  readonly open: (folder: string) => Promise<Window>;
  /** The window with its new extension host, after the old one has exited. */
  readonly reconnected: (window: Window) => Promise<Window>;
}

export interface DesktopOptions {
  /** True if every workspace is trusted; otherwise none is. */
  readonly isTrusted: boolean;
}

const desktops = new Map<boolean, Promise<Desktop>>();

/** The desktop that all tests share, and another one for untrusted workspaces. */
export function desktop(options: DesktopOptions = { isTrusted: true }): Promise<Desktop> {
  const started = desktops.get(options.isTrusted) ?? start(options);
  desktops.set(options.isTrusted, started);
  return started;
}

/** The language servers that an extension host has started. */
export function languageServers({ pid }: Probe): readonly number[] {
  return descendantsOf(pid)
    .filter(({ command }) => /dist\/server\.js\b/.test(command))
    .map((each) => each.pid);
}

async function start({ isTrusted }: DesktopOptions): Promise<Desktop> {
  const name = isTrusted ? 'desktop' : 'restricted';
  const { path, env, args } = makeHome();
  const probes = await listenForProbes(join(path, 'probe.sock'));
  atEnd(() => probes.close());
  const port = await freePort();
  const log = openSync(join(artifacts, `${lane}${name}-server.log`), 'w');
  const trust = isTrusted ? ['--disable-workspace-trust'] : [];
  const listen = ['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', ...trust];
  const server = spawn(installed().node, [...args, ...listen], { env, stdio: ['ignore', log, log] });
  // If the run is interrupted, extension hosts exit after their server.
  process.once('exit', () => server.kill('SIGKILL'));
  atEnd(async () => {
    await endTree(server);
    cpSync(join(path, 'data/logs'), join(artifacts, `${lane}${name}-logs`), { recursive: true });
  });
  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the server of VS Code to answer', isUp, { within: 30_000, show: () => server.exitCode });
  return {
    workspace: (workspace, files) => writeWorkspace(join(path, 'work', workspace), files),
    open: (workspace) => openWindow(`http://127.0.0.1:${port}/?folder=${workspace}`, workspace, probes),
    reconnected: async (window) => ({ ...window, probe: await probes.of(window.folder, [window.probe.pid]) }),
  };
}

function writeWorkspace(folder: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Two runs at a time have logs of their own. */
const lane = process.env['TEST_LANE'] === undefined ? '' : `${process.env['TEST_LANE']}-`;

let windows = 0;

async function openWindow(url: string, folder: string, probes: Probes): Promise<Window> {
  const before = probes.pids();
  const page = await openPage(url, `window-${lane}${++windows}`);
  const probe = await probes.of(folder, before);
  return { page, probe, folder, file: (name) => join(folder, name) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
