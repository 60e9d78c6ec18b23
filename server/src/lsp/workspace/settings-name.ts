/** Recognizes settings files by their names. */

export function isSettingsName(uri: string): boolean {
  return /\/(?:endpoints\.config\.(?:ya?ml|json)|package\.json)$/.test(uri);
}
