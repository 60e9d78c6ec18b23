/** Checks a file against its committed version, for `--since`. Separates the findings that the API server ignores. */
import { pairsOf, type Committed, type VersionPair } from '../analysis/facts/committed.ts';
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
import { ignoresIn, silences } from './apply-ignores.ts';
import type { Diagnostic, Rule, Update } from './rule.ts';
import { runner } from './run-rule.ts';
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
  const pairs = new Map(minors.map((minor) => [minor, pairsOf(file, change.committed, minor)]));
  const unchanged = new Map([...pairs].map(([minor, each]) => [minor, unchangedIn(each, minor)]));
  const findings: LocatedFinding[] = [];
  const passed: Passed[] = [];
  for (const finding of checked.findings) {
    const { diagnostic } = finding;
    const { resource, minors: held = minors } = diagnostic;
    const reasons = held.map((minor) =>
      resource && unchanged.get(minor)?.has(resource) ? ratchetingReason(diagnostic, minor) : undefined,
    );
    const why = reasons.find((reason) => reason !== undefined);
    const left = held.filter((_, i) => reasons[i] === undefined);
    if (why === undefined) findings.push(finding);
    else if (left.length === 0) passed.push({ ...finding, why });
    else findings.push({ ...finding, diagnostic: onlyIn(diagnostic, left) });
  }
  const updates = checkUpdates(file, pairs, change);
  return {
    ...checked,
    findings: inPlace([...findings, ...updates.findings]),
    silenced: inPlace([...checked.silenced, ...updates.silenced]),
    passed,
  };
}

function checkUpdates(
  file: SourceFile,
  pairs: ReadonlyMap<number, readonly VersionPair[]>,
  { settings, around }: CheckedUpdate,
): FileFindings {
  const entries = entriesIn(file, around);
  const ignoresOf = ignoresIn(file.parts);
  const findings: LocatedFinding[] = [];
  const silenced: Silenced[] = [];
  const updateOf = (pair: VersionPair): Update => {
    const { resource } = pair.now;
    const placements = entries.get(resource)?.placements ?? [];
    const isPlain = resource.form === 'pulumi' || placements.every(({ namespace }) => namespace === '');
    return { ...pair, hasOwnNamespace: isPlain };
  };
  const pairsIn = new Map(
    [...pairs].map(([minor, each]) => [minor, groupBy(each, ({ now }): Document => now.document)]),
  );
  for (const part of file.parts) {
    const diagnostics = runPerVersion(settings, (minor) => {
      const own = pairsIn.get(minor)?.get(part.document) ?? [];
      return own.flatMap((pair) => checkUpdate(updateOf(pair), settings, minor));
    });
    const ignores = ignoresOf(part.document);
    for (const finding of locateIn(part, rateDiagnostics(diagnostics, settings))) {
      const ignore = ignores.find((each) => silences(each, finding.diagnostic));
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
  for (const rule of rulesOnUpdates(rules)) run(rule, update);
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
