/**
 * Runs rules over a file and applies its ignores. Which rules exist is not known here, and severities are decided once,
 * at the end. Diagnostics of an unchanged document are not computed again.
 */
import { hasIps } from '../analysis/address-type.ts';
import { bindDocument } from '../analysis/bind-document.ts';
import type { Binding, Bound, Mismatch } from '../analysis/bind.ts';
import { excessesIn, isPassedOver } from '../analysis/slice-limits.ts';
import type { Excess } from '../analysis/slice-limits.ts';
import { fileFacts, Workspace } from '../analysis/workspace.ts';
import type { Answers, FileAround } from '../analysis/workspace.ts';
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import { shift } from '../text/span.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import { applyIgnores } from './ignore.ts';
import { defaultSeverity } from './rule.ts';
import { isRelated, relate } from './relate.ts';
import type { Diagnostic, Rule, Severity } from './rule.ts';
import { runner } from './run.ts';

export interface CheckSettings {
  readonly rules: readonly Rule[];
  readonly minor: number;
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  /** Called where a rule throws: our bug, and the other rules go on. */
  readonly onBug: (code: string, error: unknown) => void;
}

/** For those to whom an answer without one of the rules would be a guess. */
export function throwBug(code: string, error: unknown): never {
  throw new Error(`The rule ${code} failed.`, { cause: error });
}

/** A diagnostic with its severity, located in the file. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  readonly severity: Severity;
  readonly document: Document;
  /** Where the document starts in the file; add it to every span of the diagnostic. */
  readonly start: number;
  readonly span: Span;
}

/** The findings of a file, in order of position; of a file that stands alone, where nothing around it is given. */
export function checkFile(
  file: SourceFile,
  settings: CheckSettings,
  around: FileAround = aloneIn(file),
): readonly Finding[] {
  return checkAmong(file, settings, around).findings;
}

/** The same, with what was asked about other files: for as long as the answers agree, so do the findings. */
export function checkAmong(
  file: SourceFile,
  settings: CheckSettings,
  around: FileAround,
): { readonly findings: readonly Finding[]; readonly answers: Answers } {
  const diagnose = documentsOf(settings);
  const answers: Answers = new Map();
  let first = 0;
  const checked = file.parts.map(({ start, document }) => {
    const related = relate(document, { first, settings, around });
    for (const [key, answer] of related.answers) answers.set(key, answer);
    first += document.resources.length + document.neighbours.length;
    return { start, document, diagnostics: [...diagnose(document), ...related.diagnostics] };
  });
  return { findings: findingsIn(checked, settings), answers };
}

/** False for a document that no rule has anything to say of: of its kinds only the names matter. */
export function mayReport(document: Document, rules: readonly Rule[]): boolean {
  const { resources, misnamed, issues, ignores, remarks, neighbours } = document;
  const own = resources.length + misnamed.length + issues.length + ignores.length + remarks.length;
  return own > 0 || neighbours.some(({ type }) => isRelated(type, rules));
}

const aloneIn = memo((file: SourceFile) => new Workspace().around('', fileFacts(file)));

function findingsIn(
  checked: readonly { start: number; document: Document; diagnostics: readonly Diagnostic[] }[],
  settings: CheckSettings,
): readonly Finding[] {
  const kept = applyIgnores(checked, settings);
  const findings = kept.flatMap(({ start, document, diagnostics }) =>
    diagnostics.flatMap((diagnostic): Finding[] => {
      const severity = settings.severities.get(diagnostic.rule.code) ?? defaultSeverity(diagnostic.rule);
      return severity === 'off' ? [] : [{ diagnostic, severity, document, start, span: shift(diagnostic.span, start) }];
    }),
  );
  return findings.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** All diagnostics of a document by itself, before any ignore and without those on ignores; computed once. */
const documentsOf = memo((settings: CheckSettings) => memo((document: Document) => runRules(document, settings)));

function runRules(document: Document, settings: CheckSettings): readonly Diagnostic[] {
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
