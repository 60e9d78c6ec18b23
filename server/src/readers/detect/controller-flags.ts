/** Finds settings that switch the EndpointSlices of a controller off: in values, arguments, variables and settings files. */
import type { Span } from '../../text/span.ts';
import { chartNames, hintsAround, isOff, shortPath } from '../chart-hints.ts';
import { everything, generated, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import { commandPieces, isOnlyWords, type CommandPiece } from '../placed-strings.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { datadogSwitch } from './collectors.ts';

interface Controller {
  readonly title: string;
  readonly reach: 'all' | 'generated' | 'unknown';
}

const controllers = {
  linkerd: { title: 'Linkerd', reach: 'all' },
  aws: { title: 'The AWS Load Balancer Controller', reach: 'generated' },
  unknown: { title: 'The program with this setting', reach: 'unknown' },
  contour: { title: 'Contour', reach: 'all' },
  datadog: { title: 'The Datadog agent', reach: 'all' },
  spring: { title: 'Spring Cloud Kubernetes', reach: 'all' },
  cilium: { title: 'Cilium', reach: 'all' },
  kubeProxy: { title: 'kube-proxy', reach: 'all' },
  istio: { title: 'Istio', reach: 'all' },
} as const satisfies Readonly<Record<string, Controller>>;

export function controllerFlags(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (
    !/endpoint-?_?slice[^\n]{0,80}(?:false|off|\b0\b)|endpoint-?_?slices?[\s\S]{0,40}?value["']?:\s{0,4}["']?false/i.test(
      text.text,
    )
  )
    return [];
  const settings = text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap((placed): readonly FoundReader[] => {
      const found = isOff(placed.entry.value) ? controllerOf(placed, tree, text) : undefined;
      const { entry, owner } = placed;
      const name = entry.name === 'value' ? (textAt(owner, 'name') ?? '') : entry.name;
      return found ? [readerFor(found, name, tree.place(entry.key), text, estate)] : [];
    }),
  );
  return [...settings, ...commandPieces(text).flatMap((piece) => flagsOff(piece, text, estate))];
}

/** The controller whose slices a field, a variable or a parameter switches off. */
function controllerOf(
  { entry, owner, path, around }: PlacedEntry,
  tree: SearchedTree,
  text: SearchedText,
): Controller | undefined {
  const name = entry.name === 'value' ? textAt(owner, 'name') : entry.name;
  if (name === undefined) return undefined;
  const part = { tree, path, around };
  if (/^(?:[\w-]{1,60}\.)?enableEndpointSlices$|^enable-endpoint-slices$/.test(name))
    return byHints(
      text,
      [...path, ...owner.entries.map((each) => each.name), ...chartNames(part)],
      hintsAround(text, part),
    );
  if (datadogSwitch.test(name)) return controllers.datadog;
  if (/^(?:SPRING_)?(?:[\w.-]{0,80}[._])?use[-_]?endpoint[-_]?slices$/i.test(name))
    return /spring|kubernetes[ .]discovery|kubernetes[ .]loadbalancer/i.test([...path, name].join(' '))
      ? controllers.spring
      : undefined;
  if (/^enable-?k8s-?endpoint-?slice$/i.test(name)) return controllers.cilium;
  if (/(?:^|\.)PILOT_USE_ENDPOINT_SLICE$/.test(name)) return controllers.istio;
  const isGate = path.some((each) => /feature-?_?gates/i.test(each));
  return isGate && gate.test(name) ? controllers.kubeProxy : undefined;
}

const gate = /^(?:Windows)?EndpointSlice(?:Proxying)?$/;

/** Linkerd and the AWS Load Balancer Controller have the same setting. */
function byHints({ name }: SearchedText, near: readonly string[], all: string): Controller {
  for (const hints of [[...near, name].join(' ').toLowerCase(), all]) {
    const isAws = /aws|\blbc\b|\balb\b|vpcid|clustername/.test(hints);
    const isLinkerd = /linkerd|\bidentity|proxyinit|profilevalidator|policyvalidator|proxyinjector/.test(hints);
    if (isAws !== isLinkerd) return isAws ? controllers.aws : controllers.linkerd;
  }
  return controllers.unknown;
}

const flagOff =
  /(?<![\w-])(?:--?(enable-endpoint-slices)|--?(enable-k8s-endpoint-slice)|(?:--feature-?flags=)?(?:\w{1,40}=\w{1,8},){0,20}(useEndpointSlices)|(DD_KUBERNETES_USE_ENDPOINT_SLICES|datadog\.kubernetesUseEndpointSlices)|(spring\.cloud\.kubernetes\.[\w.-]{1,60}?use-?endpoint-?slices|SPRING_CLOUD_KUBERNETES_\w{1,60}?USE_?ENDPOINT_?SLICES)|(PILOT_USE_ENDPOINT_SLICE)|((?:[\w-]{1,40}\.)?enableEndpointSlices)|((?:Windows)?EndpointSlice(?:Proxying)?))\s{0,3}[=:]\s{0,3}["']?(?:false|0)\b/g;

const flagControllers: readonly (Controller | undefined)[] = [
  undefined,
  controllers.cilium,
  controllers.contour,
  controllers.datadog,
  controllers.spring,
  controllers.istio,
  undefined,
  controllers.kubeProxy,
];

function flagsOff(piece: CommandPiece, text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/endpoint[-_]?slice/i.test(piece.raw)) return [];
  return [...piece.raw.matchAll(flagOff)].flatMap((match): readonly FoundReader[] => {
    if (isOnlyWords(piece, match.index)) return [];
    const groups = match.slice(1);
    const index = groups.findIndex((each) => each !== undefined);
    const name = groups[index] ?? '';
    const hints = piece.at ? hintsAround(text, piece.at) : `${shortPath(text.path)} ${piece.raw}`.toLowerCase();
    const isGate = gate.test(name);
    if (isGate && !/feature-?_?gates/i.test(piece.raw + (piece.at?.path.join(' ') ?? ''))) return [];
    const start = match.index + match[0].lastIndexOf(name);
    const controller = flagControllers[index] ?? byHints(text, [piece.raw], hints);
    return [readerFor(controller, name, piece.place({ start, end: start + name.length }), text, estate)];
  });
}

function readerFor(
  { title, reach }: Controller,
  name: string,
  span: Span,
  text: SearchedText,
  estate: Estate,
): FoundReader {
  const end = reach === 'generated' ? 'the cluster stops making them' : 'slices replace them';
  return {
    ...reachedBy(reach, text.uri, estate),
    span,
    kind: 'controller-flag',
    change: 'person',
    message: `${title} reads Endpoints because ${name} is false, so it finds no addresses once ${end}. Give it an RBAC rule for endpointslices, then remove this setting or set it to true.`,
  };
}

function reachedBy(reach: Controller['reach'], uri: string, estate: Estate): Reach {
  if (reach === 'generated') return generated();
  return everything(estate, uri, reach === 'unknown' ? 'likely' : 'certain');
}
