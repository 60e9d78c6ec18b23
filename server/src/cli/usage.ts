/** What goes wrong before any checking: a message for the user and the exit code 2. */

export class UsageError extends Error {}

export const exitCodes = { clean: 0, findings: 1, usage: 2, bug: 3 } as const;
