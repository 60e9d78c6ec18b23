/** Finds the readers in a text beside two hand-written Endpoints, core/mq and shop/db, and applies their fixes. */
import assert from 'node:assert/strict';
import type { Reader } from '../../server/src/readers/reader.ts';
import { readersOfTexts } from './reader-project.ts';

const objects = {
  uri: 'file:///repo/k8s/objects.yaml',
  text: `apiVersion: v1
kind: Endpoints
metadata: {name: mq, namespace: core}
---
apiVersion: v1
kind: Endpoints
metadata: {name: db, namespace: shop}
`,
};

export function commandReadersIn(name: string, text: string): readonly Reader[] {
  const texts = [objects, { uri: `file:///repo/${name}`, text }];
  return readersOfTexts(texts).filter(({ uri, kind }) => uri.endsWith(`/${name}`) && /^kubectl-|^api-path$/.test(kind));
}

/** `3 kubectl-read rewrite core/mq`; with `?` for a likely one, and `later`. */
export function commandsFound(name: string, text: string): readonly string[] {
  return commandReadersIn(name, text).map((reader) => {
    const line = text.slice(0, reader.span.start).split('\n').length;
    const marks = `${reader.certainty === 'likely' ? '?' : ''}${reader.when === 'later' ? ' later' : ''}`;
    return `${line} ${reader.kind}${marks} ${reader.change} ${reader.for.join(',')}`;
  });
}

/** The text after all fixes, in which the search finds no more fixes. */
export function commandsFixed(name: string, text: string): string {
  const edits = commandReadersIn(name, text).flatMap((reader) => reader.fix?.edits ?? []);
  const result = edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, text: by }) => all.slice(0, span.start) + by + all.slice(span.end), text);
  assert.deepEqual(
    commandReadersIn(name, result).filter(({ fix }) => fix),
    [],
  );
  return result;
}
