/** Finds and reads the settings file of the working directory. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { configFileNames, readConfig } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { readSettingsFile } from '../frontends/settings-file.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { isNamedPipe, reason } from './walk.ts';
import { UsageError } from './usage.ts';

/** The settings of the named file, or of the first one here or above; none where there is no file. */
export function readConfigFile(named: string | undefined, cwd: string): Config {
  const path = named === undefined ? nearestFile(cwd) : resolve(cwd, named);
  if (path === undefined) return {};
  const name = relative(cwd, path) || path;
  const text = readText(path, name);
  const { root, issues } = readSettingsFile(text);
  const { config, problems } = readConfig(root);
  const first = [...issues, ...problems][0];
  if (!first) return config;
  const { line, character } = positionAt(lineStarts(text), first.span.start);
  throw new UsageError(`${name}:${line + 1}:${character + 1}: ${first.message}`);
}

function readText(path: string, name: string): string {
  try {
    if (isNamedPipe(path)) throw new UsageError(`The settings file ${name} is a named pipe. Name a file.`);
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The settings file ${name} cannot be read (${reason(error)}). Check the path.`);
  }
}

function nearestFile(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = configFileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined || dirname(folder) === folder) return found;
  }
}
