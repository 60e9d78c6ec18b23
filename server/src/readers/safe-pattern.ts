/** Reads patterns that users write in kustomizations and relabeling rules, without those that take too long. */

/** The pattern for a whole name; undefined for one that is not valid or may take exponential time. */
export function safePattern(pattern: string): RegExp | undefined {
  // Each repetition multiplies the time of a match, and nested ones raise it exponentially, so such patterns match nothing.
  const repetitions = pattern.match(/[*+?]/g)?.length ?? 0;
  if (!/^[\w.*+?|^$()[\];:/@, -]{1,200}$/.test(pattern) || /[*+?)][*+]/.test(pattern) || repetitions > 3)
    return undefined;
  try {
    return new RegExp(`^(?:${pattern})$`);
  } catch {
    return undefined;
  }
}
