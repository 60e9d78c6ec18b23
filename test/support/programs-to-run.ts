/** The TypeScript and JavaScript programs of the tests, and what is read of each, for a run under the real SDK. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageObjects } from './page-objects.ts';
import { loadGrammarsOf, readingsOf } from './programs.ts';
import { writeProgram } from './program-writer.ts';
import { root } from './root.ts';

export interface ProgramToRun {
  readonly name: string;
  readonly text: string;
  readonly resources: ReturnType<typeof readingsOf>;
  /** False for a program that the tests write themselves. */
  readonly isGiven: boolean;
}

export async function programsToRun(): Promise<readonly ProgramToRun[]> {
  await loadGrammarsOf('a.ts', 'a.js');
  const folder = join(root, 'test/data/programs/typescript');
  const given = readdirSync(folder)
    .filter((name) => !name.endsWith('.json'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8'), isGiven: true }));
  const written = [...pageObjects().values()].flatMap((resources, i) => {
    const text = writeProgram('typescript', resources, `p${i}-r`);
    return text === undefined ? [] : [{ name: `written-${i}.ts`, text, isGiven: false }];
  });
  return [...given, ...written].map((each) => ({ ...each, resources: readingsOf(each.name, each.text) }));
}
