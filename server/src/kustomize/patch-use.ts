/** What an observer of a build sees of each patch. */
import type { BuiltMapping, BuiltScalar, BuiltSequence } from '../tree/built.ts';
import type { BuildObject } from './object.ts';

/** A patch of one object, before it is applied. */
export interface PatchUse {
  /** The entry of the kustomization: with its target, or the name or text of a merge patch. */
  readonly entry: BuiltMapping | BuiltScalar;
  /** A merge patch, or the operations of a JSON patch. */
  readonly change: BuiltMapping | BuiltSequence;
  readonly object: BuildObject;
}

export type OnPatch = (use: PatchUse) => void;
