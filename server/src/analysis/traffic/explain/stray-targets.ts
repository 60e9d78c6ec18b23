/** Explains what a consumer does with slices that belong to no Service, and that may be meant for the one of the question. */
import { listed } from '../../../text/quote.ts';
import {
  shownService,
  step,
  trafficTitle,
  type ExplainedStep,
  type WhyContext,
  type WhyQuestion,
} from './explanation.ts';
import type { TrafficSlice } from '../model.ts';
import { elsewhere } from './suspects.ts';

export function strayNotes(consumer: WhyQuestion['consumer']): readonly ExplainedStep[] {
  if (!consumer?.readsStrays) return [];
  const text = `As read in version ${consumer.version}, ${consumer.title} takes the addresses of a slice without a Service for targets, too, without the labels of a Service.`;
  return [step('slices', 'note', text)];
}

const mostNamed = 3;

/**
 * The answer where the consumer connects to the address of the question, or to those of slices that `missing` suspects, without
 * the Service; else undefined.
 */
export function freeTargets(
  context: WhyContext,
  missing: readonly ExplainedStep[],
  isAccepted: (slice: TrafficSlice) => boolean,
): { readonly answer: string; readonly steps: readonly ExplainedStep[] } | undefined {
  const { world, question } = context;
  const { consumer, address } = question;
  if (!consumer?.readsStrays) return undefined;
  const suspected = new Set(missing.map(({ at }) => at?.entry));
  const slices = world.strays
    .map(({ slice }) => slice)
    .filter(
      (slice) =>
        isAccepted(slice) &&
        (address === undefined
          ? suspected.has(slice.entry)
          : slice.endpoints.some(({ addresses }) => addresses.includes(address))),
    );
  if (slices.length === 0) return undefined;
  const titles = listed(slices.slice(0, mostNamed).map(trafficTitle), 'and');
  const targets = address ?? `the addresses of ${titles}`;
  const cause = slices.length === 1 ? `${titles} belongs to no Service` : `${titles} belong to no Service`;
  return {
    answer: `${consumer.title} connects to ${targets}, but not for ${shownService(question)}: ${cause}.`,
    steps: address === undefined ? missing : [...elsewhere(address, context), ...strayNotes(consumer)],
  };
}
