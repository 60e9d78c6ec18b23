/** Runs the relation rules on the objects of a document. They run again only after an answer that they used has changed. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { bindObjects } from '../analysis/binding/bind-document.ts';
import { haveSameFacts, type Answers, type FileRelations, type Revision } from '../analysis/workspace/file-around.ts';
import { isAppliedKey } from '../analysis/workspace/index-keys.ts';
import type { Versions } from '../contract/version.ts';
import { attachmentWith, memo } from '../text/memo.ts';
import { chartValuesKind, type Document } from '../tree/document.ts';
import { relatedFixes, type RelatedFix } from './related-fixes.ts';
import { severityOf, type Diagnostic, type RelaxedServiceNames, type Rule, type Severities } from './rule.ts';
import { diagnoseChartValues } from './chart-values.ts';
import { runner } from './run-rule.ts';
import { runPerVersion } from './versions.ts';

interface RelationSettings extends Versions {
  readonly rules: readonly Rule[];
  readonly severities: Severities;
  readonly relaxedServiceNames?: RelaxedServiceNames;
  readonly mirroring?: 'on' | 'off';
  readonly onBug: (code: string, error: unknown) => void;
}

/** The context of a document: the index of its first object in the file, and the other files. */
export interface DocumentContext {
  readonly first: number;
  readonly settings: RelationSettings;
  readonly around: FileRelations;
}

export interface RelationFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly answers: Answers;
  /** For findings on the document alone. */
  readonly fixes: readonly RelatedFix[];
}

interface Known {
  readonly related: RelationFindings;
  readonly own: readonly IndexedObject[];
  /** The revision at which the answers were last compared; undefined where it is not known. */
  readonly revision: Revision | undefined;
}

/** The last result of a document for each settings, because the proof of a conversion uses its own settings. */
const lastOn = attachmentWith((_document: Document, _settings: RelationSettings): { known?: Known } => ({}));
const nothing: RelationFindings = { diagnostics: [], answers: new Map(), fixes: [] };

/** The diagnostics of the relation rules on the document, before ignores are applied. */
export function relate(document: Document, { first, settings, around }: DocumentContext): RelationFindings {
  const count = document.resources.length + document.neighbours.length;
  if (count === 0 || around.knowledge === 'none') return nothing;
  const last = lastOn(document, settings);
  const before = last.known;
  const { revision } = around;
  if (before && around.hasOwn(before.own, first)) {
    if (isStill(before, revision)) return before.related;
    if (around.agrees(before.related.answers)) {
      if (revision) last.known = { ...before, revision };
      return before.related;
    }
  }
  const own = around.entriesOf(document, first);
  const related = runRules(document, { first, settings, around });
  // The result of a hypothetical edit, which has no revision, must not replace the current one.
  if (revision || !before) last.known = { related, own, revision };
  return related;
}

function isStill({ revision: before, related }: Known, now: Revision | undefined): boolean {
  if (!before || !haveSameFacts(before, now)) return false;
  return before.applied === now?.applied || appliedIn(related.answers).length === 0;
}

/** The keys of the answers that depend on what objects apply. */
export function appliedIn(answers: Answers): readonly string[] {
  const found: string[] = [];
  for (const key of answers.keys()) if (isAppliedKey(key)) found.push(key);
  return found;
}

function runRules(document: Document, { first, settings, around }: DocumentContext): RelationFindings {
  const rulesOn = activeByKind(settings);
  const answers: Answers = new Map();
  const surroundings = around.of(document, first, answers, settings);
  let fixes: readonly RelatedFix[] = [];
  const diagnostics = runPerVersion(settings, (minor) => {
    const found: Diagnostic[] = [];
    const better: RelatedFix[] = [];
    for (const [i, { resource, binding }] of bindObjects(document, minor).entries()) {
      const rules = rulesOn.get(resource.type);
      const own = surroundings[i];
      if (own && resource.type === chartValuesKind)
        found.push(...diagnoseChartValues(document, own, { settings, minor }));
      if (!rules || !own) continue;
      const { relaxedServiceNames, onBug } = settings;
      const run = runner({ document, minor, resource, binding, around: own, relaxedServiceNames }, found, onBug);
      for (const rule of rules) run(rule, resource);
      better.push(...relatedFixes(binding.root, own));
    }
    fixes = better;
    return found;
  });
  return { diagnostics, answers, fixes };
}

/** True where a relation rule runs on objects of that kind. */
export function isRelated(kind: string, rules: readonly Rule[]): boolean {
  return rulesByKind(rules).has(kind);
}

/** No ignore of a relation rule is ever unused, so a rule that is turned off need not run. */
const activeByKind = memo((settings: RelationSettings): ReadonlyMap<string, readonly Rule[]> => {
  const all = [...rulesByKind(settings.rules)];
  return new Map(all.map(([kind, rules]) => [kind, rules.filter((rule) => severityOf(rule, settings) !== 'off')]));
});

const rulesByKind = memo((rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> => {
  const byKind = new Map<string, Rule[]>();
  for (const rule of rules) {
    if (typeof rule.on !== 'object' || !('relationsOf' in rule.on)) continue;
    for (const kind of rule.on.relationsOf) byKind.set(kind, [...(byKind.get(kind) ?? []), rule]);
  }
  return byKind;
});
