/** Searches texts for readers, and shows what is found as lines. */
import assert from 'node:assert/strict';
import type { Reader } from '../../server/src/readers/reader.ts';
import { readersOfTexts } from './reader-project.ts';

const base = 'file:///project/';

/** Part of every search: in namespaces `shop` and `bank`. */
export const handWritten = {
  'k8s/shop.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\nsubsets: []\n',
  'k8s/bank.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: host, namespace: bank}\nsubsets: []\n',
};

type Files = Readonly<Record<string, string>>;

function readersOf(files: Files): readonly Reader[] {
  const texts = Object.entries({ ...handWritten, ...files }).map(([path, text]) => ({ uri: base + path, text }));
  return readersOfTexts(texts);
}

/** `path:line kind change [for]`, with `later` and `likely` where they are not as usual. */
export function foundReaders(files: Files): readonly string[] {
  return readersOf(files).map(({ uri, span, kind, change, when, certainty, ...reach }) => {
    const path = uri.slice(base.length);
    const line = (files[path] ?? '').slice(0, span.start).split('\n').length;
    const more = [when === 'later' ? ' later' : '', certainty === 'likely' ? ' likely' : ''].join('');
    return `${path}:${line} ${kind} ${change} [${reach.for.join()}]${more}`;
  });
}

/** The text with all fixes, which leave nothing to find. */
export function fixedReaders(path: string, text: string): string {
  const edits = readersOf({ [path]: text }).flatMap(({ fix }) => fix?.edits ?? []);
  const unique = [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()];
  const result = unique
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((all, edit) => all.slice(0, edit.span.start) + edit.text + all.slice(edit.span.end), text);
  assert.deepEqual(
    readersOf({ [path]: result }).filter(({ fix }) => fix),
    [],
  );
  return result;
}
