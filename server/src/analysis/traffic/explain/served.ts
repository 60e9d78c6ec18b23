/** Explains a Service that the API server accepts: what its name, its cluster IP and its ports lead to. */
import type { IpFamily } from '../../../contract/ip.ts';
import { proxyLabel } from '../../../contract/service.ts';
import { nearest } from '../../../text/nearest.ts';
import { listed, quote } from '../../../text/quote.ts';
import { skipsExternalName, type Consumer } from '../consumers/consumer.ts';
import { explainAddress } from './explain-address.ts';
import { explainExternalName } from './explain-external-name.ts';
import { explainHeadless } from './explain-headless.ts';
import { explainPort } from './explain-port.ts';
import {
  dnsName,
  shownService,
  step,
  isSingular,
  trafficSubject,
  type ExplainedStep,
  type ServedExplanation,
  type WhyContext,
  type WhyQuestion,
} from './explanation.ts';
import type { OfferedPort, TrafficService } from '../model.ts';
import { loopsIn, noLoops } from './loops.ts';
import { portViews } from './port-views.ts';
import { summary } from './why-summary.ts';

export function served(context: WhyContext): ServedExplanation {
  const { own, question } = context;
  const { service } = own;
  if (question.consumer) return consumed(context, question.consumer);
  if (service.type === 'ExternalName') return explainExternalName(context);
  const asked = service.ports.filter((port) => isAsked(port, question));
  if (service.isHeadless) return explainHeadless(context, asked);
  const name = step('name', 'ok', `DNS answers ${dnsName(question)} with the cluster IP of the Service.`, {
    at: { entry: service.entry, path: [] },
  });
  const subject = subjectOf(question);
  if (service.labels.has(proxyLabel))
    return {
      arrives: 'no',
      answer: `No traffic arrives at ${subject} through kube-proxy: the Service belongs to another proxy.`,
      steps: [name, otherProxy(service)],
      ports: [],
    };
  const families = service.families.filter((family) => question.family === undefined || question.family === family);
  if (families.length === 0) return withoutFamily(service, question);
  if (asked.length === 0) return withoutPort(service, question);
  const proxy = step('port', 'ok', `kube-proxy on every node serves ${portsWords(asked)} of the cluster IP.`, {
    at: { entry: service.entry, path: asked.length === 1 ? (asked[0]?.path ?? []) : ['spec', 'ports'] },
  });
  return explained(context, { asked, families, steps: [name, proxy] });
}

interface Asked {
  readonly asked: readonly OfferedPort[];
  readonly families: readonly IpFamily[];
  readonly steps: readonly ExplainedStep[];
}

function explained(context: WhyContext, { asked, families, steps }: Asked): ServedExplanation {
  const { question, world } = context;
  const { address } = question;
  const views = portViews(context, families);
  // A consumer that compares no ports has those of the slices.
  const own = question.consumer?.numbers ? asked : [...views.keys()].filter((port) => isAsked(port, question));
  const loops = question.consumer ? noLoops : loopsIn(world);
  const ports = own.map((port) => {
    const parts = { port, views: views.get(port) ?? [], families, loops };
    return address === undefined ? explainPort(context, parts) : explainAddress(context, address, parts);
  });
  const none = `No traffic arrives at ${subjectOf(question)}${question.consumer ? ` through ${question.consumer.title}` : ''}.`;
  return ports.length === 0
    ? { arrives: 'no', answer: none, steps: [...steps, ...unreadSteps(context)], ports }
    : { ...summary(ports, question), steps, ports };
}

/** Why a program that compares no ports finds none; empty where nothing is written for the Service. */
function unreadSteps({ own, question }: WhyContext): readonly ExplainedStep[] {
  const { service, slices, endpoints } = own;
  const isOfEndpoints = question.consumer?.reads === 'endpoints';
  const [first] = isOfEndpoints && endpoints.length > 0 ? endpoints : slices;
  if (!first) return [];
  const who = question.consumer?.title ?? '';
  const at = { entry: first.entry, path: [] };
  if (isOfEndpoints && endpoints.length === 0)
    return [
      step('slices', 'breaks', `${who} reads no slices, and the Service has no Endpoints.`, {
        at,
        change: `Write Endpoints with the name ${service.name}.`,
      }),
    ];
  const missing = question.port === undefined ? 'ports' : `port ${question.port}`;
  const text = `${trafficSubject(first, 'has')} no ${missing}.`;
  const change = `Add the port to ${isSingular(first) ? 'it' : 'them'}.`;
  return [step('slices', 'breaks', text, { at, change })];
}

/** A program that connects to the endpoints itself. */
function consumed(context: WhyContext, consumer: Consumer): ServedExplanation {
  const { own, question } = context;
  const { service } = own;
  const { title, version } = consumer;
  const subject = subjectOf(question);
  const asked = service.ports.filter((port) => isAsked(port, question));
  const isNamed = consumer.numbers === undefined || asked.length > 0;
  const skipped = consumer.skips(service);
  const at = { entry: service.entry, path: [] };
  if (skipped !== undefined && (!isNamed || consumer.skips !== skipsExternalName)) {
    const text = skipped.words.replace(/^It /, `${title} `);
    const answer = `No traffic arrives at ${subject} through ${title}.`;
    const isSent = consumer.skips === skipsExternalName;
    const more = isSent ? withoutPort(service, question).steps : [];
    return {
      arrives: 'no',
      answer,
      steps: [...more, step('service', isSent ? 'note' : 'breaks', text, { at, change: skipped.change })],
      ports: [],
    };
  }
  if (skipped !== undefined) return explainExternalName(context);
  if (!isNamed) return withoutPort(service, question);
  const what = consumer.reads === 'endpoints' ? 'the Endpoints' : 'the slices of the Service';
  const text = `As read in version ${version}, ${title} reads ${what} and connects to the endpoints itself.`;
  return explained(context, { asked, families: ['IPv4', 'IPv6'], steps: [step('service', 'ok', text, { at })] });
}

function isAsked({ name, number }: OfferedPort, { port }: WhyQuestion): boolean {
  return port === undefined || port === name || port === String(number);
}

function subjectOf(question: WhyQuestion): string {
  return shownService(question) + (question.port === undefined ? '' : `:${question.port}`);
}

function otherProxy({ entry }: TrafficService): ExplainedStep {
  return step('cluster-ip', 'breaks', `kube-proxy ignores the Service, because it has the label ${proxyLabel}.`, {
    at: { entry, path: ['metadata', 'labels', proxyLabel] },
    change: 'Remove the label, unless another proxy serves the Service.',
  });
}

function portsWords(ports: readonly OfferedPort[]): string {
  return `the port${ports.length > 1 ? 's' : ''} ${listed(ports.map(portWords))}`;
}

function portWords({ name, number, protocol }: OfferedPort): string {
  return `${number || '?'}/${protocol}${name === '' ? '' : ` (${quote(name)})`}`;
}

function withoutFamily({ entry }: TrafficService, question: WhyQuestion): ServedExplanation {
  const { family = 'IPv4' } = question;
  const missing = step('cluster-ip', 'breaks', `The Service has no ${family} cluster IP.`, {
    at: { entry, path: ['spec', 'ipFamilies'] },
    change: `Add ${family} to ipFamilies, and set ipFamilyPolicy: PreferDualStack.`,
  });
  const answer = `No traffic arrives at ${subjectOf(question)} over ${family}.`;
  return { arrives: 'no', answer, steps: [missing], ports: [] };
}

function withoutPort({ entry, ports }: TrafficService, question: WhyQuestion): ServedExplanation {
  const { port = '' } = question;
  const names = ports.map(({ name }) => name).filter((name) => name !== '');
  const target = ports.find(({ target: to }) => String(to) === port);
  const meant = nearest(port, names);
  const change = target
    ? `${port} is the targetPort of ${portWords(target)}: connect to ${target.number}.`
    : meant === undefined
      ? `${ports.length === 0 ? 'Add' : 'Use a port of the Service, or add'} ${port === '' ? 'a port' : 'this one'} to it.`
      : `Did you mean ${quote(meant)}?`;
  const text = `The Service has ${ports.length === 0 ? 'no ports' : `only ${portsWords(ports)}`}.`;
  return {
    arrives: 'no',
    answer: `No traffic arrives at ${subjectOf(question)}: the Service has no such port.`,
    steps: [step('port', 'breaks', text, { at: { entry, path: ['spec', 'ports'] }, change })],
    ports: [],
  };
}
