/** Finds nodeNames of endpoints that are the name of no Node, where Nodes are written. */
import { nearest } from '../../../text/nearest.ts';
import { quote } from '../../../text/quote.ts';
import { hasLocalPolicy } from '../policies.ts';
import { nodeTest } from '../viewpoints.ts';
import { step, type ExplainedStep, type WhyContext } from './explanation.ts';

const most = 3;

/**
 * Empty without a Local policy, which alone compares the names. It breaks traffic where another Node is certainly meant, unless
 * traffic arrives from the node of the question.
 */
export function strangerSteps({ world, own, question }: WhyContext, isReached: boolean): readonly ExplainedStep[] {
  const { service, slices } = own;
  if (!hasLocalPolicy(service)) return [];
  const known = new Set([...world.nodes.map(({ name }) => name), question.node].filter((name) => name !== ''));
  if (known.size === 0) return [];
  const mayExist = nodeTest(world.nodes);
  const strangers = new Map(
    slices.flatMap((slice) =>
      slice.endpoints.flatMap(({ nodeName, path }) =>
        nodeName === '' || known.has(nodeName) ? [] : [[nodeName, { entry: slice.entry, path: [...path, 'nodeName'] }]],
      ),
    ),
  );
  return [...strangers].slice(0, most).flatMap(([name, at]) => {
    const meant = [...known].find((each) => name.startsWith(`${each}.`) || each.startsWith(`${name}.`));
    if (meant === undefined && mayExist(name)) return [];
    const near = meant ?? nearest(name, known);
    const change = near === undefined ? 'Write the name of a Node.' : `Write nodeName: ${near}.`;
    const text = `There is no Node ${quote(name)}. kube-proxy compares nodeName with the name of its node byte for byte.`;
    const isNote = meant === undefined || (isReached && question.node !== '');
    return [step('endpoints', isNote ? 'note' : 'breaks', text, { at, change })];
  });
}
