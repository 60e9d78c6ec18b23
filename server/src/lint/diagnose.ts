/** Runs the given rules on one document on its own. An unchanged document is not diagnosed again. */
import { addressTypeOf, hasIps, isOrdinary } from '../analysis/binding/address-type.ts';
import { bindDocument } from '../analysis/binding/bind-document.ts';
import { bindResource } from '../analysis/binding/bind-resource.ts';
import { bindServices, isCheckedService, ownServices } from '../analysis/binding/own-services.ts';
import { textOf, type Binding, type Bound, type BoundBlock, type Mismatch } from '../analysis/binding/bind.ts';
import { overlongListsIn, isSkippedByServer, type OverlongList } from '../analysis/binding/overlong-lists.ts';
import { resourceType } from '../contract/contract.ts';
import { Service } from '../contract/service.ts';
import type { Field, ObjectType, Type } from '../contract/type.ts';
import type { AllowedRange } from '../contract/allowed-range.ts';
import type { Versions } from '../contract/version.ts';
import { attachmentWith, memo, memoWith } from '../text/memo.ts';
import { frameOf } from '../tree/item-blocks.ts';
import { isNull } from '../tree/value.ts';
import type { Document, Resource } from '../tree/document.ts';
import type { Diagnostic, Rule } from './rule.ts';
import { runner, type About, type RunRule } from './run-rule.ts';
import { onDefaults, withDefaults } from './variable-defaults.ts';
import { runPerVersion } from './versions.ts';

interface DiagnoseSettings extends Versions {
  readonly rules: readonly Rule[];
  readonly allow?: AllowedRange | undefined;
  readonly onBug: (code: string, error: unknown) => void;
}

/** All diagnostics of a document on its own, before ignores are applied, and without those about ignores; computed once. */
export const diagnose = memoWith((document: Document, settings: DiagnoseSettings) =>
  runPerVersion(settings, (minor) => runRules(document, settings, minor)),
);

function runRules(document: Document, settings: DiagnoseSettings, minor: number): readonly Diagnostic[] {
  const { rules, allow, onBug } = settings;
  const plan = planOf(rules);
  const diagnostics: Diagnostic[] = [];
  const run = runner({ document, minor }, diagnostics, onBug);
  for (const rule of plan.document) run(rule, document);
  for (const { resource, binding } of bindDocument(document, minor)) {
    const runOnResource = runner({ document, minor, allow, resource, binding }, diagnostics, onBug);
    for (const rule of plan.resource) runOnResource(rule, resource);
    const quietness = binding.isDivided ? { around: aroundItems(frameOf(document), settings), diagnostics } : undefined;
    diagnoseBinding(binding, { plan, minor, quietness }, runOnResource);
    diagnostics.push(...diagnoseDefaults(document, resource, { rules, onBug }, minor));
  }
  if (ownServices(document).some(isCheckedService)) diagnoseServices(document, { rules, onBug }, minor, diagnostics);
  return diagnostics;
}

/** Of a Service, only what the API server, Pulumi or Terraform rejects or drops is reported: its other fields are the business of other tools. */
function diagnoseServices(
  document: Document,
  { rules, onBug }: Pick<DiagnoseSettings, 'rules' | 'onBug'>,
  minor: number,
  diagnostics: Diagnostic[],
): void {
  const plan = planOf(rejectingRules(rules));
  for (const { resource, binding } of bindServices(document, minor)) {
    if (!isCheckedService(resource)) continue;
    const run = runner({ document, minor, resource, binding }, diagnostics, onBug);
    for (const rule of plan.resource) run(rule, resource);
    diagnoseBinding(binding, { plan, minor }, run);
    diagnostics.push(...diagnoseDefaults(document, resource, { rules, onBug }, minor));
  }
}

/** What is wrong with the defaults of variables in a resource of Terraform. */
function diagnoseDefaults(
  document: Document,
  resource: Resource,
  settings: Pick<DiagnoseSettings, 'rules' | 'onBug'>,
  minor: number,
): readonly Diagnostic[] {
  const whole = withDefaults(resource);
  const type = resource.type === Service.name ? Service : resourceType(resource.type);
  if (!whole || !type) return [];
  const binding = bindResource(whole, type, { minor, isPartial: false });
  return onDefaults(diagnoseValues({ document, minor, resource: whole, binding }, settings), resource);
}

const rejectingRules = memo((rules: readonly Rule[]) =>
  rules.filter(
    ({ enforcedBy, on }) =>
      enforcedBy === 'server' || enforcedBy === 'strict' || enforcedBy === 'terraform' || on === 'mismatch',
  ),
);

/** The diagnostics of the values of one object, whatever its document contains. */
export function diagnoseValues(
  about: Required<Pick<About, 'document' | 'minor' | 'resource' | 'binding'>>,
  { rules, onBug }: Pick<DiagnoseSettings, 'rules' | 'onBug'>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  diagnoseBinding(about.binding, { plan: planOf(rules), minor: about.minor }, runner(about, diagnostics, onBug));
  return diagnostics;
}

function diagnoseBinding(
  binding: Binding,
  {
    plan,
    minor,
    quietness,
  }: { readonly plan: Plan; readonly minor: number; readonly quietness?: Quietness | undefined },
  run: RunRule,
): void {
  const excesses = overlongListsIn(binding, minor);
  for (const mismatch of mismatchesOf(binding, excesses)) for (const rule of plan.mismatch) run(rule, mismatch);
  const misfits = binding.mismatches.length > 0 ? misfitsIn(binding) : noNodes;
  const onAddress = hasIps(binding.root) ? plan.address : none;
  const addressType = addressTypeOf(binding.root);
  const diagnoseNode = (node: Bound): void => {
    if (node.value.kind === 'opaque' || isNull(node.value) || misfits.has(node) || isSkippedByServer(node, excesses))
      return;
    const { type, field, parent } = node;
    const onField = field && parent?.type.kind === 'object' ? plan.onType(parent.type).fields.get(field) : undefined;
    for (const rule of onField ?? none) run(rule, node);
    if (isAddress(type) && !isOrdinary(textOf(node) ?? '', addressType)) for (const rule of onAddress) run(rule, node);
    if (type.kind === 'object') for (const rule of plan.onType(type).own) run(rule, node);
  };
  // The items of an over-long list are skipped, whatever they are.
  if (quietness && excesses.length === 0) diagnoseNoise(binding.root, diagnoseNode, quietness);
  else for (const node of binding.nodes) diagnoseNode(node);
}

/** Where rules have reported nothing, they need not run again. */
interface Quietness {
  /** Equal as long as nothing changes around the items of divided lists, and with the settings. */
  readonly around: object;
  readonly diagnostics: readonly Diagnostic[];
}

const aroundItems = memoWith((_frame: object, _settings: DiagnoseSettings): object => ({}));

const quietBlock = attachmentWith((_content: object, _around: object): { isQuiet: boolean } => ({ isQuiet: false }));

/**
 * Runs the rules on the node and those in it, except on blocks of items on which they have reported nothing. A rule on an
 * item, or on a value in it, must not look at other items to decide whether it reports; rules on lists do.
 */
function diagnoseNoise(node: Bound, diagnoseNode: (node: Bound) => void, quietness: Quietness): void {
  diagnoseNode(node);
  const inBlock = ({ content, nodes }: Pick<BoundBlock, 'content' | 'nodes'>): void => {
    const known = quietBlock(content, quietness.around);
    const before = quietness.diagnostics.length;
    for (const each of nodes) diagnoseNoise(each, diagnoseNode, quietness);
    known.isQuiet = quietness.diagnostics.length === before;
  };
  if (!node.blocks) for (const child of node.children) diagnoseNoise(child, diagnoseNode, quietness);
  else for (const block of node.blocks) if (!quietBlock(block.content, quietness.around).isQuiet) inBlock(block);
}

const noNodes: ReadonlySet<Bound> = new Set();

/** The values of a wrong type. */
function misfitsIn({ mismatches }: Binding): ReadonlySet<Bound> {
  return new Set(mismatches.flatMap((mismatch) => ('node' in mismatch ? [mismatch.node] : [])));
}

/** Over-long lists are still decoded, but the API server reports nothing as missing in them. */
function mismatchesOf({ mismatches }: Binding, excesses: readonly OverlongList[]): readonly Mismatch[] {
  if (excesses.length === 0) return mismatches;
  return mismatches.filter((mismatch) => mismatch.kind !== 'missing' || !isSkippedByServer(mismatch.owner, excesses));
}

/** True for a string that the API server reads as an IP address; in a slice this depends on the address type. */
function isAddress(type: Type): boolean {
  return type.kind === 'string' && type.format === 'ip';
}

interface Plan {
  readonly document: readonly Rule[];
  readonly address: readonly Rule[];
  readonly resource: readonly Rule[];
  readonly mismatch: readonly Rule[];
  readonly onType: (type: ObjectType) => TypePlan;
}

interface TypePlan {
  readonly own: readonly Rule[];
  readonly fields: ReadonlyMap<Field, readonly Rule[]>;
}

const none: readonly Rule[] = [];

const planOf = memo((rules: readonly Rule[]): Plan => {
  const on = (target: string): Rule[] => rules.filter((rule) => rule.on === target);
  const plans = new Map<ObjectType, TypePlan>();
  let last: { readonly type: ObjectType; readonly plan: TypePlan } | undefined;
  const onType = (type: ObjectType): TypePlan => {
    // An object is followed by its members, so the last type is often asked for again.
    if (last?.type === type) return last.plan;
    const plan = plans.get(type) ?? typePlan(type, rules);
    plans.set(type, plan);
    last = { type, plan };
    return plan;
  };
  return {
    document: on('document'),
    address: on('address'),
    resource: on('resource'),
    mismatch: on('mismatch'),
    onType,
  };
});

function typePlan({ base, fields }: ObjectType, rules: readonly Rule[]): TypePlan {
  const ofType = rules.flatMap((rule) => {
    const { on: target, alsoOn = [] } = rule;
    if (typeof target === 'string' || 'relationsOf' in target) return [];
    return [target[0], ...alsoOn].some(({ name }) => name === base) ? [{ field: target[1], rule }] : [];
  });
  const on = (name?: string): Rule[] => ofType.flatMap(({ field, rule }) => (field === name ? rule : []));
  return { own: on(), fields: new Map(Object.entries(fields).map(([name, field]) => [field, on(name)])) };
}
