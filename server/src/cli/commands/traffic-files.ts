/** The options of the commands that simulate traffic: which files they read, and what the cluster does. */
import { buildOption, configOption, maxFileSizeOption, versionOption, type CommandOptions } from './command.ts';

export const trafficFilesOptions = {
  build: buildOption,
  mirroring: {
    type: 'string',
    value: 'on|off',
    does: 'whether the cluster mirrors Endpoints (default: settings)',
  },
  'kubernetes-version': versionOption,
  config: configOption,
  'max-file-size': maxFileSizeOption,
} as const satisfies CommandOptions;
