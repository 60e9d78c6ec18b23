/** Stands for the search for readers of Endpoints, which the playground leaves out: it would add a tenth to the code. */
import type { readerFixes as findFixes } from '../../server/src/lsp/readers/reader-actions.ts';
import type { readerSearch as search } from '../../server/src/lsp/readers/reader-search.ts';
import type { findReaders as find } from '../../server/src/readers/find-readers.ts';

export const findReaders: typeof find = () => ({ readers: [], unread: [] });

export const readerSearch: typeof search = () => ({
  run: () => Promise.resolve({ uris: [], hasPlaces: false }),
  follow: () => undefined,
});

export const readerFixes: typeof findFixes = () => [];
