/** `endpoints init`: writes a settings file after looking at what there is, and says what to do next. */
import { existsSync, lstatSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { withoutControls } from '../../text/quote.ts';
import { parseOptions, readWord, shown } from '../command-options.ts';
import { initOptions } from '../commands/init.ts';
import { nearestSettings, shownConfigPath } from '../config-file.ts';
import type { Terminal } from '../main.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { linkStat, targetStat, reason, slashed } from '../../disk/paths.ts';
import { writeWhole } from '../../disk/write-file.ts';
import { initialSettingsJson, settingsYaml } from './initial-settings.ts';
import { initSummary } from './init-summary.ts';
import { inspect } from './inspection.ts';

/** Runs the command and returns the exit code. */
export async function runInit(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseOptions('init', args, initOptions);
  const format = readWord('format', values.format, ['yaml', 'json']);
  const [named = '.', other] = positionals;
  if (other !== undefined) throw new UsageError('"endpoints init" takes one directory. Run it once for each.');
  const folder = resolve(terminal.cwd, named);
  if (named === '' || !targetStat(folder)?.isDirectory())
    throw new UsageError(`${shown(named)} is no directory. Name one, or leave it out for this one.`);
  const name = `endpoints.config.${format}`;
  refuseOthers(folder, name, values.force);
  const before = nearestSettings(folder);
  const above = before === undefined ? undefined : shownConfigPath(before, folder);
  if (above === 'package.json' && !values.force)
    throw new UsageError(
      'There are settings in package.json already. Change them, or write a file that wins with --force.',
    );
  const found = await inspect(folder);
  const schema = existsSync(join(folder, schemaPath)) ? schemaPath : undefined;
  write(join(folder, name), format === 'yaml' ? settingsYaml(found, schema) : initialSettingsJson(found, schema));
  for (const problem of found.report.problems) terminal.err(`endpoints: ${withoutControls(problem)}\n`);
  const written = slashed(relative(terminal.cwd, join(folder, name)) || name);
  terminal.out(initSummary(found, { written, folder: named, above: above === name ? undefined : above, format }));
  return exitCodes.clean;
}

/** Where the schema is in a project that has installed this package. */
const schemaPath = './node_modules/endpoints-language-server/schemas/endpoints.config.schema.json';

const names = ['yaml', 'yml', 'json'].map((end) => `endpoints.config.${end}`);

/** Of two settings files in a folder only one counts, and a link may lead anywhere. */
function refuseOthers(folder: string, name: string, isForced: boolean): void {
  const there = names.filter((each) => linkStat(join(folder, each)));
  const other = there.find((each) => each !== name);
  if (other !== undefined)
    throw new UsageError(`There is ${other} already, and one file counts. Remove it, or change it.`);
  if (there.length > 0 && !isForced)
    throw new UsageError(`There is ${name} already. Change it, or replace it with --force.`);
  if (there.length > 0 && !lstatSync(join(folder, name)).isFile())
    throw new UsageError(`${name} is not a regular file. Remove it first.`);
}

function write(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${reason(error)}). Check the permissions of its folder.`);
  }
}
