/** The help of `endpoints completion`. */
import type { Command } from './command.ts';

export const completionCommand: Command = {
  name: 'completion',
  operands: 'bash|zsh|fish',
  summary: 'print a completion script for a shell',
  isRare: true,
  usage: ['bash|zsh|fish'],
  about: [
    'Prints a script that lets the shell complete commands, options, values, rule codes and files. Load it in the startup file of the shell, as in the examples.',
    'Or write it to a file: for bash to ~/.local/share/bash-completion/completions/endpoints, for zsh to _endpoints in a directory of fpath, for fish to ~/.config/fish/completions/endpoints.fish.',
  ],
  options: {},
  exitCodes: [
    ['0', 'the script is printed'],
    ['2', 'wrong usage'],
    ['3', 'internal error'],
  ],
  examples: [
    'source <(endpoints completion bash)',
    'source <(endpoints completion zsh)',
    'endpoints completion fish | source',
  ],
};
