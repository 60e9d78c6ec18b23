/** Writes the messages of commands that read, write or wait for Endpoints. */
import { outsidePair } from '../../../text/halves.ts';
import { bareText, withoutControls } from '../../../text/quote.ts';
import type { Reach } from '../../reader.ts';

export type CommandUse = 'shown' | 'status' | 'output';

export interface CommandFacts {
  readonly kind: 'kubectl-read' | 'kubectl-write' | 'kubectl-wait';
  readonly verb: string;
  /** The command as it is written. */
  readonly shown: string;
  /** The name of the object, if it is written. */
  readonly name: string | undefined;
  readonly use: CommandUse;
  /** What runs the command, such as `target "show"`. */
  readonly title: string | undefined;
  readonly reach: Reach;
}

export function commandMessage(facts: CommandFacts): string {
  const { kind, verb, name, use, reach } = facts;
  const subject = `${shortened(facts.shown)}${facts.title === undefined ? '' : ` (${facts.title})`}`;
  const slices = `endpointslices -l kubernetes.io/service-name=${name ?? 'SERVICE'}`;
  const event = eventOf(reach);
  if (kind === 'kubectl-wait')
    return `${subject} times out or fails ${event}. Poll "kubectl get ${slices}" instead: "kubectl wait" with a selector fails at once where no slice exists.`;
  if (kind === 'kubectl-write')
    return /^(?:apply|create|replace)$/.test(verb)
      ? `${subject} writes Endpoints, which no longer reach kube-proxy ${event}. Write an EndpointSlice with the label kubernetes.io/service-name=${name ?? 'SERVICE'} instead.`
      : `${subject} ${reach.when === 'later' ? 'no longer changes traffic' : 'finds nothing'} ${event}. Change the EndpointSlice of the Service instead.`;
  const start = `${subject} finds nothing ${event}`;
  const isAll = name === undefined;
  if (use === 'shown')
    return isAll ? `${start}. Write "endpointslices" instead.` : `${start}. Use "kubectl ${verb} ${slices}".`;
  if (use === 'status')
    return `${start}, and its exit status may count. Read "${slices}" and test the output: a selector that finds nothing exits with 0.`;
  return `${start}, and something reads its output. Read "${slices}", add up all slices and leave out endpoints that are not ready.`;
}

export function pathMessage(path: string, name: string | undefined, reach: Reach): string {
  const selector = name === undefined ? '' : `?labelSelector=kubernetes.io/service-name=${name}`;
  return `The request to ${shortened(path)} finds nothing ${eventOf(reach)}. Request endpointslices${selector} below /apis/discovery.k8s.io/v1 and add up all slices.`;
}

function eventOf({ when }: Reach): string {
  return when === 'later' ? 'once the cluster stops the Endpoints controller' : 'once slices replace the Endpoints';
}

function shortened(text: string): string {
  const line = withoutControls(bareText(text));
  return `"${line.length > longest ? `${line.slice(0, outsidePair(line, longest - 1))}…` : line}"`;
}

const longest = 56;
