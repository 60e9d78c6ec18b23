/** Checks a file against its committed version, for `--since`. Separates the findings that the API server ignores. */
import { pairsOf, type Committed, type ObjectVersion } from '../analysis/facts/committed.ts';
import type { FileRelations } from '../analysis/workspace/file-around.ts';
import { firstOrdinals } from '../analysis/facts/file-facts.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { minorsOf } from '../contract/version.ts';
import { groupBy } from '../text/group.ts';
import { memo } from '../text/memo.ts';
import { comparePlaces } from '../text/span.ts';
import type { Document, Resource, SourceFile } from '../tree/document.ts';
import { locateIn, type FileFindings, type LocatedFinding, type Silenced } from './check-file.ts';
import { rateDiagnostics, type CheckSettings } from './check-documents.ts';
import { ignoresIn, silencing } from './apply-ignores.ts';
import { isOnRelations, type Diagnostic, type Rule, type Update } from './rule.ts';
import { runner } from './run-rule.ts';
import { checkServiceUpdates } from './service-updates.ts';
import { identityChange } from './update.ts';
import { unchangedIn, ratchetingReason } from './unchanged.ts';
import { onlyIn, runPerVersion } from './versions.ts';

/** A finding that the API server ignores, because the addresses are unchanged since the commit. */
interface Passed extends LocatedFinding {
  readonly why: string;
}

export interface CheckedChange extends FileFindings {
  /** Sorted by position. */
  readonly passed: readonly Passed[];
}

export interface CheckedUpdate {
  readonly committed: Committed;
  readonly settings: CheckSettings;
  readonly around: FileRelations;
}

/** The findings of the file together with the findings on its change. */
export function checkChange(file: SourceFile, checked: FileFindings, change: CheckedUpdate): CheckedChange {
  const minors = minorsOf(change.settings);
  const versions = new Map(minors.map((minor) => [minor, changesIn(file, change, minor)]));
  const findings: LocatedFinding[] = [];
  const passed: Passed[] = [];
  for (const finding of checked.findings) {
    const { diagnostic } = finding;
    const { rule, resource, minors: held = minors } = diagnostic;
    const left: number[] = [];
    let why: string | undefined;
    for (const minor of held) {
      const own = versions.get(minor);
      if (resource && isCheckedAnew(rule, own?.updateOf.get(resource))) continue;
      const isUnchanged = resource && own?.unchanged.has(resource);
      const reason = isUnchanged ? ratchetingReason(diagnostic, minor) : undefined;
      why ??= reason;
      if (reason === undefined) left.push(minor);
    }
    if (left.length === held.length) findings.push(finding);
    else if (left.length > 0) findings.push({ ...finding, diagnostic: onlyIn(diagnostic, left) });
    else if (why !== undefined) passed.push({ ...finding, why });
  }
  const onUpdates = checkUpdates(file, versions, change);
  return {
    ...checked,
    findings: inPlace([...findings, ...onUpdates.findings]),
    silenced: inPlace([...checked.silenced, ...onUpdates.silenced]),
    passed,
  };
}

/** The objects of a file with a committed version, as one Kubernetes version reads them. */
interface Changes {
  readonly updateOf: ReadonlyMap<Resource, Update>;
  readonly inDocument: ReadonlyMap<Document, readonly Update[]>;
  /** The objects whose addresses are unchanged. */
  readonly unchanged: ReadonlySet<Resource>;
}

function changesIn(file: SourceFile, { committed, around }: CheckedUpdate, minor: number): Changes {
  const pairs = pairsOf(file, committed, minor);
  const entries = entriesIn(file, around);
  const updateOf = new Map<Resource, Update>();
  for (const pair of pairs) {
    const { resource } = pair.now;
    const placements = entries.get(resource)?.placements ?? [];
    const hasOwnNamespace = resource.form === 'pulumi' || placements.every(({ namespace }) => namespace === '');
    updateOf.set(resource, { ...pair, hasOwnNamespace });
  }
  const inDocument = groupBy(updateOf.values(), ({ now }): Document => now.document);
  return { updateOf, inDocument, unchanged: unchangedIn(pairs, minor) };
}

/** True where the rule checks an edited object as an update, and no longer as a new object. */
function isCheckedAnew(rule: Rule, update: Update | undefined): boolean {
  if (!update || !rule.checkUpdate || isOnRelations(rule) || identityChange(update)) return false;
  const [before, now] = [update.before, update.now].map(textOf);
  return before !== now;
}

function textOf({ document, resource: { span } }: ObjectVersion): string {
  return document.text.slice(span.start, span.end);
}

function checkUpdates(file: SourceFile, versions: ReadonlyMap<number, Changes>, change: CheckedUpdate): FileFindings {
  const { settings } = change;
  const ignoresOf = ignoresIn(file.parts);
  const findings: LocatedFinding[] = [];
  const silenced: Silenced[] = [];
  for (const part of file.parts) {
    const diagnostics = runPerVersion(settings, (minor) => {
      const own = versions.get(minor)?.inDocument.get(part.document) ?? [];
      return [
        ...own.flatMap((update) => checkUpdate(update, settings, minor)),
        ...checkServiceUpdates(file, part.document, change, minor),
      ];
    });
    const ignores = ignoresOf(part.document);
    for (const finding of locateIn(part, rateDiagnostics(diagnostics, settings))) {
      const [ignore] = silencing(ignores, finding.diagnostic);
      if (ignore) silenced.push({ ...finding, ignore });
      else findings.push(finding);
    }
  }
  return { findings, silenced };
}

function entriesIn(file: SourceFile, { own }: FileRelations): ReadonlyMap<Resource, IndexedObject> {
  const firsts = firstOrdinals(file);
  return new Map(
    file.parts.flatMap(({ document }, i) =>
      document.resources.flatMap((resource, k): [Resource, IndexedObject][] => {
        const entry = own[(firsts[i] ?? 0) + k];
        return entry ? [[resource, entry]] : [];
      }),
    ),
  );
}

function checkUpdate(update: Update, { rules, onBug }: CheckSettings, minor: number): readonly Diagnostic[] {
  const { document, resource, binding } = update.now;
  const diagnostics: Diagnostic[] = [];
  const run = runner({ document, minor, resource, binding }, diagnostics, onBug);
  for (const rule of rulesOnUpdates(rules)) if (isOnRelations(rule) || isCheckedAnew(rule, update)) run(rule, update);
  return diagnostics;
}

const rulesOnUpdates = memo((rules: readonly Rule[]): readonly Rule[] =>
  rules.flatMap((rule) => {
    if (rule.on === 'update') return [rule];
    return rule.checkUpdate ? [{ ...rule, check: rule.checkUpdate }] : [];
  }),
);

function inPlace<F extends LocatedFinding>(findings: readonly F[]): readonly F[] {
  return [...findings].sort((a, b) => comparePlaces(a.span, b.span));
}
