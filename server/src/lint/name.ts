/** Suggests names: valid forms of the written name, or similar existing names. */
import { dnsLabelProblem, dnsSubdomainProblem } from '../contract/string-format.ts';
import { isSameWord, nearest } from '../text/nearest.ts';
import { similarNames } from '../text/similar-names.ts';
import { trailingStart } from '../text/trailing.ts';

/** The text as a valid DNS label; undefined where nothing valid is left, or where the text is valid already. */
export function asLabel(text: string): string | undefined {
  const label = withoutDashes(withoutDashes(text.toLowerCase().replace(/[^a-z0-9-]+/g, '-')).slice(0, 63));
  return label === text || dnsLabelProblem(label) ? undefined : label;
}

/** The text as a valid DNS subdomain; undefined where nothing valid is left, or where the text is valid already. */
export function asSubdomain(text: string): string | undefined {
  const parts = text
    .toLowerCase()
    .split('.')
    .map((part) => withoutDashes(part.replace(/[^a-z0-9-]+/g, '-')));
  const name = parts.filter((part) => part !== '').join('.');
  return name === text || dnsSubdomainProblem(name) ? undefined : name;
}

/** The existing name that was probably meant. Names that differ in a number or a short part are siblings, not typos. */
export function meantName(written: string, names: readonly string[]): string | undefined {
  return nearest(
    written,
    similarNames(written, names).filter((name) => !areSiblings(written, name)),
  );
}

function areSiblings(a: string, b: string): boolean {
  if (isSameWord(a, b)) return false;
  const [left, right] = [a.split(/[-.]/), b.split(/[-.]/)];
  if (left.length !== right.length) return true;
  return left.some((part, i) => {
    const other = right[i] ?? '';
    return part !== other && (/\d/.test(part + other) || Math.min(part.length, other.length) <= 3);
  });
}

/** The text without dashes at its ends. */
function withoutDashes(text: string): string {
  const rest = text.replace(/^-+/, '');
  return rest.slice(0, trailingStart(rest, '-'));
}
