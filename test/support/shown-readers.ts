/** Shows the readers of texts beside a hand-written database, one line for each. */
import type { Platform } from '../../server/src/contract/platform.ts';
import type { Reader } from '../../server/src/readers/reader.ts';
import { readersOfTexts } from './reader-project.ts';

export type ReaderFiles = Readonly<Record<string, string>>;

export const databaseObjects = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {ports: [{port: 5432}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: db, namespace: shop}
subsets: [{addresses: [{ip: 10.1.1.1}], ports: [{port: 5432}]}]
`;

export function readersBeside(files: ReaderFiles, platform: Platform = {}): readonly Reader[] {
  const texts = Object.entries(files).map(([path, text]) => ({ uri: `file:///r/${path}`, text }));
  return readersOfTexts(texts, platform);
}

export function shownReadersIn(files: ReaderFiles, platform?: Platform): readonly string[] {
  return readersBeside(files, platform).map(({ uri, span, kind, certainty, when, for: reached }) => {
    const text = files[uri.replace('file:///r/', '')] ?? '';
    const line = text.slice(0, span.start).split('\n').length;
    return `${line} ${kind} ${certainty} ${when} ${reached.join(' ')}`;
  });
}

export function shownReaders(path: string, text: string, platform?: Platform): readonly string[] {
  return shownReadersIn({ 'db.yaml': databaseObjects, [path]: text }, platform);
}

export function readerWordsAt(path: string, text: string): readonly string[] {
  return readersBeside({ [path]: text }).map(({ span }) => text.slice(span.start, span.end));
}

export function fixedReaderText(path: string, text: string): string {
  const edits = readersBeside({ [path]: text }).flatMap(({ fix }) => fix?.edits ?? []);
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, text: by }) => all.slice(0, span.start) + by + all.slice(span.end), text);
}
