/** Writes the document that shows the traffic of a Service: its answers, what becomes of each address, and its names in DNS. */
import type { ExplainedStep, Explanation, PortExplanation } from '../../analysis/traffic/explain/explanation.ts';
import type { FieldOf } from '../../analysis/traffic/reason-place.ts';
import { withPlace } from '../../analysis/traffic/explain/step-words.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { NotedLine } from '../../edits/annotated.ts';
import { spell } from '../../edits/spell.ts';
import { withoutControls } from '../../text/quote.ts';
import { urisRead } from '../kustomize/kustomized-objects.ts';
import { shownFile, shownName } from '../navigation/object-words.ts';
import { portStates, type AddressState, type PortStates } from '../traffic/address-states.ts';
import { fieldStart } from '../traffic/field-places.ts';
import {
  mostTrafficWork,
  trafficExplanation,
  trafficFinder,
  trafficWork,
  type ObjectTraffic,
  type TrafficOfService,
  type TrafficOptions,
} from '../traffic/service-traffic.ts';
import { otherOverlayLines } from './around-to-show.ts';
import { commented } from './comment-lines.ts';
import type { DrawText, ShownContext, ShownPart } from './shown-object.ts';
import { dnsLines } from './traffic-dns.ts';

/** Of the addresses with traffic, and of those without. */
const mostListed = 50;

/** Never empty: where nothing is known, the text explains why. */
export function drawTraffic(options: TrafficOptions): DrawText {
  return (around, context) => {
    const { files, uris } = context;
    const object = trafficFinder(files, options, (key) => around.at(key))(around.entry);
    if (!object)
      return [commented([`${shownName(around.entry)} belongs to no Service, or its Service has too many objects.`])];
    const { root, otherRoots, traffic } = object;
    if (root) for (const uri of urisRead(root.build, files)) uris.add(uri);
    const { own, question } = traffic;
    for (const { entry } of own ? [own.service, ...own.slices, ...own.endpoints] : []) uris.add(entry.uri);
    const built = root ? `, as ${root.name} builds it` : '';
    const title = `Traffic of ${question.namespace}/${question.name}${built}.`;
    const mirror = options.isMirroring ? '' : ' This cluster mirrors no Endpoints.';
    const version = `Kubernetes 1.${options.minor}.${mirror}`;
    const explanation = trafficExplanation(traffic);
    const head = explanation ? headLines(explanation, context) : [obstacleOf(traffic)];
    const lines = [`${title} ${version}`, '', ...head, ...otherOverlayLines(otherRoots)];
    return [commented(lines), ...(explanation ? bodyParts(explanation, object, context) : [])];
  };
}

function obstacleOf(traffic: TrafficOfService): string {
  if (trafficWork(traffic) > mostTrafficWork)
    return 'The Service has too many endpoints and viewpoints to show. Run "endpoints traffic" instead.';
  return traffic.own?.service.hasSelector
    ? 'The Service has a selector: the control plane makes its endpoints of Pods, which are in no file.'
    : 'No endpoints of this Service are known, and not all files of the workspace are.';
}

function headLines({ answer, steps }: Explanation, context: ShownContext): readonly string[] {
  return [answer, ...stepLines(steps, context)];
}

function stepLines(steps: readonly ExplainedStep[], context: ShownContext): readonly string[] {
  if (steps.length === 0) return [];
  const lines = steps.map(({ text, at, change, verdict }) => {
    const label = verdict === 'ok' || verdict === 'note' ? '' : `${verdict}: `;
    const sentence = withPlace(text, at ? placeText(at, context) : '');
    return `- ${label}${sentence}${change === undefined ? '' : ` ${change}`}`;
  });
  return ['', ...lines];
}

function bodyParts(
  explanation: Explanation,
  { entry, traffic }: ObjectTraffic,
  context: ShownContext,
): readonly ShownPart[] {
  const service = traffic.own?.service.entry ?? entry;
  const parts = portStates(traffic).flatMap((states): readonly ShownPart[] => {
    const explained = explanation.ports.find((each) => isOf(each, states));
    // The answer on an only port is that on the Service.
    const answers = explained && explanation.ports.length > 1 ? [explained.answer] : [];
    const lines = [...answers, ...(explained ? stepLines(explained.steps, context) : [])];
    const words = lines[0] === '' ? lines.slice(1) : lines;
    return ['\n', ...(words.length > 0 ? [commented(words)] : []), stateLines(states, service, context)];
  });
  const names = dnsLines(traffic);
  return [...parts, ...(names.length > 0 ? ['\n', names] : [])];
}

function isOf({ name, protocol, number }: PortExplanation, { port }: PortStates): boolean {
  return port !== undefined && port.name === name && port.protocol === protocol && port.number === number;
}

/** A block for the port, with the addresses that get traffic, and those that get none. */
function stateLines(
  { port, addresses }: PortStates,
  service: IndexedObject,
  context: ShownContext,
): readonly NotedLine[] {
  const title = port ? `port ${port.number}/${port.protocol}${port.name === '' ? '' : ` ${port.name}`}` : 'all ports';
  const note = port && placeText({ entry: service, path: port.path }, context);
  const used = listLines(
    'gets traffic',
    addresses.filter((each) => each.isUsed),
    context,
  );
  const unused = listLines(
    'gets no traffic',
    addresses.filter((each) => !each.isUsed),
    context,
  );
  const isEmpty = used.length + unused.length === 0;
  return [{ text: `${spell(withoutControls(title), false)}:${isEmpty ? ' []' : ''}`, note }, ...used, ...unused];
}

function listLines(title: string, states: readonly AddressState[], context: ShownContext): readonly NotedLine[] {
  if (states.length === 0) return [];
  const lines = states.slice(0, mostListed).map((state) => {
    const place = placeText(state, context);
    const note = [place, state.note].filter(Boolean).join(': ');
    return { text: `    - ${spell(withoutControls(state.address), false)}`, note: note === '' ? undefined : note };
  });
  const rest = states.length - lines.length;
  const more = rest > 0 ? [{ text: `    # … and ${rest} more`, note: undefined }] : [];
  return [{ text: `  ${title}:`, note: undefined }, ...lines, ...more];
}

/** `shop/main.yaml:12`. */
function placeText(at: FieldOf, { files, uris, lineAt }: ShownContext): string {
  const found = fieldStart(at, files);
  if (!found) return shownFile(at.entry.uri, files);
  uris.add(found.view.uri);
  return lineAt(found.view, found.offset);
}
