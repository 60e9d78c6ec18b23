/**
 * Runs rules over a file and applies its ignores. Which rules exist is not known here, and severities are decided once,
 * at the end. Diagnostics of an unchanged document are not computed again.
 */
import { bindResource } from '../analysis/bind.ts';
import type { Binding, Bound } from '../analysis/bind.ts';
import type { Span } from '../text/span.ts';
import { contains, shift } from '../text/span.ts';
import type { Document, Resource, SourceFile } from '../tree/document.ts';
import { applyIgnores } from './ignore.ts';
import { defaultSeverity } from './rule.ts';
import type { Diagnostic, Place, ResourceContext, Rule, Severity } from './rule.ts';

export interface CheckSettings {
  readonly rules: readonly Rule[];
  readonly minor: number;
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  /** Called where a rule throws: our bug, and the other rules go on. */
  readonly onBug: (code: string, error: unknown) => void;
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

/** The findings of a file, in order of position. */
export function checkFile(file: SourceFile, settings: CheckSettings): readonly Finding[] {
  const checked = file.parts.map(({ start, document }) => ({
    start,
    document,
    diagnostics: checkDocument(document, settings),
  }));
  const kept = applyIgnores(checked, settings);
  const findings = kept.flatMap(({ start, document, diagnostics }) =>
    diagnostics.flatMap((diagnostic): Finding[] => {
      const severity = settings.severities.get(diagnostic.rule.code) ?? defaultSeverity(diagnostic.rule);
      return severity === 'off' ? [] : [{ diagnostic, severity, document, start, span: shift(diagnostic.span, start) }];
    }),
  );
  return findings.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

const known = new WeakMap<CheckSettings, WeakMap<Document, readonly Diagnostic[]>>();

/** All diagnostics of a document but those on ignores, before any ignore. The same list for the same arguments. */
export function checkDocument(document: Document, settings: CheckSettings): readonly Diagnostic[] {
  let documents = known.get(settings);
  if (!documents) known.set(settings, (documents = new WeakMap()));
  let diagnostics = documents.get(document);
  if (!diagnostics) documents.set(document, (diagnostics = runRules(document, settings)));
  return diagnostics;
}

function runRules(document: Document, settings: CheckSettings): readonly Diagnostic[] {
  const plan = planOf(settings.rules);
  const diagnostics: Diagnostic[] = [];
  const run = (rule: Rule, subject: unknown, resource?: Resource, binding?: Binding): void => {
    runRule(rule, subject, { document, minor: settings.minor, resource, binding }, diagnostics, settings);
  };
  for (const rule of plan.document) run(rule, document);
  for (const resource of document.resources) {
    const binding = bindResource(resource, settings.minor);
    for (const rule of plan.resource) run(rule, resource, resource, binding);
    for (const rule of plan.mismatch) for (const mismatch of binding.mismatches) run(rule, mismatch, resource, binding);
    const misfits = new Set(
      binding.mismatches.flatMap((mismatch) =>
        'node' in mismatch && mismatch.kind !== 'choice' ? [mismatch.node] : [],
      ),
    );
    for (const node of binding.nodes) {
      if (!isSettled(node) || misfits.has(node)) continue;
      for (const rule of rulesOn(node, plan)) run(rule, node, resource, binding);
    }
  }
  return diagnostics;
}

/** Runs one rule on one subject, and turns what it reports into diagnostics. */
export function runRule(
  rule: Rule,
  subject: unknown,
  about: { document: Document; minor: number; resource?: Resource | undefined; binding?: Binding | undefined },
  diagnostics: Diagnostic[],
  settings: Pick<CheckSettings, 'onBug'>,
): void {
  const context = {
    ...about,
    report(place, message, more = {}) {
      const { span, path } = locate(place);
      diagnostics.push({
        rule,
        span,
        path,
        resource: about.resource ?? resourceAt(about.document, span),
        message,
        related: more.related ?? [],
        fix: more.fix,
      });
    },
  } as ResourceContext;
  try {
    rule.check(subject as never, context);
  } catch (error) {
    settings.onBug(rule.code, error);
  }
}

/** The resource that holds the span; undefined for a place outside of all. Resources are in document order. */
function resourceAt({ resources }: Document, span: Span): Resource | undefined {
  let low = 0;
  let high = resources.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((resources[middle]?.span.start ?? 0) <= span.start) low = middle + 1;
    else high = middle;
  }
  const resource = resources[low - 1];
  return resource && contains(resource.span, span) ? resource : undefined;
}

/** An empty value has no width: the key is where a reader looks. */
function locate(place: Place): Pick<Diagnostic, 'span' | 'path'> {
  if (!('value' in place)) return { span: place.span, path: place.path };
  const { span } = place.value;
  return { span: span.start === span.end && place.entry ? place.entry.key : span, path: place.path };
}

function isSettled({ value }: Bound): boolean {
  return value.kind !== 'opaque' && !(value.kind === 'scalar' && value.value === null);
}

interface Plan {
  readonly document: readonly Rule[];
  readonly resource: readonly Rule[];
  readonly mismatch: readonly Rule[];
  /** By `Type` and `Type.field`. */
  readonly node: ReadonlyMap<string, readonly Rule[]>;
}

const plans = new WeakMap<readonly Rule[], Plan>();

function planOf(rules: readonly Rule[]): Plan {
  const known = plans.get(rules);
  if (known) return known;
  const node = new Map<string, Rule[]>();
  for (const rule of rules) {
    if (typeof rule.on === 'string') continue;
    const key = rule.on.length === 2 ? `${rule.on[0].name}.${rule.on[1]}` : rule.on[0].name;
    node.set(key, [...(node.get(key) ?? []), rule]);
  }
  const on = (target: string): Rule[] => rules.filter((rule) => rule.on === target);
  const plan = { document: on('document'), resource: on('resource'), mismatch: on('mismatch'), node };
  plans.set(rules, plan);
  return plan;
}

function* rulesOn(node: Bound, plan: Plan): Iterable<Rule> {
  const owner = node.parent?.type;
  if (owner?.kind === 'object' && node.entry) yield* plan.node.get(`${owner.base}.${node.entry.name}`) ?? [];
  if (node.type.kind === 'object') yield* plan.node.get(node.type.base) ?? [];
}
