/** Runs the rules on a document by itself. Which rules exist is not known here; an unchanged document is not diagnosed again. */
import { hasIps } from '../analysis/address-type.ts';
import { bindDocument } from '../analysis/bind-document.ts';
import type { Binding, Bound, Mismatch } from '../analysis/bind.ts';
import { excessesIn, isPassedOver } from '../analysis/slice-limits.ts';
import type { Excess } from '../analysis/slice-limits.ts';
import { memo } from '../text/memo.ts';
import type { Document } from '../tree/document.ts';
import type { Diagnostic, Rule } from './rule.ts';
import { runner } from './run.ts';

interface DiagnoseSettings {
  readonly rules: readonly Rule[];
  readonly minor: number;
  readonly onBug: (code: string, error: unknown) => void;
}

/** All diagnostics of a document by itself, before any ignore and without those on ignores; computed once. */
export const diagnoser = memo((settings: DiagnoseSettings) =>
  memo((document: Document) => runRules(document, settings)),
);

function runRules(document: Document, settings: DiagnoseSettings): readonly Diagnostic[] {
  const { minor, onBug } = settings;
  const plan = planOf(settings.rules);
  const diagnostics: Diagnostic[] = [];
  const runOnDocument = runner({ document, minor }, diagnostics, onBug);
  for (const rule of plan.document) runOnDocument(rule, document);
  for (const { resource, binding } of bindDocument(document, minor)) {
    const run = runner({ document, minor, resource, binding }, diagnostics, onBug);
    for (const rule of plan.resource) run(rule, resource);
    const excesses = excessesIn(binding);
    for (const mismatch of mismatchesOf(binding, excesses)) for (const rule of plan.mismatch) run(rule, mismatch);
    const isOfIps = hasIps(binding.root);
    const misfits = new Set(binding.mismatches.flatMap((mismatch) => ('node' in mismatch ? [mismatch.node] : [])));
    for (const node of binding.nodes) {
      if (!isSettled(node) || misfits.has(node) || isPassedOver(node, excesses)) continue;
      for (const rule of rulesOnField(node, plan)) run(rule, node);
      for (const rule of isAddress(node, isOfIps) ? plan.address : none) run(rule, node);
      for (const rule of rulesOnType(node, plan)) run(rule, node);
    }
  }
  return diagnostics;
}

/** What is to be decoded is to be so in a list that is too long, too; of what is missing there, the server does not speak. */
function mismatchesOf({ mismatches }: Binding, excesses: readonly Excess[]): readonly Mismatch[] {
  if (excesses.length === 0) return mismatches;
  return mismatches.filter((mismatch) => mismatch.kind !== 'missing' || !isPassedOver(mismatch.owner, excesses));
}

function isSettled({ value }: Bound): boolean {
  return value.kind !== 'opaque' && !(value.kind === 'scalar' && value.value === null);
}

/** What the server reads as an IP address; in a slice only where its address type says so. */
function isAddress({ type }: Bound, isOfIps: boolean): boolean {
  return isOfIps && type.kind === 'string' && type.format === 'ip';
}

interface Plan {
  readonly document: readonly Rule[];
  readonly address: readonly Rule[];
  readonly resource: readonly Rule[];
  readonly mismatch: readonly Rule[];
  /** By type, and below it by field; the empty name is the type itself. */
  readonly node: ReadonlyMap<string, ReadonlyMap<string, readonly Rule[]>>;
}

const none: readonly Rule[] = [];

const planOf = memo((rules: readonly Rule[]): Plan => {
  const node = new Map<string, Map<string, Rule[]>>();
  for (const rule of rules) {
    if (typeof rule.on === 'string' || 'relationsOf' in rule.on) continue;
    const [type, field = ''] = rule.on;
    for (const { name } of [type, ...(rule.alsoOn ?? [])]) {
      const fields = node.get(name) ?? new Map<string, Rule[]>();
      fields.set(field, [...(fields.get(field) ?? []), rule]);
      node.set(name, fields);
    }
  }
  const on = (target: string): Rule[] => rules.filter((rule) => rule.on === target);
  return { document: on('document'), address: on('address'), resource: on('resource'), mismatch: on('mismatch'), node };
});

function rulesOnField({ parent, entry }: Bound, plan: Plan): readonly Rule[] {
  return (entry && parent?.type.kind === 'object' && plan.node.get(parent.type.base)?.get(entry.name)) || none;
}

function rulesOnType({ type }: Bound, plan: Plan): readonly Rule[] {
  return (type.kind === 'object' && plan.node.get(type.base)?.get('')) || none;
}
