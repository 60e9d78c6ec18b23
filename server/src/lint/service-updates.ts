/** Runs the rules on Services that have a committed version: such Services may have a selector, so other rules do not check them. */
import { servicePairsOf, type Committed } from '../analysis/facts/committed.ts';
import { firstOrdinals } from '../analysis/facts/file-facts.ts';
import type { FileRelations, RelatedObjects } from '../analysis/workspace/file-around.ts';
import { memo } from '../text/memo.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import type { Diagnostic, Rule } from './rule.ts';
import { runner } from './run-rule.ts';
import type { CheckSettings } from './check-documents.ts';

interface Change {
  readonly committed: Committed;
  readonly settings: CheckSettings;
  readonly around: FileRelations;
}

/** The findings on the Services of one document. */
export function checkServiceUpdates(
  file: SourceFile,
  document: Document,
  { committed, settings, around }: Change,
  minor: number,
): readonly Diagnostic[] {
  const rules = rulesOnServices(settings.rules);
  const pairs = servicePairsOf(file, committed, minor).filter(({ now }) => now.document === document);
  if (rules.length === 0 || pairs.length === 0) return [];
  const first = firstOrdinals(file)[file.parts.findIndex((part) => part.document === document)] ?? 0;
  const surroundings = around.of(document, first, new Map(), settings);
  const diagnostics: Diagnostic[] = [];
  for (const pair of pairs) {
    const { resource, binding } = pair.now;
    const own: RelatedObjects | undefined =
      surroundings[document.resources.length + document.neighbours.indexOf(resource)];
    if (!own) continue;
    const run = runner({ document, minor, resource, binding, around: own }, diagnostics, settings.onBug);
    for (const rule of rules) run(rule, pair);
  }
  return diagnostics;
}

const rulesOnServices = memo((rules: readonly Rule[]): readonly Rule[] =>
  rules.filter(({ on }) => on === 'service-update'),
);
