/** `endpoints convert`: converts Endpoints to EndpointSlices or back, and prints or writes the changes. */
import type { ConvertedFile, ConvertSettings } from '../../convert/outcome.ts';
import { filesWithReaders } from '../../convert/report/object-readers.ts';
import { reportMarkdown } from '../../convert/report/report-markdown.ts';
import { grouped } from '../../text/quote.ts';
import { namedInputs } from '../build/named-inputs.ts';
import { readSettings } from '../config-file.ts';
import { diffText } from '../diff-text.ts';
import { findAround } from '../inputs/around.ts';
import { notesOn } from '../inputs/inputs.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { Sources } from '../sources.ts';
import { exitCodes } from '../usage.ts';
import type { FileReplacement } from '../../disk/write-file.ts';
import { readConvertOptions, type ConvertOptions } from './convert-options.ts';
import { convertJson } from './convert-report-json.ts';
import { convertText } from './convert-report-text.ts';
import { readTranslateOptions } from './translate-options.ts';
import { runConversion, type ConversionRun } from './conversion-run.ts';
import { linkedFiles, writeReplacements } from './write-replacements.ts';
import { unsearchedNotes } from '../readers/search-readers.ts';
import { textsInSight } from '../readers/texts-in-sight.ts';
import { yamlStream } from './yaml-stream.ts';

export async function runConvert(args: readonly string[], terminal: Terminal): Promise<number> {
  const translation = readTranslateOptions(args);
  if (translation) return (await import('./run-translate.ts')).runTranslate(translation, terminal);
  const options = readConvertOptions(args);
  const settings = readSettings(options, terminal);
  const search = { cwd: terminal.cwd, exclude: settings.all.exclude, largest: options.largest };
  const inputs = await namedInputs(options, terminal.cwd, search);
  printMessages(notesOn(inputs), terminal);
  const problems = [...inputs.problems];
  const { isExcluded } = inputs;
  const sources = await Sources.reading(inputs.files, problems, {
    grammars: terminal.grammars,
    findAround: () => findAround(inputs.files, { ...search, isExcluded }),
  });
  printMessages([...sources.notes, ...problems], terminal);
  const settingsFor = (uri: string): ConvertSettings => {
    const { minor, minors, managedBy } = settings.of(uri);
    return { ...options.settings, minor, minors, managedBy };
  };
  const textSearch = { ...search, paths: options.paths, inputs: inputs.files, isExcluded };
  if (options.hasReaders) {
    const { runRollout } = await import('./run-rollout.ts');
    return runRollout({ sources, search: textSearch, settings, settingsFor, problems }, options, terminal);
  }
  const generated: string[] = [];
  const run = runConversion(sources, settingsFor, {
    cwd: terminal.cwd,
    platform: settings.all.platform,
    otherTexts: (known) => {
      if (options.root !== undefined) return new Map();
      const sight = textsInSight(textSearch, known);
      const unread = sight.problems.filter((each) => !problems.includes(each));
      printMessages(unread, terminal);
      problems.push(...unread);
      generated.push(...sight.generated);
      return sight.texts;
    },
  });
  printMessages(
    unsearchedNotes(generated, run.unread, (uri) => run.nameOf({ uri })),
    terminal,
  );
  if (options.output === 'report') terminal.out(reportOf(run, options, terminal));
  else {
    terminal.out(options.output === 'stdout' ? textsOf(run, sources) : diffsOf(run, terminal.isColored));
    const isAlone = run.fileCount === 0 && problems.length > 0;
    if (!isAlone) terminal.err(convertText(run, { isColored: terminal.isColored, hasSettled: false }));
    const isWritable = options.root === undefined && run.files.length > 0;
    if (options.output === 'diff' && isWritable) terminal.err('Use --write to write these changes.\n');
  }
  const read = options.ignoresReaders ? new Set<string>() : filesWithReaders(run);
  let isWritten = true;
  if (options.output === 'write') {
    const { isSure } = options;
    const written = withoutRead(run, read, terminal);
    const replacements = written.files.flatMap((file) => replacementOf(file, written));
    const result = await writeReplacements(replacements, { isSure, whyTogether: whyTogether(written) }, terminal);
    isWritten = result.isWritten;
    problems.push(...result.problems);
  }
  if (problems.length > 0) return exitCodes.usage;
  const hasWork = read.size > 0 || run.outcomes.some(({ what }) => what === 'person');
  if (!isWritten || hasWork) return exitCodes.findings;
  // A part that was not read may have readers.
  return run.unread.length > 0 ? exitCodes.usage : exitCodes.clean;
}

/** A reader that loses its object fails silently, so its file is not written. */
function withoutRead(run: ConversionRun, read: ReadonlySet<string>, terminal: Terminal): ConversionRun {
  const files = run.files.filter(({ uri, together = [uri] }) => !together.some((each) => read.has(each)));
  const left = run.files.length - files.length;
  if (left > 0) {
    const what =
      left === 1 ? 'a file, because a reader loses its' : `${grouped(left)} files, because readers lose their`;
    terminal.err(`Skipped ${what} objects. Change the reader first, or use --ignore-readers.\n`);
  }
  return { ...run, files };
}

function reportOf(run: ConversionRun, { format }: ConvertOptions, { isColored }: Terminal): string {
  if (format === 'json') return convertJson(run);
  if (format === 'markdown') return reportMarkdown(run, run.settings, run.place);
  return convertText(run, { isColored, hasSettled: true });
}

function diffsOf(run: ConversionRun, isColored: boolean): string {
  const changes = run.files.map((file) => {
    const { input, bom } = run.sourceOf(file) ?? { input: { name: file.uri }, bom: '' };
    return { name: input.name, before: bom + file.before, after: bom + file.after };
  });
  return diffText(changes, isColored);
}

/** The changed texts as a YAML stream; of a single file its text, even if nothing changes, for use in a pipe. */
function textsOf(run: ConversionRun, sources: Sources): string {
  const [only, ...others] = sources.all();
  if (only && others.length === 0) return only.bom + (run.files[0]?.after ?? only.text);
  return yamlStream(run.files.map((file) => ({ name: run.nameOf(file), text: file.after })));
}

function whyTogether({ settings, files }: ConversionRun): string | undefined {
  if (settings.to === 'endpoints') return 'objects move between them';
  return files.some(({ together }) => together !== undefined) ? linkedFiles : undefined;
}

function replacementOf(file: ConvertedFile, run: ConversionRun): readonly FileReplacement[] {
  const { bom = '', input } = run.sourceOf(file) ?? {};
  if (input?.path === undefined) return [];
  const { path, name, root } = input;
  return [{ path, name, root, before: bom + file.before, after: bom + file.after }];
}
