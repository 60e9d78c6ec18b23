/** `endpoints list`: prints the resources in files, and which of their values are known. */
import { listingOf } from '../../analysis/listing/listing.ts';
import { terraformListing } from '../../analysis/listing/terraform-listing.ts';
import { unreadLanguageIn } from '../../frontends/file-languages.ts';
import { positionAtOffset } from '../../reports/locate.ts';
import { parseOptions, readFormat, readSizeLimit } from '../command-options.ts';
import { listOptions } from '../commands/list.ts';
import { readSettings } from '../config-file.ts';
import { findCheckInputs } from '../inputs/check-inputs.ts';
import { isMarkdown, notesOn } from '../inputs/inputs.ts';
import { RunProgress } from '../run-progress.ts';
import type { Source } from '../source.ts';
import { Sources } from '../sources.ts';
import { jsonTextOfRanges, printMessages, type Terminal } from '../terminal.ts';
import { unreadIn } from '../unread.ts';
import { exitCodes } from '../usage.ts';
import { listingText, type FileListing } from './list-text.ts';

export async function runList(args: readonly string[], terminal: Terminal): Promise<number> {
  const { paths, format, configFile, largest } = readListOptions(args);
  const settings = readSettings({ configFile, config: {} }, terminal);
  const search = { paths, root: undefined, hasStdinFiles: false, stdinName: undefined, hasMarkdown: false };
  const inputs = await findCheckInputs(
    { ...search, isFix: false, maxFileSize: largest },
    terminal.cwd,
    settings.all.exclude,
  );
  printMessages(notesOn(inputs), terminal);
  const problems = [...inputs.problems];
  const sources = await Sources.reading(inputs.files, problems, {
    progress: new RunProgress(),
    grammars: terminal.grammars,
  });
  const all = sources.all();
  const files = listings(all, sources);
  const skipped = all.flatMap((source) => {
    const reason = isMarkdown(source.input) ? undefined : unreadLanguageIn(source.path, sources.read(source));
    return reason === undefined ? [] : [{ name: source.path, reason }];
  });
  const skippedNames = new Set(skipped.map(({ name }) => name));
  for (const source of all) if (!skippedNames.has(source.path)) problems.push(...unreadIn(source, sources));
  if (format === 'json') terminal.out(jsonTextOfRanges({ version: 1, files }));
  else {
    const { hasStrayPrograms } = inputs;
    const more = { skipped, fileCount: all.length, hasStrayPrograms, isColored: terminal.isColored };
    terminal.out(listingText(files, more));
  }
  printMessages([...sources.notes, ...new Set(problems)], terminal);
  return problems.length > 0 ? exitCodes.usage : exitCodes.clean;
}

function readListOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('list', args, listOptions);
  return {
    paths: positionals.length > 0 ? positionals : ['.'],
    format: readFormat(values.format),
    configFile: values.config,
    largest: readSizeLimit(values['max-file-size']),
  };
}

/** The files with resources, by name. The parts of one stream are one file. */
function listings(all: readonly Source[], sources: Sources): readonly FileListing[] {
  const byName = new Map<string, FileListing['resources'][number][]>();
  for (const source of all) {
    const file = sources.read(source);
    const siblings = sources.modules.siblingsOf(source.uri) ?? [];
    const resources = [
      ...listingOf(file, (offset) => positionAtOffset(file, offset)),
      ...terraformListing(file, { path: source.path, siblings }),
    ];
    if (resources.length > 0) byName.set(source.path, [...(byName.get(source.path) ?? []), ...resources]);
  }
  return [...byName].map(([file, resources]) => ({ file, resources })).sort((a, b) => (a.file < b.file ? -1 : 1));
}
