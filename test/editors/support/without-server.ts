/** Patches a workbench that was built for a server, so that it runs without one. */

/** The main script always connects to its origin, and stores the user's settings there. */
const changes: readonly (readonly [RegExp, string])[] = [
  [/(\bremoteAuthority:)location\.host\b/, '$1void 0'],
  [
    /(get userRoamingDataHome\(\)\{return \w+\(\w+\.file\(this\.userDataPath\)\.with\(\{scheme:\w+\.)vscodeRemote\b/,
    '$1vscodeUserData',
  ],
];

export function withoutServer(source: string): string {
  return changes.reduce((text, [place, replacement]) => {
    if (!place.test(text)) throw new Error(`this workbench has nothing like ${String(place)}`);
    return text.replace(place, replacement);
  }, source);
}
