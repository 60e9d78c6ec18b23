/** Installs the packed extension with the command line of VS Code's server. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { extensionId, installed, packedExtension, testExtension } from './installed.ts';
import { removeFolder } from './process-tree.ts';
import { calmSettings } from './settings.ts';

/** A folder for all files of VS Code's server, with the installed extensions. */
export interface Home {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  /** The arguments of every start of the server. */
  readonly args: readonly string[];
  readonly extensions: string;
}

/** Makes a home. It contains the tests' own extensions; this one is installed. */
export function makeHome(): Home {
  // Short, because socket paths must be short.
  const path = mkdtempSync(join(tmpdir(), 'ep-'));
  atEnd(() => removeFolder(path));
  const extensions = join(path, 'ext');
  const args = [
    join(installed().workbench, 'out/server-main.js'),
    `--server-data-dir=${join(path, 'server')}`,
    `--user-data-dir=${join(path, 'data')}`,
    `--extensions-dir=${extensions}`,
    '--accept-server-license-terms',
    '--telemetry-level=off',
  ];
  const env = { ...process.env, HOME: path, TMPDIR: path, ENDPOINTS_TESTS_SOCKET: join(path, 'probe.sock') };
  mkdirSync(join(path, 'data/User'), { recursive: true });
  writeFileSync(join(path, 'data/User/settings.json'), JSON.stringify(calmSettings));
  for (const name of ['probe', 'yaml-host', 'terraform-host']) {
    cpSync(testExtension(name), join(extensions, `endpoints-tests.${name}-0.0.1`), { recursive: true });
  }
  const install = [...args, '--install-extension', packedExtension()];
  const { stdout, stderr, status } = spawnSync(installed().node, install, { env, encoding: 'utf8' });
  if (status !== 0 || !stdout.includes('successfully installed')) throw new Error(`${stdout}\n${stderr}`);
  return { path, env, args, extensions };
}

/** The folder of our installed extension. */
export function unpackedExtension({ extensions }: Home): string {
  const name = readdirSync(extensions).find((each) => each.startsWith(`${extensionId.toLowerCase()}-`));
  if (name === undefined) throw new Error(`our extension is not among ${readdirSync(extensions).join(', ')}`);
  return join(extensions, name);
}
