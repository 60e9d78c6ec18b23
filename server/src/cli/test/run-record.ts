/** `endpoints test --record`: writes expectations from what gets traffic today. */
import { lstatSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { linkStat, slashed, targetStat } from '../../disk/paths.ts';
import { cannotWrite, writeWhole } from '../../disk/write-file.ts';
import { expectationFile } from '../../project/expectations/expectation.ts';
import { recordExpectations } from '../../project/expectations/record.ts';
import { counted } from '../../text/quote.ts';
import { shown } from '../command-options.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { readTrafficFiles, type TrafficFilesOptions } from '../traffic/world-of-files.ts';
import { exitCodes, UsageError } from '../usage.ts';

export async function runRecord(options: TrafficFilesOptions, isForced: boolean, terminal: Terminal): Promise<number> {
  const [named = '.', other] = options.paths;
  if (other !== undefined) throw new UsageError('--record takes one directory. Run it once for each directory.');
  const folder = resolve(terminal.cwd, named);
  if (named === '' || !targetStat(folder)?.isDirectory())
    throw new UsageError(`${shown(named)} is not a directory. Name a directory, or leave it out for the current one.`);
  const path = join(folder, expectationFile);
  rejectExisting(path, isForced);
  const { ownWorld, judgedWorld, locate, problems, notes } = await readTrafficFiles(options, terminal);
  printMessages([...notes, ...new Set(problems)], terminal);
  if (problems.length > 0) {
    printMessages(['Nothing is recorded, because not all files are read.'], terminal);
    return exitCodes.usage;
  }
  const mirroring = options.isMirroring;
  const world = judgedWorld(mirroring);
  const { text, count, idle, left } = recordExpectations(ownWorld.services, world, { locate, mirroring });
  printMessages(left, terminal);
  if (text === undefined) {
    const why = left.length > 0 ? 'No traffic is certain' : 'No Service has endpoints that are written by hand';
    printMessages([`${why} in ${named}, so nothing is recorded.`], terminal);
    return exitCodes.usage;
  }
  try {
    writeWhole(path, text);
  } catch (error) {
    throw new UsageError(cannotWrite(path, error));
  }
  printMessages(
    idle.map((subject) => `${subject} gets no traffic today. "endpoints why ${subject}" says why.`),
    terminal,
  );
  const written = slashed(relative(terminal.cwd, path) || expectationFile);
  terminal.out(`Wrote ${written} with ${counted(count, 'expectation')}. "endpoints test" checks them.\n`);
  return exitCodes.clean;
}

/** A link is not overwritten, because its target may be anywhere. */
function rejectExisting(path: string, isForced: boolean): void {
  if (!linkStat(path)) return;
  if (!isForced) throw new UsageError(`${expectationFile} already exists. Change it, or overwrite it with --force.`);
  if (!lstatSync(path).isFile()) throw new UsageError(`${expectationFile} is not a regular file. Remove it first.`);
}
