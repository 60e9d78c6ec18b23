/** Finds the readers of Endpoints in files, and writes their changes. */
import type { Reader } from '../../server/src/readers/reader.ts';
import { readersOfTexts } from './reader-project.ts';

export type Files = Readonly<Record<string, string>>;

export function readersIn(files: Files): readonly Reader[] {
  const texts = Object.entries(files).map(([name, text]) => ({ uri: `file:///repo/${name}`, text }));
  return readersOfTexts(texts);
}

/** `main.tf:3 rbac-rule rewrite shop/db`; with `?` for a likely one, and `later`. */
export function foundReaders(files: Files): readonly string[] {
  return readersIn(files).map((reader) => {
    const name = reader.uri.slice('file:///repo/'.length);
    const line = (files[name] ?? '').slice(0, reader.span.start).split('\n').length;
    const likely = reader.certainty === 'likely' ? '?' : '';
    const later = reader.when === 'later' ? ' later' : '';
    return `${name}:${line} ${reader.kind}${likely} ${reader.change}${later} ${reader.for.join(',')}`;
  });
}

/** The text after all fixes; equal fixes are applied once. */
export function fixedReaders(files: Files, name: string): string {
  const edits = readersIn(files)
    .filter(({ uri }) => uri.endsWith(`/${name}`))
    .flatMap((reader) => reader.fix?.edits ?? []);
  const unique = new Map(edits.map((edit) => [`${edit.span.start}:${edit.span.end}:${edit.text}`, edit]));
  return [...unique.values()]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((text, { span, text: by }) => text.slice(0, span.start) + by + text.slice(span.end), files[name] ?? '');
}

export const writtenObject = (namespace: string, name: string, more = ''): string => `apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: ${namespace}${more}}
spec: {ports: [{name: http, port: 80}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: ${name}, namespace: ${namespace}}
subsets: [{addresses: [{ip: 10.0.0.1}], ports: [{name: http, port: 80}]}]
`;
