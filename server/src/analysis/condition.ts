/** Templates that leave out whole objects: two that are never rendered together say nothing of each other. */

const controlLine = /^\{\{-?[ \t]*((?:if|with|range|else)\b.*?)[ \t]*-?\}\}/gm;

/** What decides on the objects of a file: empty for nothing, `?` for several things. */
export function conditionOf(text: string): string {
  if (!text.includes('{{')) return '';
  const found = [...text.matchAll(controlLine)].map(([, control = '']) => control.replace(/\s+/g, ' '));
  return found.length > 1 ? '?' : (found[0] ?? '');
}

/** True where each of the two is there whenever the other one is, or one of them always. */
export function isCompatible(a: string | undefined, b: string | undefined): boolean {
  return !a || !b || (a === b && a !== '?');
}
