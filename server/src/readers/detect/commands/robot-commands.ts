/** Finds the commands in test suites of Robot Framework: arguments of keywords that start with kubectl or oc. */
import type { SearchedText } from '../../searched-text.ts';
import type { CommandSource } from './command-source.ts';
import { scriptSlice } from './script-text.ts';
import { shellCommands } from './shell-commands.ts';

/** Cells are separated by two blanks or a tab. */
const cell = /\S+(?: \S+)*/g;

/** A keyword fails with its command, so the status is always used; the output only where a variable gets it. */
export function robotSources({ text }: SearchedText): readonly CommandSource[] {
  const sources: CommandSource[] = [];
  let isAssigned = false;
  let isDescribed = false;
  let start = 0;
  for (const line of text.split('\n')) {
    const cells = [...line.replace(/(?:^|\s)#.*$/, '').matchAll(cell)];
    const isContinued = cells[0]?.[0] === '...';
    if (cells.length > 0 && !isContinued) {
      isAssigned = /^[$@&]\{[^}]*\} ?=?$/.test(cells[0]?.[0] ?? '');
      isDescribed = /^(?:\[Documentation\]|Documentation|\[Tags\]|Log|Log To Console|Comment)$/i.test(
        cells[0]?.[0] ?? '',
      );
    }
    if (!isDescribed)
      for (const { index, 0: content } of cells)
        if (/^(?:sudo )?(?:kubectl|oc) /.test(content))
          sources.push({
            commands: shellCommands(scriptSlice(text, start + index, start + index + content.length), [
              'status',
              ...(isAssigned ? (['output'] as const) : []),
            ]),
            audience: 'people',
          });
    start += line.length + 1;
  }
  return sources;
}
