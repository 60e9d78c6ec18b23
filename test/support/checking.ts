/** Checks a text for tests, and returns the findings as plain data. */
import { fileFacts } from '../../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../../server/src/analysis/workspace/workspace.ts';
import type { FileRelations } from '../../server/src/analysis/workspace/file-around.ts';
import { defaultSeverity, type EnforcedBy, type Severity } from '../../server/src/lint/rule.ts';
import { nothingCommitted } from '../../server/src/analysis/facts/committed.ts';
import { checkFile, fileFindings, throwBug, type LocatedFinding } from '../../server/src/lint/check-file.ts';
import { checkChange } from '../../server/src/lint/updates.ts';
import { checkDocuments, type CheckSettings } from '../../server/src/lint/check-documents.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';
import { rules } from '../../server/src/rules/rules.ts';
import type { AllowedRange } from '../../server/src/contract/allowed-range.ts';
import { newestMinor } from '../../server/src/contract/version.ts';
import type { PatchRole } from '../../server/src/tree/kustomization.ts';
import { pathText } from '../../server/src/tree/path.ts';
import type { SourceFile } from '../../server/src/tree/document.ts';

export interface CheckOptions {
  readonly path?: string;
  readonly minor?: number;
  readonly isPartial?: PatchRole;
  readonly allow?: AllowedRange;
  /** The code of a rule that is off by default, and a hint in this check. */
  readonly turnedOn?: string;
  /** The setting of that name. */
  readonly mirroring?: 'off';
}

export interface Reported {
  readonly code: string;
  readonly severity: Severity;
  readonly enforcedBy: EnforcedBy;
  readonly path: string | undefined;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fix: 'safe' | 'suggested' | undefined;
}

const settings = new Map<string, CheckSettings>();

/** Settings with all rules at their defaults, except a rule that is turned on; a rule that throws fails the test. */
export function settingsFor(
  minor: number,
  { allow, turnedOn = '', mirroring }: Pick<CheckOptions, 'allow' | 'turnedOn' | 'mirroring'> = {},
): CheckSettings {
  if (allow ?? mirroring) return { ...settingsFor(minor, { turnedOn }), allow, ...(mirroring && { mirroring }) };
  const key = `${minor} ${turnedOn}`;
  let known = settings.get(key);
  if (!known) {
    known = { rules, minor, severities: new Map(turnedOn === '' ? [] : [[turnedOn, 'hint']]), onBug: throwBug };
    settings.set(key, known);
  }
  return known;
}

/** The code if its rule is off by default: the page of such a rule shows it turned on. */
export function offCode(code: string): string | undefined {
  return rules.some((rule) => rule.code === code && defaultSeverity(rule) === 'off') ? code : undefined;
}

/** The surroundings of a single text. */
export function aloneAround(file: SourceFile): FileRelations {
  const [workspace, uri] = [new Workspace(), 'file:///folder/a.yaml'];
  workspace.setRoots(['file:///folder']);
  workspace.set(uri, fileFacts(file));
  return workspace.around(uri);
}

export function findings(
  text: string,
  options: CheckOptions = {},
): { file: SourceFile; found: readonly LocatedFinding[] } {
  const file = readFile(options.path ?? 'a.yaml', text, { isPartial: options.isPartial ?? false });
  return { file, found: checkFile(file, settingsFor(options.minor ?? newestMinor, options), aloneAround(file)) };
}

/** The findings that a user sees: without those that another one explains. */
export function shownFindings(text: string, options: CheckOptions = {}): readonly LocatedFinding[] {
  const { path = 'a.yaml', isPartial = false, minor = newestMinor } = options;
  const file = readFile(path, text, { isPartial });
  return fileFindings(checkDocuments(file, settingsFor(minor, options), aloneAround(file))).findings;
}

/** The same for a text with a committed version. */
export function findingsSince(
  committed: string,
  text: string,
  options: CheckOptions = {},
): ReturnType<typeof findings> {
  const { path = 'a.yaml', isPartial = false, minor = newestMinor } = options;
  const [before, file] = [readFile(path, committed, { isPartial }), readFile(path, text, { isPartial })];
  const [settings, around] = [settingsFor(minor, options), aloneAround(file)];
  const change = { committed: { ...nothingCommitted, file: before }, settings, around };
  return { file, found: checkChange(file, fileFindings(checkDocuments(file, settings, around)), change).findings };
}

/** The findings of a text in order of position. */
export function checkText(text: string, options: CheckOptions = {}): readonly Reported[] {
  return findings(text, options).found.map(({ diagnostic, severity, span }) => ({
    code: diagnostic.rule.code,
    severity,
    enforcedBy: diagnostic.rule.enforcedBy,
    path: diagnostic.path && pathText(diagnostic.path),
    message: diagnostic.message,
    start: span.start,
    end: span.end,
    fix: diagnostic.fix?.safety,
  }));
}
