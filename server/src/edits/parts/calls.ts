/** How constructor calls of programs are taken apart, and others written in their places. What does it is loaded with what reads programs. */
import type { Kind } from '../../contract/contract.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import type { Document, Resource } from '../../tree/document.ts';
import type { MapPart, Part } from './part.ts';

/** The place of an object that a constructor call makes. */
export interface CallHolder {
  readonly kind: 'call';
  /** True for a call that is a statement, or the value of one: more calls can follow it. */
  readonly isRepeatable: boolean;
  /** True for a statement that nothing else needs. */
  readonly isRemovable: boolean;
}

export interface CallRead {
  /** The arguments, with the names of the contract. */
  readonly part: MapPart;
  readonly holder: CallHolder;
}

export interface CallObstacle {
  /** In the document. */
  readonly span: Span;
  readonly message: string;
}

/** An object that is written as a call. */
export interface CallObject {
  readonly kind: Kind;
  readonly part: MapPart;
  /** What its logical name and its variable get behind those of the call; undefined for the object in the place of the call. */
  readonly suffix: string | undefined;
}

export interface CallReplacement {
  readonly resource: Resource;
  /** Empty for a call that is removed. */
  readonly objects: readonly CallObject[];
}

/** A name that is made of another one, as text to write. */
export interface MadeName {
  readonly text: string;
  /** The name, or the text of the expression that makes it. */
  readonly name: string;
}

/** How values are written in a program. */
export interface ProgramSpelling {
  scalar(value: string | boolean): string;
  /** The name with a suffix; `whole` is the result where the name is known. */
  suffixed(name: Part, suffix: string, whole: string): MadeName | undefined;
  /** The name as the value of a label; undefined where the language cannot write it so. */
  label(name: Part): string | undefined;
  /** A map that is no literal, with more entries as text to write; undefined where the language cannot write it so. */
  extended(map: Part, entries: ReadonlyMap<string, string>): Part | undefined;
}

export interface CallEditor {
  /** The call in parts, or the first reason against it. */
  read(document: Document, resource: Resource): CallRead | CallObstacle;
  /** With the imports that the calls need. */
  write(document: Document, calls: readonly CallReplacement[]): readonly TextEdit[];
  /** Removes the imports that nothing uses any more. */
  tidied(before: Document, after: Document): string;
  spelling(document: Document): ProgramSpelling;
  /** Where the program reads the name of the resource, of the variable that holds it. */
  nameReads(document: Document, resource: Resource): readonly Span[];
  /** The comments, with their lines trimmed. */
  comments(document: Document): readonly string[];
  /** The number of syntax errors. */
  errors(document: Document): number;
}
