/** Finds files with expectations, reads the manifests that each of them names, and judges each expectation. */
import { dirname, isAbsolute, relative } from 'node:path';
import { slashed } from '../../disk/paths.ts';
import { isExpectationFile, type ExpectationFile } from '../../project/expectations/expectation.ts';
import { judgeExpectations, type Judged } from '../../project/expectations/judge-file.ts';
import { readExpectations } from '../../project/expectations/read-expectations.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import { readSettings } from '../config-file.ts';
import { findInputs, notesOn, type Input } from '../inputs/inputs.ts';
import { readInput } from '../inputs/read-input.ts';
import type { Terminal } from '../terminal.ts';
import { readTrafficFiles, type TrafficFiles, type TrafficFilesOptions } from '../traffic/world-of-files.ts';

export interface JudgedFile {
  readonly name: string;
  readonly text: string;
  readonly mistakes: ExpectationFile['problems'];
  readonly judged: readonly Judged[];
  readonly locate: LocateField;
}

export interface JudgedFiles {
  readonly files: readonly JudgedFile[];
  readonly problems: string[];
  readonly notes: readonly string[];
  /** The number of manifests that were read. */
  readonly fileCount: number;
}

/** `paths` of the options name files with expectations, or where they are found. */
export async function judgeFiles(options: TrafficFilesOptions, terminal: Terminal): Promise<JudgedFiles> {
  const { exclude } = readSettings(options, terminal).all;
  const found = findInputs(options.paths, terminal.cwd, { exclude, largest: options.largest });
  const problems = [...found.problems];
  const notes = new Set(notesOn(found));
  const states = new Map<string, TrafficFiles>();
  const files: JudgedFile[] = [];
  for (const input of found.files.filter((each) => each.isNamed || isExpectationFile(each.name))) {
    const read = readInput(input);
    if (read.kind === 'problem') problems.push(read.message);
    if (read.kind !== 'text') continue;
    const { text } = read;
    const { paths, expectations, problems: mistakes } = readExpectations(input.name, text);
    const { name } = input;
    // What a file with a mistake expects is not known.
    if (mistakes.length > 0) {
      files.push({ name, text, mistakes, judged: [], locate: () => undefined });
      continue;
    }
    const named = paths.length > 0 ? paths.map(({ value }) => pathFrom(input, value, terminal.cwd)) : undefined;
    const own = named ?? [pathFrom(input, '.', terminal.cwd)];
    const key = JSON.stringify(own);
    const state = states.get(key) ?? (await readTrafficFiles({ ...options, paths: own }, terminal));
    states.set(key, state);
    const { judgedWorld, locate } = state;
    files.push({ name, text, mistakes, judged: judgeExpectations(expectations, judgedWorld, locate), locate });
  }
  const all = [...states.values()];
  for (const state of all) for (const note of state.notes) notes.add(note);
  problems.push(...new Set(all.flatMap((state) => state.problems)));
  return { files, problems, notes: [...notes], fileCount: all.reduce((sum, state) => sum + state.fileCount, 0) };
}

/** A path in a file, as the command line would write it. */
function pathFrom({ path = '', name }: Input, written: string, cwd: string): string {
  if (isAbsolute(written)) return written;
  const folder = dirname(path);
  const start = isAbsolute(name) ? folder : slashed(relative(cwd, folder));
  if (written.startsWith('!')) return `!${pathFrom({ path, name, isNamed: true }, written.slice(1), cwd)}`;
  const parts = [start, written.replace(/^\.\/+/, '')].filter((part) => part !== '' && part !== '.');
  return parts.length === 0 ? '.' : parts.join('/');
}
