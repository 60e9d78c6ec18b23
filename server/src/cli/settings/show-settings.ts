/** `endpoints config`: prints the settings for a file and the origin of each value. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../config/config.ts';
import { originsOf } from '../../config/origins.ts';
import { layersPerFile } from '../../config/per-file.ts';
import { parseOptions, readFormat, readSeverities, readVersionOption } from '../command-options.ts';
import { configOptions } from '../commands/config.ts';
import { printVersionNotes, readLayers } from '../config-file.ts';
import type { Terminal } from '../terminal.ts';
import { targetStat } from '../../disk/paths.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { settingsJson, settingsText, type FileOrigins } from './settings-report.ts';

export function showSettings(args: readonly string[], terminal: Terminal): number {
  const { values, positionals } = parseOptions('config', args, configOptions);
  const format = readFormat(values.format);
  const config: Config = {
    ...readVersionOption(values['kubernetes-version']),
    severities: readSeverities(values.severity),
  };
  const { cwd } = terminal;
  const layers = [...readLayers(values.config, cwd), { config }];
  printVersionNotes(layers, terminal);
  const layersOf = layersPerFile(layers);
  const names = positionals.length > 0 ? positionals : ['.'];
  const all = names.map((name): FileOrigins => ({ name, origins: originsOf(layersOf(uriOf(name, cwd)), values.all) }));
  terminal.out(format === 'json' ? settingsJson(all, cwd) : settingsText(all, cwd));
  return exitCodes.clean;
}

/** With a slash after a directory, for patterns that match only directories. */
function uriOf(name: string, cwd: string): string {
  if (name === '-') throw new UsageError('Standard input has the settings of the working directory. Remove -.');
  const path = resolve(cwd, name);
  const stat = name === '' ? undefined : targetStat(path);
  if (!stat) throw new UsageError(`${name === '' ? '""' : name} does not exist. Name a file or a directory.`);
  const uri = pathToFileURL(path).href;
  return stat.isDirectory() ? `${uri.replace(/\/$/, '')}/` : uri;
}
