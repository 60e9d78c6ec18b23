/** The man pages: they have the texts of --help --all for each command and option, in valid roff. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rareHeading, type CommandOption } from '../server/src/cli/commands/command.ts';
import { commands } from '../server/src/cli/commands/commands.ts';
import { serverCommand } from '../server/src/cli/commands/language-server.ts';
import { root } from './support/root.ts';

const requests = ['TH', 'SH', 'SS', 'PP', 'TP', 'B', 'I', 'BR', 'RS', 'RE', 'nf', 'fi', 'br'];

for (const [file, all] of [
  ['endpoints.1', commands],
  ['endpoints-language-server.1', [serverCommand]],
] as const) {
  describe(`man page ${file}`, () => {
    const page = readFileSync(join(root, 'dist', file), 'utf8');
    const lines = page.split('\n');

    it('starts with its title, and has the parts of a man page', () => {
      assert.match(lines[0] ?? '', /^\.TH ENDPOINTS\S* 1 "" "endpoints \d+\.\d+\.\d+" "User Commands"$/);
      const parts = lines.filter((line) => line.startsWith('.SH ')).map((line) => line.slice(4));
      for (const part of ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'EXIT STATUS', 'EXAMPLES'])
        assert.ok(parts.includes(part), part);
    });

    it('is roff: known requests, whole escapes, nothing but ASCII', () => {
      for (const [i, line] of lines.entries()) {
        const where = `line ${i + 1}: ${line}`;
        assert.match(line, /^[\x20-\x7e]*$/, where);
        if (/^[.']/.test(line)) assert.ok(requests.includes(/^\.([A-Za-z]+)/.exec(line)?.[1] ?? ''), where);
        const rest = line.replace(/\\(?:f[BIR]|e|-|&|\((?:aq|ga|ha|ti|dq)|\[u[0-9A-F]{4,6}\])/g, '');
        assert.ok(!rest.includes('\\'), where);
      }
      const count = (line: string): number => lines.filter((each) => each.startsWith(line)).length;
      assert.equal(count('.nf'), count('.fi'));
      assert.equal(count('.RS'), count('.RE'));
    });

    it('has a heading above the rare options of each command', () => {
      const hasRare = all.filter(({ options }) =>
        Object.values<CommandOption>(options).some(({ isRare }) => isRare === true),
      );
      assert.equal(page.split(`.PP\n${rareHeading}:\n`).length - 1, hasRare.length);
    });

    it('names every command, option and exit code', () => {
      const text = page
        .replace(/\\f[BIR]|\\&/g, '')
        .replaceAll('\\-', '-')
        .replaceAll('\\(dq', '"')
        .replaceAll('\\(aq', "'")
        .replaceAll('\\(ti', '~')
        .replace(/\\\[u([0-9A-F]+)\]/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
      for (const { name, about, options, exitCodes = [], examples } of all) {
        for (const said of [name, ...about, ...examples]) assert.ok(text.includes(said), said);
        for (const [option, { does }] of Object.entries<CommandOption>(options))
          assert.ok(text.includes(`--${option}`) && text.includes(`\n${does}\n`), `${name} --${option}`);
        for (const [codes, when] of exitCodes) assert.ok(text.includes(`.B ${codes}\n${when}\n`), codes);
      }
    });
  });
}
