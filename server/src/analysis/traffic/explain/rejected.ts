/** The objects of a Service that the API server rejects: they never reach the cluster. */
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import { step, trafficTitle, type ExplainedStep, type Rejection, type RejectionsOf } from './explanation.ts';
import type { ServiceWorld } from '../model.ts';

export interface Rejected {
  readonly steps: readonly ExplainedStep[];
  readonly lost: ReadonlySet<IndexedObject>;
  readonly isDoubtful: boolean;
}

const mostRejected = 5;

/** An object that the API server rejects never reaches the cluster. */
export function rejections({ service, slices, endpoints }: ServiceWorld, rejectionsOf: RejectionsOf): Rejected {
  const lost = new Set<IndexedObject>();
  const steps: ExplainedStep[] = [];
  let isDoubtful = false;
  for (const object of [service, ...slices.filter(({ isMirrored }) => !isMirrored), ...endpoints]) {
    const { entry } = object;
    const first = firstRejection(entry, rejectionsOf);
    if (!first || lost.has(entry)) continue;
    if (first.isCertain) lost.add(entry);
    else isDoubtful = true;
    const { path } = first;
    const text = rejectionWords(first, object === service ? 'the Service' : trafficTitle(object));
    const verdict = first.isCertain ? 'breaks' : 'unknown';
    if (steps.length < mostRejected)
      steps.push(
        step(object === service ? 'service' : 'slices', verdict, text, {
          at: { entry, path: first.isCertain ? path : path.slice(0, -1) },
        }),
      );
  }
  return { steps, lost, isDoubtful };
}

/** A certain one, if there is any. */
export function firstRejection(entry: IndexedObject, rejectionsOf: RejectionsOf): Rejection | undefined {
  const all = rejectionsOf(entry);
  return all.find(({ isCertain }) => isCertain) ?? all[0];
}

/** A sentence or two; `title` names the object. */
export function rejectionWords({ message, isCertain }: Rejection, title: string): string {
  const who = isCertain ? 'The API server rejects' : 'With its default validation, kubectl rejects';
  return /^The API server |^kubectl /.test(message) ? `${who} ${title}. ${message}` : `${who} ${title}: ${message}`;
}
