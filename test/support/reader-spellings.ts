/** Writes objects in every spelling that a repository may have, and reads them again with the `yaml` package. */
import assert from 'node:assert/strict';
import { parseAllDocuments, stringify, type ToStringOptions, type DocumentOptions, type CreateNodeOptions } from 'yaml';

type Style = ToStringOptions & DocumentOptions & CreateNodeOptions;

export interface Spelling {
  readonly name: string;
  /** The ending of the file. */
  readonly ending: 'yaml' | 'json';
  /** False where an edit is not possible in place, because the text has escapes or folded lines. */
  readonly isEditable: boolean;
  /** True for a spelling of objects of the API only. */
  readonly isOfObjects: boolean;
  readonly write: (objects: readonly object[]) => string;
  readonly read: (text: string) => readonly unknown[];
}

const block = (object: object, style: Style = {}): string => stringify(object, { lineWidth: 0, ...style });

/** Behind a marker, because a text that starts with a brace is JSON. */
const flow = (object: object): string => block(object, { collectionStyle: 'flow' });

const documents = (spell: (object: object) => string, objects: readonly object[]): string =>
  objects.map(spell).join('---\n');

/** A comment at the end of each line, and one before each line that starts an item or an entry. */
function commented(text: string): string {
  return text
    .split('\n')
    .flatMap((line, i) =>
      line === '' ? [''] : [`${/^ */.exec(line)?.[0] ?? ''}# before ${i}`, `${line} # behind ${i}`],
    )
    .join('\n');
}

const listOf = (items: readonly object[]): object => ({ apiVersion: 'v1', kind: 'List', items });

/** A ConfigMap with one file for each object; `spell` gets the texts of the files. */
const mapOf = (
  objects: readonly object[],
  spell: (object: object) => string,
  scalar: (text: string) => string,
): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: files\ndata:\n${objects
    .map((object, i) => `  file-${i}.yaml: ${scalar(spell(object))}\n`)
    .join('')}`;

const literal =
  (header: string, indent: string) =>
  (text: string): string =>
    `${header}\n${text.replace(/\n$/, '').replace(/^(?=.)/gm, indent)}`;

export function parsedDocuments(text: string): readonly unknown[] {
  return parseAllDocuments(text).map((document) => {
    assert.deepEqual(document.errors, [], text);
    return document.toJS() as unknown;
  });
}

const readList = (text: string): readonly unknown[] =>
  parsedDocuments(text).flatMap((list) => (list as { items: readonly unknown[] }).items);

const readMap = (text: string): readonly unknown[] =>
  parsedDocuments(text)
    .flatMap((map) => Object.values((map as { data: Readonly<Record<string, string>> }).data))
    .flatMap(parsedDocuments);

type Parts = Pick<Spelling, 'write'> & Partial<Spelling>;

const spelling = (name: string, parts: Parts): Spelling => ({
  name,
  ending: 'yaml',
  isEditable: true,
  isOfObjects: false,
  read: parsedDocuments,
  ...parts,
});

const inBlock = (name: string, style: Style = {}): Spelling =>
  spelling(name, { write: (objects) => documents((each) => block(each, style), objects) });

const inMap = (name: string, write: Spelling['write'], isEditable = true): Spelling =>
  spelling(name, { write, read: readMap, isEditable });

const plain: readonly Spelling[] = [
  inBlock('in block style'),
  inBlock('with four blanks', { indent: 4 }),
  inBlock('with lists that are not indented', { indentSeq: false }),
  inBlock('in double quotes', { defaultStringType: 'QUOTE_DOUBLE' }),
  inBlock('in single quotes', { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN' }),
  spelling('with comments', { write: (objects) => documents((each) => commented(block(each)), objects) }),
  spelling('in flow style', { write: (objects) => `---\n${documents(flow, objects)}` }),
  spelling('in documents with marks', {
    write: (objects) => `# first\n---\n${documents((each) => block(each), objects)}...\n# last\n`,
  }),
  spelling('without a last line break', { write: (objects) => documents((each) => block(each), objects).trimEnd() }),
  spelling('as JSON', { ending: 'json', write: ([first]) => JSON.stringify(first, null, 2) }),
  spelling('as JSON in documents', {
    write: (objects) => documents((each) => `${JSON.stringify(each, null, 4)}\n`, objects),
  }),
  spelling('as JSON on a line', { ending: 'json', write: ([first]) => JSON.stringify(first) }),
  spelling('in a List', { isOfObjects: true, read: readList, write: (objects) => block(listOf(objects)) }),
  spelling('in a List of items that are not indented', {
    isOfObjects: true,
    read: readList,
    write: (objects) => block(listOf(objects), { indentSeq: false }),
  }),
  spelling('in a List of JSON', {
    isOfObjects: true,
    ending: 'json',
    read: readList,
    write: (objects) => `${JSON.stringify(listOf(objects), null, 2)}\n`,
  }),
  inMap('in a block scalar', (objects) => mapOf(objects, (each) => block(each), literal('|', '    '))),
  inMap('in a block scalar with a header', (objects) => mapOf(objects, (each) => block(each), literal('|2-', '    '))),
  inMap('in a deep block scalar with comments', (objects) =>
    mapOf(objects, (each) => commented(block(each, { indentSeq: false })), literal('|+ # a file', '          ')),
  ),
  inMap('in flow style in a block scalar', (objects) =>
    mapOf(objects, (each) => `---\n${flow(each)}`, literal('|', '    ')),
  ),
  inMap('as JSON in a block scalar', (objects) =>
    mapOf(objects, (each) => JSON.stringify(each, null, 2), literal('|', '    ')),
  ),
  spelling('in a text of a JSON file', {
    ending: 'json',
    isEditable: false,
    read: readMap,
    write: (objects) => {
      const files = objects.map((each, i) => [`file-${i}.yaml`, block(each)] as const);
      return JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'files' },
        data: Object.fromEntries(files),
      });
    },
  }),
  inMap('in a text with escapes', (objects) => mapOf(objects, (each) => block(each), JSON.stringify), false),
  inMap('in a folded text', (objects) => mapOf(objects, (each) => JSON.stringify(each), literal('>-', '    ')), false),
];

const withReturns = ({ name, write, ...rest }: Spelling): Spelling => ({
  ...rest,
  name: `${name}, with CRLF`,
  write: (objects) => write(objects).replaceAll('\n', '\r\n'),
});

/** Each spelling with LF and with CRLF. */
export const spellings: readonly Spelling[] = plain.flatMap((each) => [each, withReturns(each)]);
