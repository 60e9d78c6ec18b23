/** Searches long lists of names for an equal or a similar one, without comparing every name with every other. */
import { memo } from './memo.ts';
import { foldWord } from './nearest.ts';

/** In a longer list, only a name that differs in one letter is similar. */
const mostNames = 300;

/** Kubernetes has no longer names. */
const longestName = 253;

export const nameSet = memo((names: readonly string[]): ReadonlySet<string> => new Set(names));

/** The names that may be the closest to the typed one: all names of a short list, and the similar ones of a long list. */
export function similarNames(typed: string, names: readonly string[]): readonly string[] {
  if (names.length <= mostNames) return names;
  const byVariant = variantsIn(names);
  return [...new Set(variantsOf(typed).flatMap((variant) => byVariant.get(variant) ?? []))];
}

const variantsIn = memo((names: readonly string[]): ReadonlyMap<string, string[]> => {
  const byVariant = new Map<string, string[]>();
  for (const name of names) {
    for (const variant of variantsOf(name)) {
      const found = byVariant.get(variant);
      if (found) found.push(name);
      else byVariant.set(variant, [name]);
    }
  }
  return byVariant;
});

/** The folded word, and the word without each of its letters. Two words that differ in one letter have one of these in common. */
function variantsOf(name: string): readonly string[] {
  if (name.length > longestName) return [];
  const word = foldWord(name);
  return [...new Set([word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))])];
}

/** True where similar names look like one word and a typo, and not like two of a series: `db-1`, `db-2`, `eu-db`, `us-db`. */
export function isTypo(name: string, meant: string): boolean {
  if (name.replaceAll('-', '') === meant.replaceAll('-', '')) return true;
  const [ours, theirs] = [name.split('-'), meant.split('-')];
  return (
    ours.length === theirs.length &&
    ours.every((part, i) => {
      const other = theirs[i] ?? '';
      return part === other || (lettersOf(part).length > 3 && lettersOf(part) !== lettersOf(other));
    })
  );
}

function lettersOf(part: string): string {
  return part.replaceAll(/[^a-z]/g, '');
}
