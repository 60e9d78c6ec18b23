/** Limits of a build, so that a few lines cannot demand endless work or memory. */
import { memo } from '../text/memo.ts';
import type { BuildCause, BuiltMapping, BuiltScalar, BuiltSequence, BuiltValue, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { originOf } from './object.ts';

/** Components that one kustomization applies, those of its components included. */
const mostComponents = 1000;
/** Values of an object. The API server rejects requests of more than 3 MB. */
const mostNodes = 100_000;
const mostCharacters = 3_000_000;

export function checkComponents(count: number, asked: BuiltScalar): void {
  if (count <= mostComponents) return;
  const message = `This kustomization applies more than ${mostComponents} components. List each component once.`;
  throw new BuildError('other', message, originOf(asked));
}

/** A part that appears in several places is walked once. */
const collectionSize = memo((value: BuiltMapping | BuiltSequence): number =>
  value.kind === 'sequence'
    ? value.items.reduce((sum, item) => sum + sizeOf(item), 1)
    : value.entries.reduce((sum, entry) => sum + sizeOf(entry.value), 1),
);

function sizeOf(value: BuiltValue): number {
  return value.kind === 'scalar' ? 1 : collectionSize(value);
}

/** Throws where copies make an object too large. */
export function checkSize(root: BuiltValue, cause: BuildCause, at: Origin): void {
  if (sizeOf(root) <= mostNodes) return;
  throw new BuildError(cause, `This copy gives the object more than ${mostNodes} values. Copy a smaller part.`, at);
}

/** Throws where copies make a text too long. */
export function checkLength(length: number, cause: BuildCause, at: Origin): void {
  if (length <= mostCharacters) return;
  throw new BuildError(cause, `This text gets more than ${mostCharacters} characters. Insert a shorter text.`, at);
}
