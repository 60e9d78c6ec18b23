/** Writes a string in double quotes, as YAML and JSON read it. */

/** A JSON string is also a YAML string, except for line breaks and characters that YAML does not allow. */
export function doubleQuoted(text: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ue000\ufeff\ufffe\uffff]/g, escaped);
}
