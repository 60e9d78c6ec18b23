/** Finds nodeNames of endpoints that are the name of no Node, where Nodes are written. */
import { nearest } from '../../../text/nearest.ts';
import { quote } from '../../../text/quote.ts';
import { step, type ExplainedStep, type WhyContext } from './explanation.ts';

const most = 3;

/** Empty without a Local policy, which alone compares the names. It breaks traffic where another Node is certainly meant. */
export function strangerSteps({ world, own, question }: WhyContext): readonly ExplainedStep[] {
  const { service, slices } = own;
  if (service.internalPolicy !== 'Local' && service.externalPolicy !== 'Local') return [];
  const known = new Set([...world.nodes.map(({ name }) => name), question.node].filter((name) => name !== ''));
  if (known.size === 0) return [];
  const strangers = new Map(
    slices.flatMap((slice) =>
      slice.endpoints.flatMap(({ nodeName, path }) =>
        nodeName === '' || known.has(nodeName) ? [] : [[nodeName, { entry: slice.entry, path: [...path, 'nodeName'] }]],
      ),
    ),
  );
  return [...strangers].slice(0, most).flatMap(([name, at]) => {
    const meant = [...known].find((each) => name.startsWith(`${each}.`) || each.startsWith(`${name}.`));
    const near = meant ?? nearest(name, known);
    if (near === undefined || (meant === undefined && world.nodes.length === 0)) return [];
    const text = `There is no Node ${quote(name)}. kube-proxy compares nodeName with the name of its node byte for byte.`;
    return [
      step('endpoints', meant === undefined ? 'note' : 'breaks', text, { at, change: `Write nodeName: ${near}.` }),
    ];
  });
}
