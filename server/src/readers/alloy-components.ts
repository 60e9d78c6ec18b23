/** The components of Grafana Alloy, and which of them read the targets of which. */
import { folderOf } from '../analysis/workspace/placement.ts';
import { allBlocks, hclBlocks, innerExpressions, type HclBlock, type HclExpression } from '../frontends/hcl/hcl.ts';
import { attributeOf } from '../frontends/hcl/static-value.ts';
import { groupBy } from '../text/group.ts';
import { stringOf } from '../tree/value.ts';
import { alloyTexts, type AlloyText } from './alloy-texts.ts';
import type { Estate } from './estate.ts';
import type { SearchedText } from './searched-text.ts';

export interface AlloyComponent {
  /** `discovery.kubernetes.pods` */
  readonly id: string;
  readonly type: string;
  readonly block: HclBlock;
  readonly source: AlloyText;
}

export interface AlloyScope {
  /** Those of the searched text. */
  readonly own: readonly AlloyComponent[];
  /** The components whose targets a component reads, at once or through others. */
  readonly sourcesOf: (component: AlloyComponent) => AlloySources;
  /** The components that read the targets of a component at once. */
  readonly readersOf: (component: AlloyComponent) => readonly AlloyComponent[];
  /** The components that change together with a discovery: all that read its targets, and their other discoveries. */
  readonly groupOf: (discovery: AlloyComponent) => ReadonlySet<AlloyComponent>;
  /** Whether something else than a built-in component takes the targets, such as a module. */
  readonly isExported: (component: AlloyComponent) => boolean;
}

export interface AlloySources {
  readonly components: readonly AlloyComponent[];
  /** True where targets may come from elsewhere, such as an argument of a module. */
  readonly isOpen: boolean;
}

/** Alloy reads all files of a folder as one configuration. */
export function alloyScope(text: SearchedText, { texts }: Estate): AlloyScope {
  const folder = folderOf(text.path);
  const beside =
    text.language === 'alloy'
      ? texts.filter((each) => each !== text && each.language === 'alloy' && folderOf(each.path) === folder)
      : [];
  const own = alloyTexts(text).flatMap(componentsIn);
  const all = [...own, ...beside.flatMap(alloyTexts).flatMap(componentsIn)];
  const byId = groupBy(all, ({ id }) => id);
  const uses = all.flatMap((component) => usesIn(component, byId));
  const usesBy = groupBy(uses, ({ by }) => by);
  const usesOf = groupBy(uses, ({ of }) => of);
  const sourcesOf = (component: AlloyComponent): AlloySources => {
    const found = new Set([component]);
    let isOpen = false;
    for (const each of found) {
      for (const { of, isTargets } of usesBy.get(each) ?? []) {
        if (isTargets && of) found.add(of);
        isOpen ||= isTargets && !of;
      }
    }
    found.delete(component);
    return { components: [...found], isOpen };
  };
  const readersOf = (component: AlloyComponent): readonly AlloyComponent[] =>
    (usesOf.get(component) ?? []).flatMap(({ by, isTargets }) => (isTargets ? [by] : []));
  const groups = new Map<AlloyComponent, ReadonlySet<AlloyComponent>>();
  const groupOf = (discovery: AlloyComponent): ReadonlySet<AlloyComponent> => {
    const known = groups.get(discovery);
    if (known) return known;
    const group = new Set([discovery]);
    for (const each of group) {
      const sources = (usesBy.get(each) ?? []).flatMap(({ of }) => of ?? []);
      const linked = sources.filter(({ type }) => type !== 'discovery.kubernetes');
      for (const other of [...linked, ...sources.filter(isEndpointsDiscovery), ...readersOf(each)]) group.add(other);
    }
    for (const each of group) groups.set(each, group);
    return group;
  };
  const isExported = (component: AlloyComponent): boolean =>
    (usesOf.get(component) ?? []).some(({ isTargets }) => !isTargets);
  return { own, sourcesOf, readersOf, groupOf, isExported };
}

function componentsIn(source: AlloyText): readonly AlloyComponent[] {
  return [...allBlocks(source.body)].flatMap((block) => {
    const [label] = block.labels;
    return label && block.type !== 'declare' && block.type !== 'argument'
      ? [{ id: `${block.type}.${label.text}`, type: block.type, block, source }]
      : [];
  });
}

type ComponentsById = ReadonlyMap<string, readonly AlloyComponent[]>;

interface Use {
  readonly by: AlloyComponent;
  /** Undefined for what is not a component in sight. */
  readonly of: AlloyComponent | undefined;
  /** True for the targets of a built-in component, whose labels are all in its rules. */
  readonly isTargets: boolean;
}

const builtIn = /^(?:discovery|prometheus|loki|otelcol|pyroscope|local|remote|mimir|beyla|faro)\./;

function usesIn(by: AlloyComponent, byId: ComponentsById): readonly Use[] {
  const { block, type } = by;
  return block.body.attributes.flatMap(({ name, expression }) => {
    const isTargets = name === 'targets' && builtIn.test(type);
    return referencesIn(expression).flatMap((reference): readonly Use[] => {
      const of = componentOf(reference, by, byId);
      return of || isTargets ? [{ by, of, isTargets }] : [];
    });
  });
}

/** `discovery.kubernetes.pods.targets` */
function referencesIn(expression: HclExpression): readonly string[] {
  const inner = innerExpressions(expression).flatMap(referencesIn);
  if (expression.kind !== 'reference' || typeof expression.root !== 'string') return inner;
  const names = [expression.root];
  for (const step of expression.steps) {
    if (step.kind !== 'name') break;
    names.push(step.name);
  }
  return [names.join('.'), ...inner];
}

/** Of several with the name, that of the same configuration. */
function componentOf(reference: string, { source }: AlloyComponent, byId: ComponentsById): AlloyComponent | undefined {
  const parts = reference.split('.');
  for (let length = parts.length; length > 1; length--) {
    const found = byId.get(parts.slice(0, length).join('.'));
    if (found) return found.find((each) => each.source === source) ?? found[0];
  }
  return undefined;
}

/** The rules of a component that relabels targets. */
export function targetRules({ block, type }: AlloyComponent): readonly HclBlock[] {
  return type === 'discovery.relabel' || type.startsWith('prometheus.operator.') ? hclBlocks(block.body, 'rule') : [];
}

export function isEndpointsDiscovery({ type, block }: AlloyComponent): boolean {
  return type === 'discovery.kubernetes' && stringOf(attributeOf(block.body, 'role')) === 'endpoints';
}
