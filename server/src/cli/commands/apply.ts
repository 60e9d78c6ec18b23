/** The options and help of `endpoints apply`. */
import {
  buildOption,
  formatOption,
  maxFileSizeOption,
  versionOption,
  type Command,
  type CommandOptions,
} from './command.ts';

export const applyOptions = {
  build: buildOption,
  live: {
    type: 'string',
    value: 'FILE',
    does: 'start from these live resources',
  },
  'field-manager': { type: 'string', value: 'NAME', does: 'field manager of the manifests (default kubectl)' },
  'force-conflicts': { type: 'boolean', default: false, does: 'let manifests take over conflicting fields' },
  format: formatOption,
  'kubernetes-version': versionOption,
  steps: {
    type: 'string',
    value: 'FILE',
    does: 'replay the requests in a JSON file (- for standard input) on one object and print the responses as JSON',
    isRare: true,
  },
  'max-file-size': maxFileSizeOption,
} as const satisfies CommandOptions;

export const applyCommand: Command = {
  name: 'apply',
  operands: 'FILES…',
  summary: 'simulate server-side apply and show conflicts',
  usage: ['FILES… [options]', '--build ROOT [options]', '--steps FILE [--kubernetes-version 1.N]'],
  about: [
    'Simulates server-side apply: prints each resource as it will be, the field manager that owns each field, and every conflict.',
    'FILES are files, directories, globs or -, as for "endpoints check". Pulumi programs are applied in the order of their dependencies, manifests in the order of the command line, as by kubectl apply --server-side. "kubectl get endpoints NAME -o yaml --show-managed-fields" prints live resources. Of several Kubernetes versions in the settings, the newest counts.',
  ],
  options: applyOptions,
  notes: [
    'A file of steps is {"steps": […]} or the bare list. A step is {"operation": "create", "update" or "apply", "manager": NAME, "force": true or false, "config": OBJECT}. Its response is {"result": …}, {"conflicts": […]} or {"rejected": …}.',
  ],
  exitCodes: [
    ['0', 'no conflict; with --steps: the replay ran'],
    ['1', 'a conflict in some order, or a rejected apply'],
    ['2', 'wrong usage, an unreadable file, or a result that cannot be predicted'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints apply k8s/db.yaml k8s/db-patch.yaml --live live.yaml', 'endpoints apply --steps steps.json'],
};
