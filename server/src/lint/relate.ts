/** Runs the rules on relations of a document's objects, and not again before an answer that they got is another one. */
import type { IndexedObject } from '../analysis/workspace/resource-index.ts';
import { bindObjects } from '../analysis/binding/bind-document.ts';
import type { Answers, FileRelations, Revision } from '../analysis/workspace/file-around.ts';
import { isAppliedKey } from '../analysis/workspace/resource-index.ts';
import { attachmentWith, memo } from '../text/memo.ts';
import type { Document } from '../tree/document.ts';
import type { Diagnostic, Rule } from './rule.ts';
import { runner } from './run-rule.ts';

interface RelationSettings {
  readonly rules: readonly Rule[];
  readonly minor: number;
  readonly onBug: (code: string, error: unknown) => void;
}

/** Where a document stands: the number of its first object in the file, and the files around. */
export interface DocumentContext {
  readonly first: number;
  readonly settings: RelationSettings;
  readonly around: FileRelations;
}

export interface RelationFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly answers: Answers;
}

interface Known {
  readonly related: RelationFindings;
  /** What the document's own objects said. */
  readonly own: readonly IndexedObject[];
  /** When the answers were looked at last; undefined where that cannot be told. */
  readonly revision: Revision | undefined;
}

/** What was said of a document last; with each settings apart, because a conversion is proven with its own. */
const lastOn = attachmentWith((_document: Document, _settings: RelationSettings): { known?: Known } => ({}));
const nothing: RelationFindings = { diagnostics: [], answers: new Map() };

/** What the rules say of the document's relations, before any ignore. */
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
  // What would be said after an edit that may never be made does not take the place of what is said.
  if (revision || !before) last.known = { related, own, revision };
  return related;
}

function isStill({ revision: before, related }: Known, now: Revision | undefined): boolean {
  if (!before || before.said !== now?.said) return false;
  return before.applied === now.applied || appliedIn(related.answers).length === 0;
}

/** What was asked that depends on what objects apply. */
export function appliedIn(answers: Answers): readonly string[] {
  const found: string[] = [];
  for (const key of answers.keys()) if (isAppliedKey(key)) found.push(key);
  return found;
}

function runRules(document: Document, { first, settings, around }: DocumentContext): RelationFindings {
  const { minor, onBug } = settings;
  const rulesOn = rulesByKind(settings.rules);
  const answers: Answers = new Map();
  const surroundings = around.of(document, first, answers);
  const diagnostics: Diagnostic[] = [];
  for (const [i, { resource, binding }] of bindObjects(document, minor).entries()) {
    const rules = rulesOn.get(resource.type);
    const own = surroundings[i];
    if (!rules || !own) continue;
    const run = runner({ document, minor, resource, binding, around: own }, diagnostics, onBug);
    for (const rule of rules) run(rule, resource);
  }
  return { diagnostics, answers };
}

/** True where a rule looks at the relations of such objects. */
export function isRelated(kind: string, rules: readonly Rule[]): boolean {
  return rulesByKind(rules).has(kind);
}

const rulesByKind = memo((rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> => {
  const byKind = new Map<string, Rule[]>();
  for (const rule of rules) {
    if (typeof rule.on !== 'object' || !('relationsOf' in rule.on)) continue;
    for (const kind of rule.on.relationsOf) byKind.set(kind, [...(byKind.get(kind) ?? []), rule]);
  }
  return byKind;
});
