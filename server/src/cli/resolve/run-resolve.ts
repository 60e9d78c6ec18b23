/** `endpoints resolve`: prints what CoreDNS answers for a name, or why there is no answer. */
import { assignedAddress, questionTypes, recordText, type QuestionType } from '../../analysis/dns/model.ts';
import { standInWords } from '../../analysis/dns/remarks.ts';
import { readQuestion } from '../../analysis/dns/question.ts';
import { outsideRecords } from '../../analysis/dns/answers.ts';
import { resolveInPod, type PodResolution } from '../../analysis/dns/search-list.ts';
import { strayText, skippedText } from '../../reports/summary.ts';
import { listed, withoutControls } from '../../text/quote.ts';
import { parseOptions, readFormat } from '../command-options.ts';
import { resolveOptions } from '../commands/resolve.ts';
import { jsonText, printMessages, type Terminal } from '../terminal.ts';
import { readTrafficFiles, readTrafficFilesOptions } from '../traffic/world-of-files.ts';
import { exitCodes, UsageError } from '../usage.ts';

export async function runResolve(args: readonly string[], terminal: Terminal): Promise<number> {
  const { question, format, fileOptions } = readResolveOptions(args);
  const { world, locate, problems, notes, skipped, hasStrayPrograms } = await readTrafficFiles(fileOptions, terminal);
  const found = resolveInPod(world, question, locate);
  const isAnswered = found.answer.length > 0;
  // What is not read may hold the object that is missing.
  const unread = isAnswered
    ? []
    : [skippedText({ skipped }), strayText({ hasStrayPrograms })].filter((each) => each !== '');
  printMessages([...notes, ...new Set(problems), ...unread], terminal);
  if (format === 'json') terminal.out(resolutionJson(found));
  else {
    terminal.out(answerText(found));
    for (const sentence of sentencesOn(found)) terminal.err(`${withoutControls(sentence)}\n`);
  }
  if (problems.length > 0) return exitCodes.usage;
  return isAnswered ? exitCodes.clean : exitCodes.findings;
}

function readResolveOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('resolve', args, resolveOptions);
  const [name, second = '', ...more] = positionals;
  if (name === undefined || name === '')
    throw new UsageError('"endpoints resolve" needs a name. Write one such as db.shop.');
  const { namespace } = values;
  if (namespace === '')
    throw new UsageError('--namespace must not be empty. Use the name of a namespace, or remove it.');
  const type = typeOf(second);
  return {
    question: { name, type, namespace },
    format: readFormat(values.format),
    fileOptions: readTrafficFilesOptions('resolve', values, type === undefined ? positionals.slice(1) : more),
  };
}

/** Undefined for a path. */
function typeOf(text: string): QuestionType | undefined {
  return questionTypes.find((each) => each === text.toUpperCase());
}

/** The data of the records, one a line, without addresses that only stand for others; with the type where only it differs. */
function answerText({ answer }: PodResolution): string {
  const outside = new Set(outsideRecords(answer));
  const own = answer.filter((record) => !outside.has(record));
  const hasBoth = new Set(own.flatMap(({ type, data }) => (data === assignedAddress ? [type] : []))).size > 1;
  return own
    .map(({ type, data }) => `${hasBoth && data === assignedAddress ? `${type} ` : ''}${withoutControls(data)}\n`)
    .join('');
}

function sentencesOn({ name, types, rcode, answer, why }: PodResolution): readonly string[] {
  const state = rcode === 'NXDOMAIN' ? 'does not exist' : `has no ${listed(types, 'or')} record`;
  const isOpen = answer.length > 0 || readQuestion(name).asked.kind === 'outside';
  const head = isOpen ? [] : [`${name} ${state} (${rcode}).`];
  return why === null ? head : [...head, why.replace(` ${standInWords}`, '')];
}

function resolutionJson({ name, types, rcode, answer, extra, why }: PodResolution): string {
  return jsonText({
    version: 1,
    name,
    types,
    rcode,
    answer: answer.map(recordText),
    extra: extra.map(recordText),
    why,
  });
}
