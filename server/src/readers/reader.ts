/** What a reader of Endpoints is: a place in a text that reads, names or writes Endpoints, with what breaks and when. */
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import { stepsOfKinds, type ReaderKind } from './catalogue.ts';

/** A hand-written Endpoints, or one that hand-written slices have replaced. */
export interface ReadObject {
  readonly uri: string;
  /** Empty, or an expression, where it is not known. */
  readonly namespace: string;
  /** The same. */
  readonly name: string;
  /** True where only slices are left: what reads it through Endpoints has lost it. */
  readonly isReplaced?: true;
  /** True where hand-written slices are beside the Endpoints, which will be deleted next. */
  readonly hasSlices?: true;
}

/** `replaced`: when slices replace hand-written Endpoints. `later`: when the cluster stops the Endpoints controller. */
export type BreakingEvent = 'replaced' | 'later';

/** The objects that a reader reaches. */
export interface Reach {
  /** `namespace/name`; `*` for every hand-written object in sight, `generated` for those of the control plane. */
  readonly for: readonly string[];
  readonly objects: readonly ReadObject[];
  readonly when: BreakingEvent;
  /** `likely` where it depends on what the files do not show, such as a version. */
  readonly certainty: 'certain' | 'likely';
}

/** A change that a tool may write. */
export interface ReaderFix {
  readonly title: string;
  /** In the file of the reader. Readers that must change together have equal edits. */
  readonly edits: readonly TextEdit[];
}

/** A reader without its file. */
export interface FoundReader extends Reach {
  /** The deciding word, in the file; for a missing field, the kind or the name of the block. */
  readonly span: Span;
  readonly kind: ReaderKind;
  /** True for a rule that only lets programs write, so that nothing is read through it. */
  readonly isWriteOnly?: boolean;
  /** `person`: no tool may write the change. */
  readonly change: 'rewrite' | 'person';
  readonly message: string;
  /** Undefined for a person's change, and where the change cannot be written here. */
  readonly fix?: ReaderFix | undefined;
}

export interface Reader extends FoundReader {
  readonly uri: string;
}

/** Whether a reader loses its objects. Whether a user of a role reads them is not known. */
export function certaintyOfLoss({ kind, certainty }: Pick<Reader, 'kind' | 'certainty'>): Reader['certainty'] {
  return stepsOfKinds.get(kind) === 'access' ? 'likely' : certainty;
}
