/** Prints explanations as JSON. */
import {
  readerOf,
  type ExplainedStep,
  type Explanation,
  type WhyQuestion,
} from '../../analysis/traffic/explain/explanation.ts';
import type { FieldOf } from '../../analysis/traffic/reason-place.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import { jsonTextOfRanges } from '../terminal.ts';

export function whyJson(all: readonly Explanation[], question: WhyQuestion, locate: LocateField): string {
  const { port = null, address = null, node, zone = null, family = null } = question;
  const services = all.map(({ namespace, name, at, arrives, answer, steps, ports }) => ({
    namespace,
    name,
    ...placeOf(at),
    arrives,
    answer,
    steps: steps.map(stepOf),
    ports: ports.map((each) => ({
      name: each.name,
      protocol: each.protocol,
      port: each.number,
      arrives: each.arrives,
      answer: each.answer,
      steps: each.steps.map(stepOf),
    })),
  }));
  const asked = { port, address, node, zone, family, through: readerOf(question) };
  return jsonTextOfRanges({ version: 1, asked, services });

  function stepOf({ kind, verdict, text, at, change }: ExplainedStep): object {
    return { step: kind, verdict, text, ...placeOf(at), change: change ?? null };
  }

  function placeOf(at: FieldOf | undefined): object {
    const { file = null, range = null } = (at && locate(at.entry, at.path)) ?? {};
    return { file, range };
  }
}
