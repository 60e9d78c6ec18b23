/** The pages in docs/cli and docs/reports.md have all commands, options, exit codes and formats of the program, and no others. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rareHeading, type Command, type CommandOption } from '../server/src/cli/commands/command.ts';
import * as program from '../server/src/cli/commands/commands.ts';
import { helpOf, overview } from '../server/src/cli/help.ts';
import { serverCommand } from '../server/src/cli/commands/language-server.ts';
import { reporters } from '../server/src/reports/reporters.ts';
import { root } from './support/root.ts';

const { commands, examples, exitCodeLines } = program;

/** Without its fences, which have headings and tables of their own. */
const pageAt = (path: string): string => readFileSync(join(root, path), 'utf8').replace(/^(`{3,})[^]*?^\1$/gm, '');

describe('docs/cli', () => {
  const overviewPage = pageAt('docs/cli/README.md');

  it('has a page for each command, which the first table of the overview links', () => {
    const names = commands.map(({ name }) => `${name}.md`);
    const pages = readdirSync(join(root, 'docs/cli')).filter((name) => name !== 'README.md');
    assert.deepEqual(pages.sort(), names.sort());
    const contents = overviewPage.slice(0, overviewPage.indexOf('\n## '));
    for (const { name } of commands) assert.ok(contents.includes(`[${name}](${name}.md)`), name);
  });

  for (const command of commands) {
    describe(`${command.name}.md`, () => {
      const page = pageAt(`docs/cli/${command.name}.md`);
      const lines = page.split('\n');
      const rows = lines.filter((line) => line.startsWith('| `-'));

      it('starts with the name of the command', () => assert.equal(lines[0], `# endpoints ${command.name}`));

      it('has the options of the command, in the order of its help', () => {
        const spelled = rows.flatMap((line) => codesIn(line.split(' | ')[0] ?? ''));
        assert.deepEqual(spelled, spellings(command));
      });

      it('has the rare options below a heading', () => {
        const rare = Object.entries<CommandOption>(command.options).filter(([, { isRare }]) => isRare === true);
        const below = rows.slice(rows.length - rare.length);
        const [first] = below;
        assert.deepEqual(
          lines.flatMap((line, i) => (line === `| **${rareHeading}** | |` ? [lines[i + 1]] : [])),
          first === undefined ? [] : [first],
        );
        assert.deepEqual(
          below.map((line) => codesIn(line)[0]?.split(' ')[0]),
          rare.map(([name]) => `--${name}`),
        );
      });

      it('has the defaults of the options', () => {
        for (const [name, { default: value }] of Object.entries(command.options)) {
          if (typeof value !== 'string') continue;
          const row = rows.find((line) => line.startsWith(`| \`--${name} `)) ?? assert.fail(name);
          assert.ok(row.includes(`\`${value}\``), row);
        }
      });

      it('has the exit codes of the command', () => {
        assert.deepEqual(
          codesOf(page),
          (command.exitCodes ?? []).map(([code]) => code),
        );
        assert.ok(codesOf(page).length > 0);
      });
    });
  }

  it('has the exit codes of the whole program', () => {
    assert.deepEqual(
      codesOf(overviewPage),
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

describe('shell lines', () => {
  for (const file of ['README.md', 'action.yml', 'integrations/gitlab.yml', '.pre-commit-hooks.yaml', ...pagesOfDocs()])
    it(`of ${file} have no other options than there are`, () => {
      const text = readFileSync(join(root, file), 'utf8');
      for (const [line, name, rest = ''] of text.matchAll(/\b(?:endpoints|cli\.js) ([a-z]+)\b([^`|#\n]*)/g)) {
        const command = commands.find((each) => each.name === name);
        if (!command) continue;
        for (const [, option = ''] of rest.matchAll(/ --([a-z][a-z-]*)/g))
          assert.ok(['help', 'all'].includes(option) || Object.hasOwn(command.options, option), line);
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
  const all = [...commands, serverCommand];

  it('fits on a screen of 24 lines and 80 columns', () => {
    for (const text of [overview(program), ...all.map((command) => helpOf(command))]) {
      const lines = text.trimEnd().split('\n');
      assert.ok(lines.length < 24, text);
      for (const line of lines) assert.ok(line.length <= 80, line);
    }
  });

  it('has every usual command, and with --all every command', () => {
    for (const { name, isRare } of commands) {
      assert.equal(new RegExp(`^  ${name} `, 'm').test(overview(program)), isRare !== true, name);
      assert.match(overview(program, true), new RegExp(`^  ${name} `, 'm'));
    }
  });

  it('has every usual option, and with --all every option', () => {
    for (const command of all) {
      const [short, whole] = [helpOf(command), helpOf(command, command.name, true)];
      for (const [name, { does, isRare }] of Object.entries<CommandOption>(command.options)) {
        assert.equal(new RegExp(`^  --${name}\\b`, 'm').test(short), isRare !== true, name);
        assert.match(whole, new RegExp(`^  --${name}\\b`, 'm'));
        assert.ok(flat(whole).includes(flat(does)), does);
      }
      for (const text of [...command.about, ...(command.notes ?? []), ...command.examples])
        assert.ok(flat(whole).includes(flat(text)), text);
    }
  });

  it('with --all is no wider than 100 columns', () => {
    for (const text of [overview(program, true), ...all.map((command) => helpOf(command, command.name, true))])
      for (const line of text.split('\n')) assert.ok(line.length <= 100, line);
  });

  it('with --all has every example and exit code of the program', () => {
    for (const [line] of examples) assert.ok(overview(program, true).includes(`  ${line}`), line);
    for (const [code, when] of exitCodeLines) assert.ok(overview(program, true).includes(`  ${code} ${when}\n`), code);
  });

  it('has the usual options before the rare ones', () => {
    for (const { name, options } of commands) {
      const isRare = Object.values<CommandOption>(options).map((option) => option.isRare === true);
      assert.deepEqual(isRare, [...isRare].sort(), name);
    }
  });
});

/** On one line. */
function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function pagesOfDocs(): readonly string[] {
  return ['docs', 'docs/cli'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
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
