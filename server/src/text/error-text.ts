/** What is known of an error that is our own: where it came from, or at least what it says. */

export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
