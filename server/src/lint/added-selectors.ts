/** Selectors that common labels give to Services without one: their effect on endpoints, and labels that add none. */
import { isKustomizationPath, isPlainBlock } from './build-edits.ts';
import type { BuildEvent, BuildFix } from './build-events.ts';
import { builtValueAt, builtTextAt } from './build-words.ts';
import { lineBreakOf } from '../text/line.ts';
import type { Build, BuildRemark, BuiltObject } from '../tree/built.ts';

type AddedSelectorRemark = Extract<BuildRemark, { readonly what: 'added-selector' }>;

export interface SelectorAddition {
  readonly remark: AddedSelectorRemark;
  /** The hand-written endpoints of the Service in the same build. */
  readonly endpoints: readonly BuiltObject[];
}

/** Undefined for other events, and for a Service whose selector no controller reads. */
export function selectorAddition({ remark, build }: BuildEvent): SelectorAddition | undefined {
  if (remark?.what !== 'added-selector') return undefined;
  const { name, service: at } = remark;
  const service = build.objects.find(
    (each) => each.kind === 'Service' && each.path === at.path && (each.written.name === name || each.name === name),
  );
  if (service && builtTextAt(service, ['spec', 'type']) === 'ExternalName') return undefined;
  return { remark, endpoints: service ? endpointsOf(service, build) : [] };
}

function endpointsOf({ name, namespace }: BuiltObject, { objects }: Build): readonly BuiltObject[] {
  return objects.filter((each) => {
    if (each.namespace !== namespace) return false;
    if (each.kind === 'Endpoints') return each.name === name;
    return (
      each.kind === 'EndpointSlice' && builtTextAt(each, ['metadata', 'labels', 'kubernetes.io/service-name']) === name
    );
  });
}

/** The way out. Argo CD writes its labels into the kustomization. */
export function labelsAdvice({ remark }: SelectorAddition): string {
  return isKustomizationPath(remark.at.path)
    ? 'Use labels without includeSelectors.'
    : 'Set labelWithoutSelector: true beside them.';
}

/** Kinds without selectors and templates: common labels change only their metadata. */
const plainKinds = new Set(
  'Service Endpoints EndpointSlice ConfigMap Secret Namespace ServiceAccount Ingress HTTPRoute Role RoleBinding ClusterRole ClusterRoleBinding'.split(
    ' ',
  ),
);

/** Labels without selectors. Undefined where other objects or other Services lose selectors as well. */
export function withoutSelectors({ remark }: SelectorAddition, { build, textOf }: BuildEvent): BuildFix | undefined {
  const { path } = remark.at;
  const text = isKustomizationPath(path) ? textOf(path) : undefined;
  const isAlone =
    build.outside.length === 0 &&
    build.objects.every((object) => plainKinds.has(object.kind) && !hasOther(object, path));
  const written = text === undefined || !isAlone || !isPlainBlock(text) ? undefined : selectorless(text);
  if (!written) return undefined;
  const { start, end, by } = written;
  return {
    title: 'Use labels without selectors',
    safety: 'suggested',
    edits: [{ at: { path, span: { start, end } }, text: by }],
  };
}

/** True for a Service with selectors of its own beside those of the kustomization. */
function hasOther({ kind, root }: BuiltObject, path: string): boolean {
  const selector = kind === 'Service' ? builtValueAt(root, ['spec', 'selector']) : undefined;
  if (selector?.kind !== 'mapping') return false;
  return selector.entries.some(({ value }) => value.kind !== 'scalar' || !value.origins.some((at) => at.path === path));
}

function selectorless(text: string): { readonly start: number; readonly end: number; readonly by: string } | undefined {
  const hasLabels = /^labels:/m.test(text);
  const common = /^commonLabels:([ \t]*(?:#[^\n\r]*)?)\r?\n((?:(?:[ \t]+[^\n\r]*)(?:\r?\n|$))+)/m.exec(text);
  if (common && !hasLabels) {
    const [whole, head = '', body = ''] = common;
    const lineBreak = lineBreakOf(text);
    const lines = body.split(/\r?\n/).map((line) => (line.trim() === '' ? line : `    ${line}`));
    const by = `labels:${head}${lineBreak}  - pairs:${lineBreak}${lines.join(lineBreak)}`;
    return { start: common.index, end: common.index + whole.length, by };
  }
  const flow = /^commonLabels:([ \t]*\{[^{}\n\r]*\}[^\n\r]*)/m.exec(text);
  if (flow && !hasLabels)
    return {
      start: flow.index,
      end: flow.index + flow[0].length,
      by: `labels:${lineBreakOf(text)}  - pairs:${flow[1] ?? ''}`,
    };
  const included = [...text.matchAll(/(?<=\bincludeSelectors:[ \t]+)true\b/g)];
  const [only] = included;
  if (!only || included.length > 1 || /^commonLabels:/m.test(text)) return undefined;
  return { start: only.index, end: only.index + only[0].length, by: 'false' };
}
