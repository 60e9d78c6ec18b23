/** Maps that keep only the entries that were set last. */

/** Sets the entry as the latest, and drops the oldest one where there are more than `most`. */
export function setLatest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
