/** The response code and the records that answer a question, by its type. */
import { addressRecords, aliasRecords, mostNames, serviceRecords, type DnsLookup } from './answers.ts';
import type { DnsIndex } from './dns-index.ts';
import type { DnsRecord, QuestionType, Resolution } from './model.ts';
import type { AskedFor } from './question.ts';
import { reverseRecords } from './reverse.ts';

interface Answer extends Omit<Resolution, 'why'> {
  /** True where more names lead on than were followed. */
  readonly isCut: boolean;
}

export function answerOf(index: DnsIndex, question: AskedFor, type: QuestionType, found: DnsLookup): Answer {
  const { asked, labels, name, zone } = question;
  const { exists, targets } = found;
  const followed = { count: 0 };
  const answer = (records: readonly DnsRecord[], extra: readonly DnsRecord[] = []): Answer => {
    // For TXT, CoreDNS asks whether the name has other records: a zone and a namespace have none.
    const isFound = type === 'TXT' ? targets.length > 0 : exists;
    // Whether a name outside exists, another name server decides.
    const hasName = isFound || records.length > 0 || asked.kind === 'outside';
    return { rcode: hasName ? 'NOERROR' : 'NXDOMAIN', answer: records, extra, isCut: followed.count > mostNames };
  };
  switch (type) {
    case 'A':
    case 'AAAA':
      return answer(addressRecords(index, question, type, targets, { chain: [], followed }));
    case 'SRV': {
      const records = serviceRecords(question, targets);
      return answer(records.answer, records.extra);
    }
    case 'CNAME':
      return answer(aliasRecords(question, targets));
    case 'PTR':
      return answer(asked.kind === 'address' ? reverseRecords(index, question, asked.ip) : []);
    case 'TXT':
      return answer(zone !== '' && labels.join('.') === 'dns-version' ? [{ name, type, data: '"1.1.0"' }] : []);
    default:
      return answer([]);
  }
}
