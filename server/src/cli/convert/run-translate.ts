/** `endpoints convert --to LANGUAGE`: prints or writes objects as a program or a manifest. */
import { resolve } from 'node:path';
import { fileNames, type TargetLanguage, type TranslationRemark } from '../../convert/translate/carried.ts';
import { translate, type Translation } from '../../convert/translate/translate.ts';
import { codeOf } from '../../frontends/code/languages.ts';
import { loadProgramGrammar } from '../../edits/load-programs.ts';
import { targetStat } from '../../disk/paths.ts';
import { cannotWrite, writeWhole } from '../../disk/write-file.ts';
import { positionAtOffset } from '../../reports/locate.ts';
import { placeText } from '../object-places.ts';
import { counted, withoutControls } from '../../text/quote.ts';
import { namedInputs } from '../build/named-inputs.ts';
import { shown } from '../command-options.ts';
import { readSettings } from '../config-file.ts';
import { notesOn } from '../inputs/inputs.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { Sources } from '../sources.ts';
import { exitCodes, UsageError } from '../usage.ts';
import type { TranslateOptions } from './translate-options.ts';

export async function runTranslate(options: TranslateOptions, terminal: Terminal): Promise<number> {
  const settings = readSettings(options, terminal);
  const search = { cwd: terminal.cwd, exclude: settings.all.exclude, largest: options.largest };
  const inputs = await namedInputs(options, terminal.cwd, search);
  printMessages(notesOn(inputs), terminal);
  const problems = [...inputs.problems];
  const sources = await Sources.reading(inputs.files, problems, { grammars: terminal.grammars });
  printMessages([...sources.notes, ...problems], terminal);
  await loadReader(options.to, terminal);
  const texts = sources.all().map((source) => ({ uri: source.uri, file: sources.read(source) }));
  const translation = translate(texts, { to: options.to });
  terminal.err(remarksText(translation, sources));
  const isWritten = translation.text === '' || (await put(translation.text, options, terminal));
  if (problems.length > 0) return exitCodes.usage;
  const hasWork = translation.failure !== undefined || translation.remarks.some(({ what }) => what === 'refused');
  return isWritten && !hasWork ? exitCodes.clean : exitCodes.findings;
}

/** The proof reads the new text. */
async function loadReader(to: TargetLanguage, { grammars }: Terminal): Promise<void> {
  const code = codeOf(fileNames[to]);
  if (!code || !grammars) return;
  try {
    await loadProgramGrammar(code.grammar, grammars);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Prints or writes the text. False if the answer to the question was no. */
async function put(text: string, { output, isSure }: TranslateOptions, terminal: Terminal): Promise<boolean> {
  if (output === undefined) {
    terminal.out(text);
    return true;
  }
  const path = resolve(terminal.cwd, output);
  const stat = targetStat(path);
  if (stat?.isDirectory() === true)
    throw new UsageError(`--output ${shown(output)} is a directory. Name a file in it.`);
  if (stat && !isSure) {
    if (!terminal.ask)
      throw new UsageError(`${shown(output)} already exists. Name another file, or overwrite it with --yes.`);
    const answer = await terminal.ask(`Overwrite ${withoutControls(output)}? [y/N] `);
    if (!/^\s*y(?:es)?\s*$/i.test(answer)) {
      terminal.err('Nothing was written.\n');
      return false;
    }
  }
  try {
    writeWhole(path, text);
  } catch (error) {
    throw new UsageError(cannotWrite(`--output ${output}`, error));
  }
  terminal.err(`Wrote ${withoutControls(output)}.\n`);
  return true;
}

const headings = { refused: 'Not converted', lost: 'Converted with loss', note: 'To check' } as const;

function remarksText({ remarks, failure, found, written }: Translation, sources: Sources): string {
  const blocks = (['refused', 'lost', 'note'] as const).flatMap((kind) => {
    const own = remarks.filter(({ what }) => what === kind);
    return own.length === 0 ? [] : [`${headings[kind]}\n${own.map((each) => remarkLine(each, sources)).join('')}`];
  });
  const files = counted(sources.all().length, 'file');
  const end =
    found === 0 && remarks.length === 0
      ? `There are no Endpoints, EndpointSlices or Services for them in ${files}.\n`
      : written === found
        ? ''
        : `${written} of ${counted(found, 'object')} in ${files} ${written === 1 ? 'is' : 'are'} converted.\n`;
  return [...blocks, ...(failure === undefined ? [] : [`${failure}\n`]), ...(end === '' ? [] : [end])].join('\n');
}

function remarkLine({ uri, span, message }: TranslationRemark, sources: Sources): string {
  const source = sources.files.get(uri);
  const place = source?.input.built?.placeOf(span) ?? {
    name: sources.nameOf(uri),
    ...positionAtOffset(source ?? { text: '' }, span.start),
  };
  return `  ${placeText(place)}  ${withoutControls(message)}\n`;
}
