/** Ports of both kinds have classes of the same name: what only converted calls use makes place for the class of the other kind. */
import { kindOfType } from '../../contract/contract.ts';
import type { ProgramSyntax } from '../../frontends/code/read-code.ts';
import { nodeText } from '../../frontends/code/syntax.ts';
import type { CallReplacement } from '../parts/calls.ts';
import type { CodeStyle } from './code-style.ts';

const twin = 'EndpointPortArgs';

/** The classes of arguments that the objects of both kinds consist of, and those that are in no group of theirs. */
const own =
  /^(?:Endpoint(?:s|Subset|Address|Port|Slice|Conditions|Hints)?|ForZone|ForNode|ObjectMeta|OwnerReference)Args$/;

export function forgetTwins(
  calls: readonly CallReplacement[],
  { syntax, style }: { readonly syntax: ProgramSyntax; readonly style: CodeStyle },
): void {
  const replaced = calls.filter(
    ({ objects, resource: { type } }) => !objects.some(({ kind }) => kind === kindOfType(type)),
  );
  const names = argumentClasses(syntax);
  const isReplaced = (start: number): boolean =>
    replaced.some(({ resource: { span } }) => span.start <= start && start < span.end);
  if (names.every(({ name, start }) => name !== twin || isReplaced(start))) style.references.forget(twin);
  // With a namespace, all of its classes come and go.
  if (names.every(({ name, start }) => own.test(name) && (/^ObjectMeta|^OwnerRef/.test(name) || isReplaced(start)))) {
    const [first] = replaced;
    const group = first?.resource.type === 'EndpointSlice' ? 'Discovery' : 'Core';
    if (first) style.references.forgetNamespace(`Pulumi.Kubernetes.Types.Inputs.${group}.V1`);
  }
}

/** The names of classes of arguments outside of imports, in their places. */
function argumentClasses({ program: { root, text } }: ProgramSyntax): readonly { name: string; start: number }[] {
  const found: { name: string; start: number }[] = [];
  const waiting = root.children.filter(({ type }) => !/^(?:import|using)/.test(type));
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    waiting.push(...node.children);
    const name = node.children.length === 0 && node.type.endsWith('identifier') ? nodeText(node, text) : '';
    if (name.endsWith('Args')) found.push({ name, start: node.start });
  }
  return found;
}
