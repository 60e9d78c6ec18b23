/** Tests Emacs with eglot and with lsp-mode, in batch mode. */
import { join } from 'node:path';
import { fenceBelow, scriptOf, testEditor } from './setups/terminal-editor.ts';

for (const [client, script] of [
  ['eglot', 'eglot.el'],
  ['lsp-mode', 'lsp-mode.el'],
] as const) {
  describe(`Emacs with ${client}`, () => {
    const setupFile = '.emacs.d/init.el';
    testEditor({
      // Batch mode reads no init file and loads no packages by default.
      setup: `(package-initialize)\n(require 'yaml-mode)\n${fenceBelow(`## Emacs with ${client}`, 'elisp')}`,
      setupFile,
      more: [
        'ends the line after a complete value',
        'proposes the port of the Service',
        'drops the port of an address',
        'finds an address in all files',
      ],
      command: 'emacs',
      args: (home) => ['-batch', '-l', join(home, setupFile), '-l', scriptOf(script)],
    });
  });
}
