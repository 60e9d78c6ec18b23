/** Decides by quick tests which files a search for readers takes, so that foreign files cost little more than reading them. */
import { fileNameOf, plainPath, surroundingKind } from '../analysis/workspace/placement.ts';
import { detectorsFor } from './detectors.ts';
import { textLanguage, readerWords, type NamedText } from './searched-text.ts';

/** True for a file for people, by its name. Nothing in it is a reader. */
export function isProse(name: string): boolean {
  return textLanguage(fileNameOf(name), '') === 'prose';
}

/** False for a text that neither has a reader nor decides how others read. */
export function isConcerned(named: NamedText): boolean {
  const { uri, text } = named;
  if (surroundingKind(uri) !== undefined) return true;
  switch (textLanguage(fileNameOf(plainPath(uri)), text)) {
    case 'yaml':
    case 'json':
    case 'docker':
      return readerWords.test(text);
    // Other files of their folders refer to what they define.
    case 'hcl':
    case 'alloy':
      return true;
    // A program may have a method of the name of a client's.
    default:
      return /endpoint/i.test(text) || detectorsFor(named).length > 0;
  }
}

/** False for a manifest without Endpoints and slices. An escaped letter may spell their kinds. */
export function mayHoldWritten(text: string): boolean {
  return /Endpoint(?:s|Slice)|subsets|\\(?:u0{2,6}|x)[4-7]/.test(text);
}
