/** `endpoints init`: checks a directory, writes a settings file for it, and prints the next commands. */
import { existsSync, lstatSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseOptions, readWord, shown } from '../command-options.ts';
import { initOptions } from '../commands/init.ts';
import { nearestSettings, shownConfigPath } from '../config-file.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { linkStat, targetStat, slashed } from '../../disk/paths.ts';
import { cannotWrite, writeWhole } from '../../disk/write-file.ts';
import { initialSettingsJson, settingsYaml } from './initial-settings.ts';
import { initSummary } from './init-summary.ts';
import { inspect } from './inspection.ts';

export async function runInit(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseOptions('init', args, initOptions);
  const format = readWord('format', values.format, ['yaml', 'json']);
  const [named = '.', other] = positionals;
  if (other !== undefined)
    throw new UsageError('"endpoints init" takes one directory. Run it once for each directory.');
  const folder = resolve(terminal.cwd, named);
  if (named === '' || !targetStat(folder)?.isDirectory())
    throw new UsageError(`${shown(named)} is not a directory. Name a directory, or leave it out for the current one.`);
  const name = `endpoints.config.${format}`;
  rejectExisting(folder, name, values.force);
  const before = nearestSettings(folder);
  const above = before === undefined ? undefined : shownConfigPath(before, folder);
  if (above === 'package.json' && !values.force)
    throw new UsageError(
      'package.json already has settings. Change them, or use --force to write a file that replaces them.',
    );
  const found = await inspect(folder);
  const schema = existsSync(join(folder, schemaPath)) ? schemaPath : undefined;
  write(join(folder, name), format === 'yaml' ? settingsYaml(found, schema) : initialSettingsJson(schema));
  printMessages(found.report.problems, terminal);
  const written = slashed(relative(terminal.cwd, join(folder, name)) || name);
  terminal.out(initSummary(found, { written, folder: named, above: above === name ? undefined : above, format }));
  return exitCodes.clean;
}

/** The schema in a project that has installed this package. */
const schemaPath = './node_modules/endpoints-language-server/schemas/endpoints.config.schema.json';

const names = ['yaml', 'yml', 'json'].map((end) => `endpoints.config.${end}`);

/** Only one settings file of a folder is read. A link is not overwritten, because its target may be anywhere. */
function rejectExisting(folder: string, name: string, isForced: boolean): void {
  const existing = names.filter((each) => linkStat(join(folder, each)));
  const other = existing.find((each) => each !== name);
  if (other !== undefined)
    throw new UsageError(`${other} already exists, and only one settings file is read. Change or remove it.`);
  if (existing.length > 0 && !isForced)
    throw new UsageError(`${name} already exists. Change it, or overwrite it with --force.`);
  if (existing.length > 0 && !lstatSync(join(folder, name)).isFile())
    throw new UsageError(`${name} is not a regular file. Remove it first.`);
}

function write(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch (error) {
    throw new UsageError(cannotWrite(path, error));
  }
}
