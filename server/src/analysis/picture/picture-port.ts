/** Draws a Service port: whether traffic flows, and what a client meets where none does. */
import { familyOfIp, parseIp, type IpFamily } from '../../contract/ip.ts';
import type { ServiceWorld } from '../traffic/model.ts';
import { hostOf, type ProxiedPort } from '../traffic/proxy.ts';
import type { LocateField } from '../traffic/report.ts';
import { drawnPlace } from './breaks.ts';
import type { PortAnswers } from './outcomes.ts';
import type { Flow, PictureObject, PicturePort } from './picture.ts';
import type { DrawnPort } from './picture-object.ts';
import type { WholeBreak } from './whole-break.ts';

export interface PortContext {
  readonly own: ServiceWorld;
  readonly objects: readonly PictureObject[];
  readonly whole: WholeBreak | undefined;
  readonly isByDns: boolean;
  /** False for another program, which does not refuse connections as kube-proxy does. */
  readonly isProxy: boolean;
  readonly locate: LocateField;
}

export function picturePort(drawn: DrawnPort, answers: PortAnswers, context: PortContext): PicturePort {
  const { id, port, isCertain } = drawn;
  const { own, locate } = context;
  // A program that compares no ports takes those of the slices.
  const isOwn = own.service.ports.includes(port);
  return {
    id,
    name: port.name,
    number: port.number || null,
    protocol: port.protocol,
    nodePort: port.nodePort ?? null,
    ...(isUsed(drawn, answers, context)
      ? { flow: 'used' as const, note: lackingFamily(answers) }
      : unservedPort(drawn, answers, context)),
    certain: isCertain,
    ...drawnPlace({ entry: own.service.entry, path: isOwn ? port.path : ['metadata', 'name'] }, locate),
  };
}

export function isCertainAnswer({ unknown, isByChance }: ProxiedPort): boolean {
  return unknown.length === 0 && !isByChance;
}

function isUsed({ id }: DrawnPort, { answers }: PortAnswers, { isByDns, objects }: PortContext): boolean {
  if (!isByDns) return answers.some(({ all }) => all.length > 0);
  return objects.some(({ flows }) => flows.some(({ port, flow }) => port === id && flow === 'used'));
}

/** Of a dual-stack Service with addresses in both families, where one of them is not served; empty otherwise. */
function lackingFamily({ answers, families }: PortAnswers): string {
  const family = families.find((each, i) => {
    const answer = answers[i];
    const isEmpty = answer && isCertainAnswer(answer) && answer.all.length === 0 && !answer.hasAny;
    return isEmpty && answer.written.some(({ address }) => isOfFamily(address, each));
  });
  return family ? `No ${family} endpoint, so ${family} connections are refused.` : '';
}

function isOfFamily(address: string, family: IpFamily): boolean {
  const ip = parseIp(hostOf(address));
  return ip !== undefined && familyOfIp(ip) === family;
}

function unservedPort(
  { id, isCertain }: DrawnPort,
  { answers }: PortAnswers,
  { own, objects, whole, isByDns, isProxy }: PortContext,
): { readonly flow: Flow; readonly note: string } {
  const { service, slices, endpoints } = own;
  // The Service says why, above its ports.
  if (whole) return { flow: whole.portFlow, note: '' };
  if (answers.some(({ hasAny }) => hasAny))
    return { flow: 'idle', note: 'The policy is Local: only clients on a node with an endpoint reach it.' };
  if (!isCertain) return { flow: 'unknown', note: 'Unknown values decide whether it has an endpoint.' };
  if (service.hasSelector) return { flow: 'idle', note: 'The endpoints come from Pods, which are in no file.' };
  const result = isByDns ? ', so DNS has no answer' : isProxy ? ', so connections are refused' : '';
  if (slices.length + endpoints.length === 0)
    return { flow: 'broken', note: `Nothing is written for this Service${result}.` };
  const edges = objects.flatMap(({ flows }) => flows.filter(({ port }) => port === id));
  const isBroken = edges.some(({ flow }) => flow === 'broken');
  const isEmpty = objects.every(({ addresses }) => addresses.length === 0);
  return { flow: 'broken', note: `No endpoint${isBroken || isEmpty ? '' : ' is ready'}${result}.` };
}
