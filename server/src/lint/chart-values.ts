/** Checks the default values of a Helm chart in the fields for which its templates use them. */
import { bindResource } from '../analysis/binding/bind-resource.ts';
import type { ChartUse } from '../analysis/facts/chart-uses.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { resourceType } from '../contract/contract.ts';
import type { ChartValues, Document, Resource } from '../tree/document.ts';
import { emptyMapping, emptyScalar, type Entry, type Mapping, type Scalar, type Value } from '../tree/value.ts';
import { defaultsOf } from './chart-defaults.ts';
import { diagnoseValues } from './diagnose.ts';
import { isUnset } from './unset-default.ts';
import type { Diagnostic, Rule, Severity } from './rule.ts';

interface ValueSettings {
  readonly rules: readonly Rule[];
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  readonly onBug: (code: string, error: unknown) => void;
}

/** The defaults that the API server rejects, each once. */
export function diagnoseChartValues(
  document: Document,
  around: RelatedObjects,
  { settings, minor }: { readonly settings: ValueSettings; readonly minor: number },
): readonly Diagnostic[] {
  const { chartValues } = document;
  const chart = folderOf(plainPath(around.entry.uri));
  if (!chartValues || !around.entry.placements.some((placement) => placement.chart === chart)) return [];
  const found = new Map<string, Diagnostic>();
  for (const entry of around.at(keys.chartUses(chart))) {
    for (const use of entry.facts.chartUses ?? []) {
      if (isOverridden(chart, use, around)) continue;
      for (const scalar of scalarsOf(use, chartValues)) {
        const { resource, binding } = objectWith(scalar, use, { kind: entry.facts.kind, minor });
        for (const each of diagnoseValues({ document, minor, resource, binding }, settings)) {
          const key = `${each.rule.code} ${scalar.span.start}`;
          const isOwn = each.span === scalar.span && each.rule.enforcedBy === 'server';
          if (!isOwn || settings.severities.get(each.rule.code) === 'off' || found.has(key)) continue;
          const related = [{ entry, path: use.field, message: 'The template uses the value here.' }];
          found.set(key, { ...each, resource: undefined, path: undefined, fix: undefined, related });
        }
      }
    }
  }
  return [...found.values()];
}

/** True where the chart that contains this chart sets values for it. */
function isOverridden(chart: string, { path }: ChartUse, around: RelatedObjects): boolean {
  const [, parent = '', name = ''] = /^(.*)\/charts\/([^/]+)$/.exec(chart) ?? [];
  const key = path[0] === 'global' ? 'global' : name;
  return parent !== '' && around.at(keys.chartValues(parent)).some(({ facts }) => facts.chartKeys?.includes(key));
}

/** What the template renders for the field; empty where the value is to be set by the user, or not known. */
function scalarsOf(use: ChartUse, { written, printed }: ChartValues): readonly Scalar[] {
  return defaultsOf(use, written).flatMap(({ value, steps }) => {
    if (value.kind !== 'scalar' || isUnset(value) || (use.hasDefault && (value.value === false || value.value === 0n)))
      return [];
    if (use.isNumber && typeof value.value !== 'bigint') return [];
    if (use.isQuoted) return [{ ...value, value: String(value.value) }];
    const [plain] = defaultsOf({ path: steps, conditions: [] }, printed);
    return plain?.value.kind === 'scalar' ? [plain.value] : [];
  });
}

interface Target {
  readonly kind: string;
  readonly minor: number;
}

/** An object of which only the field is known. */
function objectWith(scalar: Scalar, { field, addressType }: ChartUse, { kind, minor }: Target) {
  const type = resourceType(kind);
  if (!type) throw new Error(`no contract type ${kind}`);
  const value = field.reduceRight<Value>((inner, step) => holding(step, inner), scalar);
  const nowhere = { start: 0, end: 0 };
  const own = value.kind === 'mapping' ? value : emptyMapping(nowhere, false);
  const family: Scalar = { ...emptyScalar(0), value: addressType ?? null };
  const properties: Mapping =
    addressType === undefined ? own : { ...own, entries: [entryOf('addressType', family), ...own.entries] };
  const resource: Resource = {
    type: kind,
    apiVersion: '',
    form: 'kubernetes',
    name: undefined,
    properties,
    span: nowhere,
    head: nowhere,
    isPartial: false,
    envelope: undefined,
  };
  return { resource, binding: bindResource(resource, type, { minor, isPartial: false }) };
}

function holding(step: string | number, value: Value): Value {
  const { span } = value;
  if (typeof step === 'number')
    return { kind: 'sequence', span, items: [value], style: 'flow', isOpen: true, isAlias: false };
  return { kind: 'mapping', span, entries: [entryOf(step, value)], style: 'flow', isOpen: true, isAlias: false };
}

function entryOf(name: string, value: Value): Entry {
  return { name, keyText: name, key: { start: 0, end: 0 }, value, isMerged: false, isOpaqueKey: false };
}
