/** What the DNS of a cluster answers to a question: a simulation of the plugin `kubernetes` of CoreDNS 1.14.7 with its defaults. */
import type { TrafficWorld } from '../traffic/model.ts';
import type { LocateField } from '../traffic/report.ts';
import { answerOf } from './answer-question.ts';
import { lookUpName } from './answers.ts';
import { dnsIndexOf } from './dns-index.ts';
import type { QuestionType, Resolution } from './model.ts';
import { readQuestion } from './question.ts';
import { cautions, remarksOn } from './remarks.ts';
import { whyNone } from './why-none.ts';

/** The name is complete: no search list is applied. `locate` names the files of objects in sentences. */
export function resolveName(world: TrafficWorld, name: string, type: QuestionType, locate: LocateField): Resolution {
  const index = dnsIndexOf(world);
  const question = readQuestion(name);
  const found = lookUpName(index, question);
  const { isCut, ...answered } = answerOf(index, question, type, found);
  const context = { index, question, type, found, ...answered, isCut, locate };
  const sentences = answered.answer.length > 0 ? remarksOn(context) : [whyNone(context), ...cautions(context)];
  return { ...answered, why: sentences.length > 0 ? sentences.join(' ') : null };
}
