/** docs/cli.md and docs/reports.md against the tables of commands and formats: all that there is, and nothing else. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../server/src/cli/commands/command.ts';
import { commands, exitCodeLines } from '../server/src/cli/commands/commands.ts';
import { helpOf, overview } from '../server/src/cli/help.ts';
import { serverCommand } from '../server/src/cli/commands/language-server.ts';
import { reporters } from '../server/src/reports/reporters.ts';
import { root } from './support/root.ts';

/** Without its fences, which have headings of their own. */
const page = readFileSync(join(root, 'docs/cli.md'), 'utf8').replace(/^(`{3,})[^]*?^\1$/gm, '');
/** Each part of the page that a heading of the second level begins, by that heading. */
const sections = new Map(
  page.split(/^## /m).flatMap((part, i) => (i === 0 ? [] : [[part.slice(0, part.indexOf('\n')), part] as const])),
);

describe('docs/cli.md', () => {
  it('has a section for each command, which its first table names', () => {
    const names = commands.map(({ name }) => `endpoints ${name}`);
    assert.deepEqual([...sections.keys()].filter((heading) => heading.startsWith('endpoints ')).sort(), names.sort());
    const contents = page.slice(0, page.indexOf('\n## '));
    for (const { name } of commands) assert.ok(contents.includes(`[${name}](#endpoints-${name})`), name);
  });

  for (const command of commands) {
    const section = sections.get(`endpoints ${command.name}`) ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| `-'));

    it(`has the options of "endpoints ${command.name}", in the order of its help`, () => {
      const spelled = rows.flatMap((line) => codesIn(line.split(' | ')[0] ?? ''));
      assert.deepEqual(spelled, spellings(command));
    });

    it(`has the defaults of "endpoints ${command.name}"`, () => {
      for (const [name, { default: value }] of Object.entries(command.options)) {
        if (typeof value !== 'string') continue;
        const row = rows.find((line) => line.startsWith(`| \`--${name} `)) ?? assert.fail(name);
        assert.ok(row.includes(`\`${value}\``), row);
      }
    });

    it(`has the exit codes of "endpoints ${command.name}"`, () => {
      assert.deepEqual(
        codesOf(section),
        (command.exitCodes ?? []).map(([code]) => code),
      );
      assert.ok(codesOf(section).length > 0);
    });
  }

  it('has the exit codes of the whole program', () => {
    assert.deepEqual(
      codesOf(sections.get('Exit codes') ?? ''),
      exitCodeLines.map(([code]) => code),
    );
  });
});

describe('docs/reports.md', () => {
  it('has a row for each format, with what the table of reporters says', () => {
    const text = readFileSync(join(root, 'docs/reports.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `([a-z][a-z-]*)` \| (.*?) \|/gm)].map(([, name, does]) => [name, does]);
    assert.deepEqual(
      rows,
      Object.entries(reporters).map(([name, { does }]) => [name, does]),
    );
  });
});

describe('lines for a shell', () => {
  for (const file of ['README.md', 'action.yml', 'integrations/gitlab.yml', '.pre-commit-hooks.yaml', ...pagesOfDocs()])
    it(`of ${file} have no other options than there are`, () => {
      const text = readFileSync(join(root, file), 'utf8');
      for (const [line, name, rest = ''] of text.matchAll(/\b(?:endpoints|cli\.js) ([a-z]+)\b([^`|#\n]*)/g)) {
        const command = commands.find((each) => each.name === name);
        if (!command) continue;
        for (const [, option = ''] of rest.matchAll(/ --([a-z][a-z-]*)/g))
          assert.ok(option === 'help' || Object.hasOwn(command.options, option), line);
      }
    });

  it('of the help have none either', () => {
    for (const { examples, options } of commands)
      for (const line of examples)
        for (const [, option = ''] of (line.split('endpoints ').at(-1) ?? '').matchAll(/ --([a-z][a-z-]*)/g))
          assert.ok(Object.hasOwn(options, option), line);
  });
});

describe('the help', () => {
  it('is no wider than 100 columns', () => {
    for (const text of [overview(), ...[...commands, serverCommand].map((command) => helpOf(command))])
      for (const line of text.split('\n')) assert.ok(line.length <= 100, line);
  });
});

function pagesOfDocs(): readonly string[] {
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return names.map((name) => `docs/${name}`);
}

/** As the first column of a table has them: `--format text\|json`, and a short one beside its long one. */
function spellings({ options }: Command): readonly string[] {
  return Object.entries(options).flatMap(([name, { short, value }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    ...(short === undefined ? [] : [`-${short}`]),
  ]);
}

function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));
}

/** The codes of a section's table of exit codes. */
function codesOf(section: string): readonly string[] {
  const table = /^\| (?:Exit code|Code) \| When \|\n.*\n((?:\|.*\n)+)/m.exec(section)?.[1] ?? '';
  return [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code = '']) => code);
}
