/** Finds the client's own form of a diagnostic, which a code action must name. */
import type { Diagnostic, Position } from 'vscode-languageserver-types';

/** Undefined if the client did not send it. */
export function sentDiagnostic(
  { code, range }: Pick<Diagnostic, 'code' | 'range'>,
  shown: readonly Partial<Diagnostic>[],
): Diagnostic | undefined {
  const isAt = (sent: Partial<Position> | undefined, { line, character }: Position): boolean =>
    sent?.line === line && sent.character === character;
  const same = shown.find(
    (each) => each.code === code && isAt(each.range?.start, range.start) && isAt(each.range?.end, range.end),
  );
  return same as Diagnostic | undefined;
}
