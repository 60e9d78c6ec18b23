/** Recognises directives of a strategic merge patch, such as `$patch`: they control the merge and never reach the API server. */

export function isMergeDirective(name: string): boolean {
  if (!name.startsWith('$')) return false;
  return name === '$patch' || name === '$retainKeys' || /^\$(setElementOrder|deleteFromPrimitiveList)\//.test(name);
}
