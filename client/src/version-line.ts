/** Replaces the Kubernetes version in a line of a settings file. */

/** The key; a text in quotes, a list or plain versions; and the rest of the line, such as a comment. */
const line =
  /^(\s*(?:[{,-]\s*)?["']?kubernetesVersion["']?\s*:\s*)(?:"[^"]*"|'[^']*'|\[[^\][]*\]|v?\d[\w.]*(?:\s*,\s*v?\d[\w.]*)*)(\s*(?:[,}#].*)?)$/;

/** The line with the version in quotes, which YAML and JSON both read as text; undefined if the value is not in the line. */
export function withVersion(text: string, version: string): string | undefined {
  const found = line.exec(text);
  return found ? `${found[1]}"${version}"${found[2]}` : undefined;
}
