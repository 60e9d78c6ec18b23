/** Tests Neovim's own client by keys, with the setup for Debian's version. */
import { join } from 'node:path';
import { root } from '../support/root.ts';
import { testPrograms } from './setups/program-editor.ts';
import { fenceBelow, scriptOf, testEditor } from './setups/terminal-editor.ts';

const additional = [
  'ends the line after a complete value',
  'proposes the port of the Service',
  'drops the port of an address',
  'shows what apply makes of it',
  'finds an address in all files',
  'lists what sends traffic to an address',
  'lists where the traffic of an object goes',
];

describe('Neovim 0.7', () => {
  testEditor(
    {
      setup: ['### Neovim 0.7', '## Neovim', '### Show the result of server-side apply']
        .map((heading) => fenceBelow(heading, 'lua'))
        .join('\n'),
      setupFile: '.config/nvim/init.lua',
      command: 'nvim',
      args: () => ['--clean', '--headless', '-n', '-S', scriptOf('neovim.lua')],
    },
    additional,
  );
});

/** Neovim 0.7 has no `vim.lsp.config`, which reads such a file. */
const startsEntry = `
local config = dofile('${join(root, 'integrations/nvim-lspconfig/lsp/endpoints.lua')}')
local client
vim.api.nvim_create_autocmd('FileType', {
  pattern = config.filetypes,
  callback = function()
    client = client or vim.lsp.start_client({
      name = 'endpoints',
      cmd = config.cmd,
      root_dir = vim.fn.getcwd(),
      init_options = { kubernetesVersion = '1.32' },
    })
    vim.lsp.buf_attach_client(0, client)
    vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
  end,
})
`;

describe('Neovim with the file for nvim-lspconfig', () => {
  testEditor(
    {
      setup:
        startsEntry +
        ['## Neovim', '### Show the result of server-side apply']
          .map((heading) => fenceBelow(heading, 'lua'))
          .join('\n'),
      setupFile: '.config/nvim/init.lua',
      command: 'nvim',
      args: () => ['--clean', '--headless', '-n', '-S', scriptOf('neovim.lua')],
    },
    additional,
  );
});

describe('Neovim 0.7 with programs', () => {
  testPrograms({
    setup: `${fenceBelow('### Neovim 0.7', 'lua')}\ndofile('${scriptOf('other-servers.lua')}')`,
    setupFile: '.config/nvim/init.lua',
    command: 'nvim',
    args: () => ['--clean', '--headless', '-n', '-S', scriptOf('neovim-programs.lua')],
  });
});
