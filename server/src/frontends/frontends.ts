/**
 * Reads a file: cuts it into documents, and reads each. A document whose text was read before is the same object, so
 * whatever was computed from it still holds.
 */
import type { Document, SourceFile } from '../tree/document.ts';
import { mayConcern } from './concern.ts';
import { cut, cutByItem, isJson } from './documents/cut.ts';
import type { Cut } from './documents/list-items.ts';
import { isNamedProgram } from './resources/pulumi-resources.ts';
import { readDocument } from './documents/read-document.ts';

export interface ReadOptions {
  /** True where the file is known to be a patch, because a kustomization names it. */
  readonly isPartial: boolean;
  /**
   * True where each item of a long List is to be a document of its own, so that an edit costs one item and not the List.
   * Where it is left out, as the file was before.
   */
  readonly isByItem?: boolean;
  /** The file as it was before, whose unchanged documents are used again. */
  readonly previous?: SourceFile;
}

/** The documents of a file. `path` is looked at for its name only. Never fails. */
export function readFile(path: string, text: string, options: ReadOptions): SourceFile {
  const { cuts, read } = prepared(path, text, options);
  return { text, parts: cuts.map((each) => read(each)) };
}

/** The same, one document after the other, so that others can have their turn in between. */
export function* readInSteps(path: string, text: string, options: ReadOptions): Generator<SourceFile['parts'][number]> {
  const { cuts, read } = prepared(path, text, options);
  for (const each of cuts) yield read(each);
}

interface Prepared {
  readonly cuts: readonly Cut[];
  readonly read: (cut: Cut) => SourceFile['parts'][number];
}

/** What is to be read, and what reads it. A text that cannot concern us is not even cut. */
function prepared(
  path: string,
  text: string,
  { isPartial, previous, isByItem = isReadByItem(previous) }: ReadOptions,
): Prepared {
  const isConcerned = mayConcern(text);
  const known = previous ? new Map(previous.parts.map(({ document }) => [document.text, document])) : nothingKnown;
  const isProgram = isNamedProgram(path);
  const read = partReader(known, { isPartial, isNamedProgram: isProgram });
  if (!isConcerned) return { cuts: [{ start: 0, text, isYaml: !isJson(text), role: 'document' }], read };
  const cuts = isByItem && !isProgram ? cutByItem(text) : cut(text);
  return { cuts, read: cuts.length === 1 ? (each) => read(each, true) : read };
}

const nothingKnown: ReadonlyMap<string, Document> = new Map();

function isReadByItem(file: SourceFile | undefined): boolean {
  return file?.parts.some(({ document }) => document.role === 'item') ?? false;
}

/** Returns what reads the parts of one file, in their order; a document among the known ones is used again. */
export function partReader(
  known: ReadonlyMap<string, Document>,
  options: { readonly isPartial: boolean; readonly isNamedProgram: boolean },
): (cut: Cut, isConcerned?: boolean) => SourceFile['parts'][number] {
  const { isPartial, isNamedProgram: isProgram } = options;
  let hasProgram = false;
  return ({ start, text, isYaml, role }, isConcerned = false) => {
    const same = known.get(text);
    const isLaterInProgram = hasProgram;
    const document =
      same && isSame(same, { isYaml, role }, isLaterInProgram)
        ? same
        : readDocument(text, { isPartial, isNamedProgram: isProgram, isYaml, role, isLaterInProgram, isConcerned });
    hasProgram ||= document.form === 'pulumi' && text.trim() !== '';
    return { start, document };
  };
}

/** True where the text would be read to the same document again: in another place it may mean something else. */
function isSame(document: Document, { isYaml, role }: Pick<Cut, 'isYaml' | 'role'>, isLater: boolean): boolean {
  const { syntax, form, resources, remarks } = document;
  if ((syntax === 'yaml') !== isYaml || document.role !== role) return false;
  const wasLater = remarks.some(({ what }) => what === 'later-document');
  return form !== 'pulumi' || resources.length === 0 || wasLater === isLater;
}
