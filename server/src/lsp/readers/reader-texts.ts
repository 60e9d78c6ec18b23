/** Reads all texts of the workspace folders that may read Endpoints, or that decide how they are read. */
import { fileNameOf, surroundingKind } from '../../analysis/workspace/placement.ts';
import { isGenerated, readerWords } from '../../readers/searched-text.ts';
import { mayNameReader } from '../../analysis/workspace/text-names.ts';
import type { FileSearch } from '../host.ts';
import { pathOfUri, type Session } from '../session.ts';
import { limitsIn } from '../workspace/searches.ts';

/** Also of a file that is no manifest, such as a script. */
export function readerTextSearch(session: Session, folder: string): FileSearch {
  return {
    ...limitsIn(session, folder),
    isOther: mayNameReader,
    isWanted: (name, bytes) => mayNameReader(name) && !bytes.includes('\0') && mayHoldReaders(name, bytes),
  };
}

/** The same for a text that is open. */
export function isReaderText(uri: string, text: string): boolean {
  const name = fileNameOf(pathOfUri(uri));
  return mayNameReader(name) && mayHoldReaders(name, text);
}

function mayHoldReaders(name: string, text: string): boolean {
  return (readerWords.test(text) || surroundingKind(`/${name}`) !== undefined) && !isGenerated(text);
}
