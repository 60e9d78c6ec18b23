/** Shows the lines that a change removes and adds. */

/** `-` and the line before, `+` and the line after, in order. */
export function lineChanges(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  // The length of the longest common part behind each pair of lines.
  const common = old.map(() => now.map(() => 0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const shown: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i++;
      j++;
    } else if (i < old.length && at(i + 1, j) >= at(i, j + 1)) shown.push(`-${old[i++]}`);
    else shown.push(`+${now[j++]}`);
  }
  return shown;
}
