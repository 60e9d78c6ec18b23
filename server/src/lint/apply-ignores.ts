/** Applies ignores: removes the findings that they silence, and runs the rules about ignores. */
import { nearest } from '../text/nearest.ts';
import { contains, overlaps } from '../text/span.ts';
import type { Document, Ignore } from '../tree/document.ts';
import { isOnRelations, type Diagnostic, type IgnoreUse, type Rule } from './rule.ts';
import { runner } from './run-rule.ts';

interface IgnoreSettings {
  readonly rules: readonly Rule[];
  readonly minor: number;
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
  return remaining.map((part) => ({
    ...part,
    diagnostics: [...part.diagnostics, ...aboutIgnores(part.document, used, settings)],
  }));
}

/** Returns the ignores that apply to a document: its own, and those for the whole file. */
export function ignoresIn(
  parts: readonly { readonly document: Document }[],
): (document: Document) => readonly Ignore[] {
  const wide = parts.flatMap(({ document }) => document.ignores.filter((ignore) => !ignore.target));
  return ({ ignores }) => [...ignores.filter((ignore) => ignore.target), ...wide];
}

/** True where the ignore names the rule of the diagnostic and covers its place. */
export function silences(ignore: Ignore, diagnostic: Diagnostic): boolean {
  return ignore.codes.some(({ code }) => code === diagnostic.rule.code) && isWithin(diagnostic, ignore);
}

function isSilenced(diagnostic: Diagnostic, ignores: readonly Ignore[], used: Map<Ignore, Set<string>>): boolean {
  let isSilent = false;
  for (const ignore of ignores) {
    if (!silences(ignore, diagnostic)) continue;
    used.set(ignore, (used.get(ignore) ?? new Set()).add(diagnostic.rule.code));
    isSilent = true;
  }
  return isSilent;
}

/** True for a diagnostic in the target, or one that starts in it: a finding on a long value is silenced at its first line. */
function isWithin({ span }: Diagnostic, { target }: Ignore): boolean {
  if (!target) return true;
  return contains(target, span) || (overlaps(target, span) && span.start >= target.start);
}

function aboutIgnores(
  document: Document,
  used: ReadonlyMap<Ignore, ReadonlySet<string>>,
  settings: IgnoreSettings,
): Diagnostic[] {
  const codes = new Set(settings.rules.map((rule) => rule.code));
  // Findings of relation rules depend on which other files are read, so their ignores are never reported as unused.
  const independent = new Set(settings.rules.flatMap((rule) => (isOnRelations(rule) ? [] : [rule.code])));
  const rules = settings.rules.filter((rule) => rule.on === 'ignore');
  const diagnostics: Diagnostic[] = [];
  const run = runner({ document, minor: settings.minor }, diagnostics, settings.onBug);
  for (const ignore of document.ignores) {
    const unknown = new Map(
      ignore.codes.flatMap(({ code }) => (codes.has(code) ? [] : [[code, nearest(code, codes)] as const])),
    );
    // After a syntax error, much of the document is not checked, so no ignore is known to be unused.
    const isBroken = document.issues.length > 0;
    const unused = isBroken
      ? []
      : ignore.codes.flatMap(({ code }) => (independent.has(code) && !used.get(ignore)?.has(code) ? [code] : []));
    const use: IgnoreUse = { ignore, unused, unknown };
    for (const rule of rules) run(rule, use);
  }
  return diagnostics;
}
