/** Keys of a strategic merge patch that instruct the merge and never reach the server. */

export function isMergeDirective(name: string): boolean {
  if (!name.startsWith('$')) return false;
  return name === '$patch' || name === '$retainKeys' || /^\$(setElementOrder|deleteFromPrimitiveList)\//.test(name);
}
