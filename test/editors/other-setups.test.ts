/** Checks the syntax of the setups in docs/editors.md whose editors cannot be installed here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fenceBelow } from './setups/terminal-editor.ts';

const command = ['endpoints-language-server', '--stdio'];
const version = { kubernetesVersion: '1.32' };

/** The file types of Terraform and programs in Vim. */
const programs = 'terraform opentofu typescript typescriptreact javascript javascriptreact python go cs java'.split(
  ' ',
);

describe('setups that are not run', () => {
  let home: string;
  before(() => (home = mkdtempSync(join(tmpdir(), 'endpoints-setup-'))));
  after(() => rmSync(home, { recursive: true, force: true }));

  /** The output of the editor that runs the script. */
  const run = (editor: string, args: readonly string[], files: Readonly<Record<string, string>>): string => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), content);
    }
    const env = { PATH: process.env['PATH'], HOME: home, TERM: 'dumb', LANG: 'C.UTF-8' };
    const done = spawnSync(editor, args, { cwd: home, env, encoding: 'utf8', timeout: 20_000, input: '' });
    assert.equal(done.status, 0, `${editor} ended with ${done.status}:\n${done.stdout}${done.stderr}`);
    return `${done.stdout}${done.stderr}`;
  };

  for (const heading of ['### Neovim 0.11 and later', '### Neovim 0.8 to 0.10']) {
    it(`${heading.replace(/^#+ /, '')}: Lua that can be read`, () => {
      const check = `lua assert(loadfile('setup.lua')); io.write('read')`;
      const files = { 'setup.lua': fenceBelow(heading, 'lua') };
      assert.match(run('nvim', ['--clean', '--headless', '-c', check, '-c', 'qall!'], files), /^read/);
    });
  }

  it('Vim with vim-lsp: registers the server with its settings', () => {
    run('vim', ['--not-a-term', '-T', 'dumb', '-n', '-c', 'doautocmd User lsp_setup', '-c', 'qall!'], {
      '.vimrc': fenceBelow('## Vim with vim-lsp', 'vim'),
      // Replaces the plugin, and calls the function that returns the command.
      '.vim/autoload/lsp.vim': `function! lsp#register_server(info) abort
  call writefile([json_encode(extend(a:info, {'cmd': a:info.cmd({})}))], 'registered.json')
endfunction
`,
    });
    const text = run('cat', ['registered.json'], {});
    const workspaceConfig = { endpoints: version };
    const expected = {
      name: 'endpoints',
      cmd: command,
      allowlist: ['yaml', 'json', ...programs],
      workspace_config: workspaceConfig,
    };
    assert.deepEqual(JSON.parse(text), expected);
  });

  it('Helix: the command, the settings and the languages', () => {
    const setup = fenceBelow('## Helix', 'toml');
    assert.ok(setup.includes(`command = "${command[0]}"\nargs = ["${command[1]}"]`), setup);
    assert.match(setup, /^\[language-server\.endpoints\.config\.endpoints\]\nkubernetesVersion = "1\.32"$/m);
    assert.equal(setup.match(/^language-servers = \[.*"endpoints"\]$/gm)?.length, 9);
  });

  it('Zed, Sublime Text and Kate: JSON with the command and the settings', () => {
    const read = (heading: string): unknown => JSON.parse(fenceBelow(heading, 'json'));
    const zed = read('## Zed') as { lsp: Record<string, { binary: { arguments: string[] }; settings: unknown }> };
    assert.deepEqual(zed.lsp['yaml-language-server']?.binary.arguments, ['--stdio']);
    assert.deepEqual(zed.lsp['yaml-language-server']?.settings, { endpoints: version });
    const sublime = read('## Sublime Text') as { clients: { endpoints: { command: unknown } } };
    assert.deepEqual(sublime.clients.endpoints.command, command);
    const kate = read('## Kate') as { servers: Record<string, { command: unknown; initializationOptions: unknown }> };
    assert.deepEqual(Object.keys(kate.servers), ['yaml', 'json']);
    for (const server of Object.values(kate.servers)) {
      assert.deepEqual([server.command, server.initializationOptions], [command, version]);
    }
  });
});
