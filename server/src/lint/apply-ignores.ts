/** Applies ignores: removes the findings that they silence, and runs the rules about ignores. */
import { isUnchecked } from '../analysis/binding/unchecked.ts';
import { minorsOf, type Versions } from '../contract/version.ts';
import { groupBy } from '../text/group.ts';
import { indexAt } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import { nearest } from '../text/nearest.ts';
import { comparePlaces, contains, overlaps, type Span } from '../text/span.ts';
import type { Document, Ignore } from '../tree/document.ts';
import { hasStars, matchesStars } from '../text/star-pattern.ts';
import { isOnRelations, type Diagnostic, type IgnoreUse, type Rule } from './rule.ts';
import { runner } from './run-rule.ts';

interface IgnoreSettings extends Versions {
  readonly rules: readonly Rule[];
  readonly onBug: (code: string, error: unknown) => void;
}

interface Checked {
  readonly start: number;
  readonly document: Document;
  readonly diagnostics: readonly Diagnostic[];
}

/** The documents with the diagnostics that no ignore silences, and the diagnostics about the ignores themselves. */
export function applyIgnores(checked: readonly Checked[], settings: IgnoreSettings): readonly Checked[] {
  if (checked.every(({ document }) => document.ignores.length === 0)) return checked;
  const used = new Map<Ignore, Set<string>>();
  const ignoresOf = ignoresIn(checked);
  const remaining = checked.map((part) => {
    const ignores = ignoresOf(part.document);
    const diagnostics = part.diagnostics.filter((diagnostic) => !isSilenced(diagnostic, ignores, used));
    return { ...part, diagnostics };
  });
  const documents = checked.map(({ document }) => document);
  const isSettled = remaining.every(
    ({ document, diagnostics }) => document.issues.length === 0 && !diagnostics.some(isChangingValues),
  );
  return remaining.map((part) => ({
    ...part,
    diagnostics: [...part.diagnostics, ...aboutIgnores(part.document, { documents, used, isSettled }, settings)],
  }));
}

/** True where a correction of the finding changes values, so that an ignore may be needed afterwards. */
function isChangingValues({ rule, fix }: Diagnostic): boolean {
  return rule.enforcedBy !== 'advice' || fix?.edits.some(({ kind }) => kind !== 'replace-text') === true;
}

/** Returns the ignores that apply to a document: its own, and those for the whole file. */
export function ignoresIn(
  parts: readonly { readonly document: Document }[],
): (document: Document) => readonly Ignore[] {
  const wide = parts.flatMap(({ document }) => document.ignores.filter((ignore) => !ignore.target));
  return ({ ignores }) => [...ignores.filter((ignore) => ignore.target), ...wide];
}

/** The ignores that name the rule of the diagnostic, or match its code, and cover its place. */
export function silencing(ignores: readonly Ignore[], diagnostic: Diagnostic): readonly Ignore[] {
  const { code } = diagnostic.rule;
  const { named, wide } = byCode(ignores);
  const nearby = [named.get(code), wide].flatMap((placed) => (placed ? ignoresAt(diagnostic.span.start, placed) : []));
  return nearby.flatMap(({ code: pattern, ignore }) =>
    isWithin(diagnostic, ignore) && matchesStars(pattern, code) ? ignore : [],
  );
}

interface CodedIgnore {
  readonly code: string;
  readonly ignore: Ignore;
}

/** Ignores in the order of their targets: a file may have thousands, and as many findings. */
interface PlacedIgnores {
  readonly ignores: readonly CodedIgnore[];
  readonly starts: readonly number[];
  /** For each ignore, where the targets up to it end at the latest. */
  readonly ends: readonly number[];
  readonly withoutTarget: readonly CodedIgnore[];
}

const byCode = memo((ignores: readonly Ignore[]) => {
  const all = ignores.flatMap((ignore) =>
    [...new Set(ignore.codes.map(({ code }) => code))].map((code) => ({ code, ignore })),
  );
  const named = [...groupBy(all, ({ code }) => code)].map(([code, own]) => [code, placedIgnores(own)] as const);
  return { named: new Map(named), wide: placedIgnores(all.filter(({ code }) => hasStars(code))) };
});

function placedIgnores(all: readonly CodedIgnore[]): PlacedIgnores {
  const placed = all.flatMap(({ code, ignore }) => (ignore.target ? { code, ignore, target: ignore.target } : []));
  placed.sort((a, b) => comparePlaces(a.target, b.target));
  let last = 0;
  return {
    ignores: placed,
    starts: placed.map(({ target }) => target.start),
    ends: placed.map(({ target }) => (last = Math.max(last, target.end))),
    withoutTarget: all.filter(({ ignore }) => !ignore.target),
  };
}

/** The ignores whose target may contain the offset. */
function ignoresAt(offset: number, { ignores, starts, ends, withoutTarget }: PlacedIgnores): readonly CodedIgnore[] {
  const end = starts.length > 0 && (starts[0] ?? 0) <= offset ? indexAt(starts, offset) + 1 : 0;
  let start = end;
  while (start > 0 && (ends[start - 1] ?? 0) >= offset) start--;
  return [...ignores.slice(start, end), ...withoutTarget];
}

function isSilenced(diagnostic: Diagnostic, ignores: readonly Ignore[], used: Map<Ignore, Set<string>>): boolean {
  const found = silencing(ignores, diagnostic);
  for (const ignore of found) used.set(ignore, (used.get(ignore) ?? new Set()).add(diagnostic.rule.code));
  return found.length > 0;
}

/** True for a diagnostic in the target, or one that starts in it: a finding on a long value is silenced at its first line. */
function isWithin({ span }: Diagnostic, { target }: Ignore): boolean {
  if (!target) return true;
  return contains(target, span) || (overlaps(target, span) && span.start >= target.start);
}

interface FileIgnores {
  readonly documents: readonly Document[];
  readonly used: ReadonlyMap<Ignore, ReadonlySet<string>>;
  readonly isSettled: boolean;
}

function aboutIgnores(
  document: Document,
  { documents, used, isSettled }: FileIgnores,
  settings: IgnoreSettings,
): Diagnostic[] {
  const known = new Map(settings.rules.map((rule) => [rule.code, [rule]]));
  const rulesFor = (code: string): readonly Rule[] =>
    hasStars(code) ? settings.rules.filter((rule) => matchesStars(code, rule.code)) : (known.get(code) ?? []);
  const rules = settings.rules.filter((rule) => rule.on === 'ignore');
  const diagnostics: Diagnostic[] = [];
  const run = runner({ document, minor: settings.minor }, diagnostics, settings.onBug);
  for (const ignore of document.ignores) {
    const unknown = new Map<string, string | undefined>();
    const silent: string[] = [];
    for (const { code } of ignore.codes) {
      const named = rulesFor(code);
      if (named.length === 0) unknown.set(code, hasStars(code) ? undefined : nearest(code, known.keys()));
      // Findings of relation rules depend on which other files are read, so their ignores are never reported as unused.
      else if (!named.some((rule) => isOnRelations(rule) || used.get(ignore)?.has(rule.code))) silent.push(code);
    }
    const covered = ignore.target ? [document] : documents;
    const isOpen = silent.length > 0 && covered.some((each) => mayBeUsed(each, ignore, settings));
    const unused = isOpen ? [] : silent;
    const use: IgnoreUse = { ignore, unused, unknown, isSettled };
    for (const rule of rules) run(rule, use);
  }
  return diagnostics;
}

/** True where the ignore covers a part that is not checked, whose findings it may suppress. */
function mayBeUsed(document: Document, { target = whole }: Ignore, versions: Versions): boolean {
  return minorsOf(versions).some((minor) => isUnchecked(document, minor, target));
}

const whole: Span = { start: 0, end: Infinity };
