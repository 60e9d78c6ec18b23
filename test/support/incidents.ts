/** Public incidents in test/incidents: reads the comment at the top of each file, and asks the command line for the cause. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';
import type { Folder, Outcome } from './process.ts';

/** A question to the command line, and the words that all occur in an answer that names the cause. */
export interface Ask {
  readonly args: readonly string[];
  readonly names: readonly string[];
}

export interface Incident {
  readonly name: string;
  /** Where it was public, as owner/repository#number. */
  readonly source: string;
  readonly happened: string;
  readonly cause: string;
  readonly asks: readonly Ask[];
  /** Why no answer names the cause, where none does. */
  readonly unnamed: string | undefined;
  readonly text: string;
  /** The objects after the repair, where they are written. */
  readonly repaired: string | undefined;
}

const folder = join(root, 'test/incidents');
const repairedEnding = '.fixed.yaml';

/** All incidents, sorted by name. */
export function incidents(): readonly Incident[] {
  const files = readdirSync(folder).sort();
  return files
    .filter((file) => !file.endsWith(repairedEnding))
    .map((file) => {
      const name = file.slice(0, -'.yaml'.length);
      const repaired = `${name}${repairedEnding}`;
      const text = readFileSync(join(folder, file), 'utf8');
      return incidentOf(
        name,
        text,
        files.includes(repaired) ? readFileSync(join(folder, repaired), 'utf8') : undefined,
      );
    });
}

function incidentOf(name: string, text: string, repaired: string | undefined): Incident {
  const fields = fieldsOf(text);
  const only = (key: string): string => {
    const [value, ...more] = fields.filter((field) => field.key === key).map((field) => field.value);
    if (value === undefined || more.length > 0) throw new Error(`${name}: "# ${key}:" must be written once.`);
    return value;
  };
  const unnamed = fields.find(({ key }) => key === 'unnamed')?.value;
  const asks = fields.flatMap(({ key, value }, index): Ask[] => {
    if (key !== 'ask') return [];
    const next = fields[index + 1];
    if (next?.key !== 'names') throw new Error(`${name}: "# names:" must follow "# ask: ${value}".`);
    return [{ args: value.split(' '), names: next.value.split(/, /) }];
  });
  return {
    name,
    source: only('incident'),
    happened: only('happened'),
    cause: only('cause'),
    asks,
    unnamed,
    text,
    repaired,
  };
}

/** The lines `# key: value` at the top of the text; a line `#   more` continues the value. */
export function fieldsOf(text: string): readonly { readonly key: string; readonly value: string }[] {
  const lines = text.split('\n');
  const header = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('#')),
  );
  return header
    .join('\n')
    .replaceAll('\n#   ', ' ')
    .split('\n')
    .map((line) => {
      const [, key = '', value = ''] = /^# ([a-z]+): (.+)$/.exec(line) ?? [];
      if (key === '') throw new Error(`This line of an incident has no form: ${line}`);
      return { key, value };
    });
}

/** The answer of the command line on the objects, which are in a folder of their own as `objects.yaml`. */
export function answer({ args }: Pick<Ask, 'args'>, { run }: Folder): Outcome {
  const [command = '', ...more] = args;
  return run(command, ...more, 'objects.yaml', ...(command === 'check' ? ['--format', 'json'] : []));
}

/** Whether the answer has all the names: as codes of findings in `check`, else anywhere in the text, in any case. */
export function isNamed({ args, names }: Ask, { out, err }: Outcome): boolean {
  if (args[0] === 'check') {
    const codes = codesOf(out);
    return names.every((name) => codes.includes(name));
  }
  const answered = (out + err).toLowerCase();
  return names.every((name) => answered.includes(name.toLowerCase()));
}

/** The codes of a report of `check` in JSON. */
export function codesOf(json: string): readonly string[] {
  const report = JSON.parse(json) as { readonly diagnostics: readonly { readonly code: string }[] };
  return report.diagnostics.map(({ code }) => code);
}
