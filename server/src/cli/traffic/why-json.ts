/** Prints explanations as JSON. */
import {
  readerOf,
  type ExplainedStep,
  type Explanation,
  type FieldPlace,
  type WhyQuestion,
} from '../../analysis/traffic/explanation.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import { jsonText } from '../terminal.ts';

/** With each range on one line. A line break in a text is escaped, so no text is changed. */
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
  return jsonText({ version: 1, asked, services }).replace(
    /\[\n *(\d+),\n *(\d+),\n *(\d+),\n *(\d+)\n *\]/g,
    '[$1, $2, $3, $4]',
  );

  function stepOf({ kind, verdict, text, at, change }: ExplainedStep): object {
    return { step: kind, verdict, text, ...placeOf(at), change: change ?? null };
  }

  function placeOf(at: FieldPlace | undefined): object {
    const { file = null, range = null } = (at && locate(at.entry, at.path)) ?? {};
    return { file, range };
  }
}
