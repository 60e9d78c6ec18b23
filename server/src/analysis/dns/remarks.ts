/** What an answer of DNS depends on, where it is not certain: one sentence for each. */
import { listed, quote } from '../../text/quote.ts';
import type { ServiceWorld } from '../traffic/model.ts';
import type { LocateField } from '../traffic/report.ts';
import { isAliasByChance, lookUpName, outsideRecords, type DnsLookup } from './answers.ts';
import { qualifiedName, type DnsIndex } from './dns-index.ts';
import { assignedAddress, outsideAddresses, recordText, type DnsRecord, type QuestionType } from './model.ts';
import type { AskedFor } from './question.ts';
import { answerOf } from './answer-question.ts';
import { servicesWithIp } from './reverse.ts';
import { unknownOwnerWords, unknownWords } from './unknown-values.ts';

interface Answered {
  readonly index: DnsIndex;
  readonly question: AskedFor;
  readonly type: QuestionType;
  readonly found: DnsLookup;
  readonly answer: readonly DnsRecord[];
  readonly extra: readonly DnsRecord[];
  readonly locate: LocateField;
}

/** Null for a certain answer. */
export function remarksOn(answered: Answered): string | null {
  const { answer, extra, found, type, question, index } = answered;
  const [own] = found.namesakes;
  const sentences = [
    ...namesakeWords(answered),
    ...(own && [...answer, ...extra].some(({ data }) => data === assignedAddress) ? [assignedWords(own)] : []),
    ...(own ? unknownWords(own, question.asked) : []),
    ...(type === 'PTR' ? unknownOwnerWords(index, question.asked) : []),
    ...outsideWords(answer),
    ...(type === 'CNAME' && isAliasByChance(found.targets)
      ? ['CoreDNS answers with the first target, and the order of the slices is random.']
      : []),
    ...(type === 'PTR' ? sharedWords(index, question) : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

function namesakeWords({ index, question, type, found, answer, locate }: Answered): readonly string[] {
  const [own, ...others] = found.namesakes;
  const other = others.find((each) => {
    const theirs = answerOf(index, question, type, lookUpName(index, question, each));
    return textOf(theirs.answer) !== textOf(answer);
  });
  if (!own || !other) return [];
  const files = [own, other].flatMap(({ service }) => locate(service.entry, [])?.file ?? []);
  return [
    `Several Services are named ${quote(qualifiedName(own.service))} in ${listed([...new Set(files)])}, and this is the answer for the first of them.`,
  ];
}

function textOf(records: readonly DnsRecord[]): string {
  return records.map(recordText).sort().join('\n');
}

function assignedWords({ service }: ServiceWorld): string {
  const name = quote(qualifiedName(service));
  return `${assignedAddress} stands for a cluster IP of the Service ${name} that no file has: the cluster assigns it.`;
}

/** Follows the sentence on names outside, where the addresses that stand for others are shown. */
export const standInWords = `${listed(Object.values(outsideAddresses))} stand for them.`;

function outsideWords(records: readonly DnsRecord[]): readonly string[] {
  const names = [...new Set(outsideRecords(records).map(({ name }) => quote(name.slice(0, -1))))];
  return names.length > 0
    ? [`The addresses of ${listed(names)} come from a name server outside of the cluster. ${standInWords}`]
    : [];
}

function sharedWords(index: DnsIndex, { asked }: AskedFor): readonly string[] {
  const all = asked.kind === 'address' ? servicesWithIp(index, asked.ip) : [];
  const names = [...new Set(all.map(qualifiedName))];
  return names.length > 1
    ? [`The Services ${listed(names.map(quote))} have this cluster IP, and the API server accepts only one of them.`]
    : [];
}
