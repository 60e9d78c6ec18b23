/** Tests Emacs with eglot and with lsp-mode, in batch mode. */
import { join } from 'node:path';
import { root } from '../support/root.ts';
import { testPrograms } from './setups/program-editor.ts';
import type { TerminalEditor } from './setups/run-editor.ts';
import { fenceBelow, scriptOf, testEditor } from './setups/terminal-editor.ts';

/** The file for lsp-mode itself. Debian's version gives YAML another identifier of its language. */
const entry = `(require 'lsp-mode)
(add-to-list 'lsp-language-id-configuration '(yaml-mode . "yaml"))
(load "${join(root, 'integrations/lsp-mode/lsp-endpoints.el')}")
(lsp-register-custom-settings '(("endpoints.kubernetesVersion" "1.32")))
(add-hook 'yaml-mode-hook #'lsp)`;

for (const [client, script, setup] of [
  ['eglot', 'eglot.el', fenceBelow('## Emacs with eglot', 'elisp')],
  ['lsp-mode', 'lsp-mode.el', fenceBelow('## Emacs with lsp-mode', 'elisp')],
  ['lsp-mode and the file for it', 'lsp-mode.el', entry],
] as const) {
  describe(`Emacs with ${client}`, () => {
    const setupFile = '.emacs.d/init.el';
    testEditor(
      {
        // Batch mode reads no init file and loads no packages by default.
        setup: `(package-initialize)\n(require 'yaml-mode)\n${setup}`,
        setupFile,
        command: 'emacs',
        args: (home) => ['-batch', '-l', join(home, setupFile), '-l', scriptOf(script)],
      },
      [
        'ends the line after a complete value',
        'proposes the port of the Service',
        'drops the port of an address',
        'finds an address in all files',
      ],
    );
  });
}

/** The setup of a client with the modes of Terraform and all programs. */
const programModes = (client: string, more: string): TerminalEditor => {
  const setupFile = '.emacs.d/init.el';
  const modes = 'typescript python go csharp java terraform';
  const hooks = modes
    .split(' ')
    .map((mode) => `(add-hook '${mode}-mode-hook #'${client === 'eglot' ? 'eglot-ensure' : 'lsp'})`);
  return {
    setup: `(package-initialize)\n(require 'yaml-mode)\n${fenceBelow(`## Emacs with ${client}`, 'elisp')}\n${more}\n${hooks.join('\n')}`,
    setupFile,
    command: 'emacs',
    args: (home) => [
      '-batch',
      '-l',
      join(home, setupFile),
      '-l',
      scriptOf('other-servers.el'),
      '-l',
      scriptOf('programs.el'),
    ],
  };
};

describe('Emacs with lsp-mode and programs', () => testPrograms(programModes('lsp-mode', '')));

// eglot has one server per mode, so nothing runs beside this one.
describe('Emacs with eglot and programs', () =>
  testPrograms(programModes('eglot', fenceBelow('### Programs in eglot', 'elisp')), true));
