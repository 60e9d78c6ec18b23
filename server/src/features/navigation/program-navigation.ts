/** Where a name of a program is declared and used: for definition, references and highlights. */
import type { Span } from '../../text/span.ts';
import type { ProgramName } from './program-names.ts';
import { programNames } from './program-names.ts';
import type { LocatedDocument, View } from '../view.ts';
import { partAt } from '../view.ts';

/** A name of a program, and the document that it stands in. */
export interface UsedName extends LocatedDocument {
  /** The place that was asked for. */
  readonly chosen: ProgramName;
  /** All places of the same name, in order. */
  readonly places: readonly ProgramName[];
}

/** The name that a key or an expression at the offset means. */
export function nameAt(view: View, offset: number): UsedName | undefined {
  const part = partAt(view, offset);
  if (!part) return undefined;
  const names = programNames(part.document);
  const at = offset - part.start;
  const chosen = names.find(({ span }) => span.start <= at && at <= span.end);
  if (!chosen) return undefined;
  const places = names.filter(({ name }) => name === chosen.name).toSorted((a, b) => a.span.start - b.span.start);
  return { ...part, chosen, places };
}

/** From an expression to the key that declares its name, and from that key to itself. */
export function declarationOf({ chosen, places }: UsedName): Span | undefined {
  return chosen.isDeclaration ? chosen.span : places.find(({ isDeclaration }) => isDeclaration)?.span;
}

/** The expressions that use the name, and the key that declares it, where it is asked for. */
export function usesOf({ places }: UsedName, includeDeclaration: boolean): readonly Span[] {
  return places.filter(({ isDeclaration }) => includeDeclaration || !isDeclaration).map(({ span }) => span);
}
