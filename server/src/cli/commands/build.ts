/** The options and help of `endpoints build`. */
import { maxFileSizeOption, type Command, type CommandOptions } from './command.ts';

export const buildOptions = {
  format: {
    type: 'string',
    short: 'f',
    value: 'yaml|json',
    default: 'yaml',
    does: 'output format (default yaml)',
  },
  'max-file-size': maxFileSizeOption,
} as const satisfies CommandOptions;

export const buildCommand: Command = {
  name: 'build',
  operands: '[ROOT]',
  summary: 'show what a kustomization makes of Endpoints',
  isRare: true,
  usage: ['[ROOT] [options]'],
  about: [
    'Builds a kustomization as kustomize does, offline, and prints its Services, Endpoints and EndpointSlices. ROOT is a directory with a kustomization, or its file; default: this directory.',
    'In YAML, a comment after each changed line names the files and lines that its value comes from. Remote bases are not downloaded, and charts and plugins are not run: each one is an error with its place.',
  ],
  options: buildOptions,
  exitCodes: [
    ['0', 'the objects are shown'],
    ['1', 'kustomize rejects the kustomization, or it cannot be built offline'],
    ['2', 'wrong usage, or no kustomization at ROOT'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints build overlays/prod', 'diff <(endpoints build overlays/test) <(endpoints build overlays/prod)'],
};
