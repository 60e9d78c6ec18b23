/** Looks up names that people write in tables of ours. Every object has `constructor` and `__proto__`; no table does. */

/** Undefined for a name that the table does not have itself. */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
