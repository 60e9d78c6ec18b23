/** The response code and the records that answer a question, by its type. */
import { addressRecords, aliasRecords, serviceRecords, type DnsLookup } from './answers.ts';
import type { DnsIndex } from './dns-index.ts';
import type { DnsRecord, QuestionType, Resolution } from './model.ts';
import type { AskedFor } from './question.ts';
import { reverseRecords } from './reverse.ts';

type Answer = Omit<Resolution, 'why'>;

export function answerOf(index: DnsIndex, question: AskedFor, type: QuestionType, found: DnsLookup): Answer {
  const { asked, labels, name } = question;
  const { exists, targets } = found;
  const answer = (records: readonly DnsRecord[], extra: readonly DnsRecord[] = []): Answer => {
    const hasName = exists || records.length > 0;
    return { rcode: hasName ? 'NOERROR' : 'NXDOMAIN', answer: records, extra };
  };
  // No answer of the simulation: another name server decides whether the name exists.
  if (asked.kind === 'outside') return { rcode: 'NOERROR', answer: [], extra: [] };
  switch (type) {
    case 'A':
    case 'AAAA':
      return answer(addressRecords(index, question, type, targets));
    case 'SRV': {
      const records = serviceRecords(question, targets);
      return answer(records.answer, records.extra);
    }
    case 'CNAME':
      return answer(aliasRecords(question, targets));
    case 'PTR':
      return answer(asked.kind === 'address' ? reverseRecords(index, question, asked.ip) : []);
    case 'TXT': {
      // CoreDNS does not look whether the name exists.
      const isVersion = labels.join('.') === 'dns-version';
      const isName = asked.kind !== 'malformed';
      return {
        rcode: isName ? 'NOERROR' : 'NXDOMAIN',
        answer: isVersion ? [{ name, type, data: '"1.1.0"' }] : [],
        extra: [],
      };
    }
    default:
      return answer([]);
  }
}
