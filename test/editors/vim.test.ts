/** Tests Vim with ALE by its commands. */
import { fenceBelow, scriptOf, testEditor } from './setups/terminal-editor.ts';

describe('Vim with ALE', () => {
  testEditor({
    setup: `filetype plugin on\npackadd ale\n${fenceBelow('## Vim with ALE', 'vim')}`,
    setupFile: '.vimrc',
    command: 'vim',
    args: () => ['--not-a-term', '-T', 'dumb', '-n', '-S', scriptOf('ale.vim'), '../work/external-db.yaml'],
  });
});
