/** What `endpoints completion` is called with. */
import type { Command } from './command.ts';

export const completionCommand: Command = {
  name: 'completion',
  operands: 'bash|zsh|fish',
  summary: 'print a script that completes commands, options and values in a shell',
  usage: ['bash|zsh|fish'],
  about: [
    'Prints a script for a shell, which then completes commands, options, their values, the codes of rules, and files.',
    'For bash, write it into ~/.local/share/bash-completion/completions/endpoints; for zsh, into a file _endpoints in a folder of fpath; for fish, into ~/.config/fish/completions/endpoints.fish. Or load it where the shell starts, as in the examples.',
  ],
  options: {},
  exitCodes: [
    ['0', 'printed'],
    ['2', 'wrong usage'],
    ['3', 'a bug of ours'],
  ],
  examples: [
    'source <(endpoints completion bash)',
    'source <(endpoints completion zsh)',
    'endpoints completion fish | source',
  ],
};
