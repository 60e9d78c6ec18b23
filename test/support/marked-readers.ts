/** Programs with marks: at the end of a line, `//!kind` or `//!kind for` says which reader the line is. */
import assert from 'node:assert/strict';
import type { Reader } from '../../server/src/readers/reader.ts';
import { readersOfTexts } from './reader-project.ts';

/** A text of a test. */
export interface MarkedText {
  readonly name: string;
  readonly text: string;
}

/** The hand-written objects of every test. */
const objects: MarkedText = {
  name: 'k8s/db.yaml',
  text: ['shop/db', 'shop/mail', 'lab/scope']
    .map((each) => {
      const [namespace, name] = each.split('/');
      return `apiVersion: v1\nkind: Endpoints\nmetadata: {name: ${name}, namespace: ${namespace}}\n`;
    })
    .join('---\n'),
};

export function readersIn(...files: readonly MarkedText[]): readonly Reader[] {
  const texts = [...files, objects].map(({ name, text }) => ({ uri: `file:///r/${name}`, text }));
  return readersOfTexts(texts);
}

function lineOf({ text }: MarkedText, { span }: Reader): number {
  return text.slice(0, span.start).split('\n').length;
}

/** In each text, `!kind` or `!kind for` at the end of a line is the finding that the line has. */
export function assertMarked(name: string, marked: string, ...others: readonly MarkedText[]): void {
  const sign = /\s*(?:\/\/|#)!([\w-]+)(?: (\S+))?$/;
  const expected = marked.split('\n').flatMap((line, at) => {
    const [, kind, reach = '*'] = sign.exec(line) ?? [];
    return kind === undefined ? [] : [`${at + 1} ${kind} ${reach}`];
  });
  const file = { name, text: marked.replace(new RegExp(sign.source, 'gm'), '') };
  const found = readersIn(file, ...others).filter(({ uri }) => uri.endsWith(`/r/${name}`));
  assert.deepEqual(
    found.map((each) => `${lineOf(file, each)} ${each.kind} ${each.for.join()}`),
    expected,
  );
  for (const { message } of found) assert.ok(/^.{20,160}?[.] /.test(message), message);
}
