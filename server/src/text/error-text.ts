/** The text of an internal error: its stack, or else its message. */

export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
