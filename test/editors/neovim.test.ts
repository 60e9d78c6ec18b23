/** Tests Neovim's own client by keys, with the setup for Debian's version. */
import { testPrograms } from './setups/program-editor.ts';
import { fenceBelow, scriptOf, testEditor } from './setups/terminal-editor.ts';

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
    [
      'ends the line after a complete value',
      'proposes the port of the Service',
      'drops the port of an address',
      'shows what apply makes of it',
      'finds an address in all files',
      'lists what sends traffic to an address',
      'lists where the traffic of an object goes',
    ],
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
