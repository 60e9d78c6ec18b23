/** Every level of the contract, in every state of typing and every style: the keys that are offered, and where they go. */
import { locatedIn } from '../server/src/features/lsp.ts';
import assert from 'node:assert/strict';
import { apiVersions, kinds, resourceType, typeTokens, type Kind } from '../server/src/contract/contract.ts';
import type { ObjectType, Type } from '../server/src/contract/type.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import type { Path } from '../server/src/tree/path.ts';
import { valueOf, type Value } from '../server/src/tree/value.ts';
import { accept } from './support/accept.ts';
import { inputAt, withCursor } from './support/gesture-page.ts';
import { completions } from './support/gestures/completion.ts';

interface Level {
  readonly path: Path;
  readonly type: ObjectType;
}

interface Place {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

type Style = (path: Path, typed: string) => Place;

/** Texts that hold nothing but the way to a level, with the cursor where its first key goes. */
function stylesOf(kind: Kind): Readonly<Record<string, Style>> {
  const head = `apiVersion: ${apiVersions[kind]}\nkind: ${kind}\n`;
  return {
    'block YAML': (path, typed) => cut(`${head}${block(path, 0, typed)}\n`),
    'the end of the file': (path, typed) => cut(`${head}${block(path, 0, typed)}`),
    'a line indented too far': (path, typed) => cut(`${head}${block(path, 2, typed)}\n`),
    'a line indented too little': (path, typed) => cut(`${head}${block(path, -2, typed)}\n`),
    'compact lists': (path, typed) => cut(`${head}${block(path, 0, typed, true)}\n`),
    'flow YAML': (path, typed) => cut(`${head}${flow(path, typed)}\n`),
    JSON: (path, typed) => ({
      ...cut(`{"apiVersion": "${apiVersions[kind]}", "kind": "${kind}", ${json(path, typed)}}\n`),
      path: 'a.json',
    }),
    'a later document': (path, typed) =>
      cut(`kind: Service\n---\n${head}${block(path, 0, typed)}\n---\nkind: Service\n`),
    'an item of a list': (path, typed) =>
      cut(
        `apiVersion: v1\nkind: List\nitems:\n  - ${head.replace('\n', '\n    ')}${indented(block(path, 0, typed), 4)}\n`,
      ),
    'a Pulumi program': (path, typed) => inProgram(kind, path, typed),
    'a patch in a Pulumi program': (path, typed) => inProgram(`${kind}Patch`, path, typed),
  };
}

function inProgram(type: keyof typeof typeTokens, path: Path, typed: string): Place {
  const head = `resources:\n  ep:\n    type: ${typeTokens[type]}\n    properties:\n`;
  return { ...cut(`${head}${indented(block(path, 0, typed), 6)}\n`), path: 'Pulumi.yaml' };
}

describe('completion at every level', () => {
  for (const kind of kinds) {
    describe(kind, () => {
      for (const level of levelsBelow(root(kind), [])) describeLevel(level, stylesOf(kind));
    });
  }
});

function describeLevel(level: Level, styles: Readonly<Record<string, Style>>): void {
  describe(level.path.join('.') || 'the object itself', () => {
    for (const [style, place] of Object.entries(styles)) {
      const isMoved = style.includes('indented');
      // The object itself cannot be indented too little.
      if (isMoved && level.path.length === 0) continue;
      if (!isMoved) it(`offers what is there: ${style}`, () => offersAll(level, place(level.path, ''), style));
      for (const [state, spell] of Object.entries(states(style))) {
        it(`finds each key: ${style}, ${state}`, () => findsEach(level, (name) => place(level.path, spell(name))));
      }
    }
  });
}

function states(style: string): Readonly<Record<string, (name: string) => string>> {
  const half = (name: string): string => name.slice(0, Math.ceil(name.length / 2));
  return {
    'without its colon': (name) => name,
    'half a word': style.includes('indented') ? (name) => name.slice(0, -1) : half,
    'an unfinished quote': (name) => `"${half(name)}`,
  };
}

async function offersAll({ type, path }: Level, place: Place, style: string): Promise<void> {
  const { items } = await completions(inputAt(place.path, place.text, [place.offset]));
  const offered = [...items]
    .sort((a, b) => (a.sortText ?? '').localeCompare(b.sortText ?? ''))
    .map(({ label }) => label);
  const isProgram = style.includes('Pulumi');
  const present = path.length === 0 && !isProgram ? ['apiVersion', 'kind'] : [];
  assert.deepEqual(
    offered,
    keysOf(type, isProgram).filter((name) => !present.includes(name)),
  );
}

/** Types each key, accepts it, and looks for it where it belongs. */
async function findsEach({ type, path }: Level, placeOf: (name: string) => Place): Promise<void> {
  for (const name of keysOf(type, true)) {
    if (path.length === 0 && (name === 'apiVersion' || name === 'kind')) continue;
    const place = placeOf(name);
    const { items } = await completions(inputAt(place.path, place.text, [place.offset]));
    const item = items.find(({ label }) => label === name);
    assert.ok(item, `no ${name} in\n${withCursor(place)}\nbut ${items.map(({ label }) => label).join(', ')}`);
    const after = accept(locatedIn(place.text, 'utf-16'), item);
    const file = readFile(place.path, after, { isPartial: false });
    const resources = file.parts.flatMap(({ document }) => document.resources);
    const owner = resources[0] && follow(resources[0].properties, path);
    assert.ok(
      owner?.kind === 'mapping' && valueOf(owner, name),
      `${name} went elsewhere:\n${withCursor(place)}\n=>\n${after}`,
    );
  }
}

/** What is offered, in the order in which it is. */
function keysOf(type: ObjectType, isProgram: boolean): readonly string[] {
  const names = Object.keys(type.fields).filter((name) => {
    const field = type.fields[name];
    const isInput = field && !field.readOnly && !field.output && field.until === undefined;
    return isInput && !(isProgram && name === 'generateName');
  });
  const last = isProgram ? ['apiVersion', 'kind'] : ['generateName'];
  const rank = (name: string): number => {
    if (type.fields[name]?.deprecated !== undefined) return 4;
    if (last.includes(name) && ('id' in type.fields || name === 'generateName')) return 3;
    return type.required.includes(name) ? 0 : type.shape.includes(name) ? 1 : 2;
  };
  return names.toSorted((a, b) => rank(a) - rank(b));
}

function levelsBelow(type: Type, path: Path): readonly Level[] {
  if (type.kind === 'list') return levelsBelow(type.item, [...path, 0]);
  if (type.kind !== 'object') return [];
  return [
    { path, type },
    ...Object.entries(type.fields).flatMap(([name, field]) => levelsBelow(field.type, [...path, name])),
  ];
}

function root(name: string): ObjectType {
  const type = resourceType(name);
  assert.ok(type);
  return type;
}

/** `shift` moves the last line. */
function block(path: Path, shift: number, typed: string, isCompact = false): string {
  let text = '';
  let column = 0;
  for (const [i, step] of path.entries()) {
    if (typeof step === 'number') {
      text += `${i === 0 || typeof path[i - 1] !== 'number' ? ' '.repeat(column) : ''}- `;
      column += 2;
    } else {
      text += `${typeof path[i - 1] === 'number' ? '' : ' '.repeat(column)}${step}:\n`;
      if (!isCompact || typeof path[i + 1] !== 'number') column += 2;
    }
  }
  if (typeof path.at(-1) === 'number' && shift === 0) return `${text}${typed}|`;
  // A line can follow only what is there already.
  const lead = typeof path.at(-1) === 'number' ? `${text}$patch: merge\n` : text;
  return `${lead}${' '.repeat(Math.max(0, column + shift))}${typed}|`;
}

function flow(path: Path, typed: string): string {
  const [first, ...rest] = path;
  if (first === undefined) return `${typed}|`;
  const open = rest.map((step) => (typeof step === 'number' ? '[' : `{${step}: `)).join('');
  const close = rest
    .map((step) => (typeof step === 'number' ? ']' : '}'))
    .toReversed()
    .join('');
  return `${first}: ${open}{${typed}|}${close}`;
}

function json(path: Path, typed: string): string {
  const word = typed === '' ? '' : `"${typed.replace(/^"/, '')}`;
  const [first, ...rest] = path;
  if (first === undefined) return `${word}|`;
  const open = rest.map((step) => (typeof step === 'number' ? '[' : `{"${step}": `)).join('');
  const close = rest
    .map((step) => (typeof step === 'number' ? ']' : '}'))
    .toReversed()
    .join('');
  return `"${first}": ${open}{${word}|}${close}`;
}

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}

function cut(marked: string): Place {
  const offset = marked.lastIndexOf('|');
  return { path: 'a.yaml', text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

function follow(value: Value, path: Path): Value | undefined {
  let at: Value | undefined = value;
  for (const step of path) {
    if (at?.kind === 'mapping' && typeof step === 'string') at = valueOf(at, step);
    else at = at?.kind === 'sequence' ? at.items.at(-1) : undefined;
  }
  return at;
}
