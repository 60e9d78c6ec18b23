/** The exit codes, and the error for wrong usage, which ends the program with a message and exit code 2. */

export class UsageError extends Error {}

export const exitCodes = { clean: 0, findings: 1, usage: 2, bug: 3 } as const;
