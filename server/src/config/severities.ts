/** Reads the severities of one layer: by the codes of rules, or by patterns such as `malformed-*`. */
import { hasStars, matchesStars } from '../text/star-pattern.ts';
import type { Severity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';
import { severityLevels } from './settings.ts';

type Level = Severity | 'off';

/** The severity that a code or a pattern is set to, or the problem with the code or with the severity. */
export function readSeverity(
  code: string,
  level: string,
): Level | { readonly problem: string; readonly isCode?: true } {
  if (codesOf(code).length === 0) return { problem: noSuchRule(code), isCode: true };
  const known = severityLevels.find((each) => each === level);
  return (
    known ?? { problem: `${quote(level)} is not a valid severity for ${code}. Use ${listed(severityLevels, 'or')}.` }
  );
}

/** The values for each rule, by its code. A value for the code itself counts before one for a pattern, then the later one. */
export function perRule<T>(values: Iterable<readonly [code: string, value: T]>): ReadonlyMap<string, T> {
  const all = [...values];
  const exact = all.filter(([code]) => !hasStars(code));
  const wide = all.filter(([code]) => hasStars(code));
  return new Map([...wide, ...exact].flatMap(([code, value]) => codesOf(code).map((each) => [each, value] as const)));
}

function codesOf(pattern: string): readonly string[] {
  return rules.flatMap(({ code }) => (matchesStars(pattern, code) ? code : []));
}

export function isRule(code: string): boolean {
  return rules.some((rule) => rule.code === code);
}

export function noSuchRule(code: string): string {
  if (hasStars(code)) return `No rule matches ${quote(code)}. Run "endpoints rules" to list all rules.`;
  const meant = nearest(
    code,
    rules.map((rule) => rule.code),
  );
  const wayOut = meant ? `Did you mean ${quote(meant)}?` : 'Run "endpoints rules" to list all rules.';
  return `There is no rule ${quote(code)}. ${wayOut}`;
}
