/** What `endpoints apply` is called with. */
import { formatOption, versionOption } from './command.ts';
import type { Command, CommandOptions } from './command.ts';

export const applyOptions = {
  live: {
    type: 'string',
    value: 'FILE',
    does: 'the resources as the cluster has them, printed with kubectl get endpoints NAME -o yaml --show-managed-fields',
  },
  'field-manager': { type: 'string', value: 'NAME', does: 'who applies the manifests; kubectl by default' },
  'force-conflicts': { type: 'boolean', default: false, does: 'manifests take fields from other managers' },
  format: formatOption,
  'kubernetes-version': versionOption,
  steps: {
    type: 'string',
    value: 'FILE',
    does: 'replay the requests in a JSON file (- for standard input) one after the other on one object, and print the answers as JSON',
  },
} as const satisfies CommandOptions;

export const applyCommand: Command = {
  name: 'apply',
  operands: 'FILES…',
  summary: 'show what server-side apply makes of files, and what conflicts',
  usage: ['FILES… [options]', '--steps FILE [--kubernetes-version 1.N]'],
  about: [
    'Shows what server-side apply makes of the files before it happens: each resource as it will be, which field manager owns which field, and which fields two of them set differently.',
    'FILES are files, directories, globs or -, as for "endpoints check". Programs are applied as by Pulumi, in their own order; manifests one after the other, as by kubectl apply --server-side.',
  ],
  options: applyOptions,
  notes: [
    'A file of steps is {"steps": […]} or the bare list. A step is {"operation": "create", "update" or "apply", "manager": NAME, "force": true or false, "config": OBJECT} and is answered by {"result": …}, {"conflicts": […]} or {"rejected": …}.',
  ],
  exitCodes: [
    ['0', 'no conflict; with --steps: the replay ran'],
    ['1', 'a conflict in some order, or a refused apply'],
    ['2', 'wrong usage, an unreadable file, or nothing certain to say: then nothing is printed'],
    ['3', 'a bug of ours'],
  ],
  examples: ['endpoints apply k8s/db.yaml k8s/db-patch.yaml --live live.yaml', 'endpoints apply --steps steps.json'],
};
