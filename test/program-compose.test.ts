/**
 * Drafts in programs: collections with parts that are moved, dropped, repeated and added, in programs with comments, tabs, other
 * line breaks and without last commas. What is written reads as the draft, and the text around the collection stays.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'mocha';
import { fixEdits } from '../server/src/edits/apply-fix.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { contains } from '../server/src/text/span.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import type { Draft, DraftPart, TreeEdit } from '../server/src/tree/tree-edit.ts';
import { childrenOf, type Mapping, type Sequence, type Value } from '../server/src/tree/value.ts';
import { randomFrom } from './support/long-texts.ts';
import { loadGrammarsOf, parses } from './support/programs.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const folder = join(root, 'test/data/programs');
const languages = ['typescript', 'python', 'go', 'csharp', 'java'];
const names = languages.flatMap((language) =>
  readdirSync(join(folder, language)).flatMap((name) => (name.endsWith('.json') ? [] : [`${language}/${name}`])),
);

before(() => loadGrammarsOf(...names));

type Random = ReturnType<typeof randomFrom>;

/** The texts of a program that mean the same. */
function variants(name: string, text: string, random: Random): readonly string[] {
  const sign = name.endsWith('.py') ? '#' : '//';
  const withComments = text
    .split('\n')
    .map((line) =>
      /[,{([]$/.test(line) && !line.includes(sign) && random(3) === 0 ? `${line} ${sign} c${random(99)}` : line,
    )
    .flatMap((line) => {
      const lead = /^\s*/.exec(line)?.[0] ?? '';
      return /,$/.test(line) && lead !== '' && random(4) === 0 ? [line, `${lead}${sign} above ${random(99)}`] : [line];
    })
    .join('\n');
  return [
    text,
    withComments,
    text.replaceAll('\n', '\r\n'),
    text.replace(/,(?=\n\s*[\]}])/g, name.endsWith('.go') ? ',' : ''),
  ];
}

function collectionsIn(file: SourceFile): readonly (Mapping | Sequence)[] {
  const found: (Mapping | Sequence)[] = [];
  const visit = (value: Value): void => {
    if (value.kind !== 'mapping' && value.kind !== 'sequence') return;
    if (!value.isAlias && !value.isShared) found.push(value);
    for (const child of childrenOf(value)) visit(child);
  };
  const { resources = [], neighbours = [] } = file.parts[0]?.document ?? {};
  for (const { properties, head } of [...resources, ...neighbours])
    if (properties.span.start > head.start) visit(properties);
  return found;
}

function draftOf(base: Mapping | Sequence, random: Random): Draft {
  const keep = (value: Value): DraftPart => ({ kind: 'keep', value });
  if (base.kind === 'sequence') {
    const items = base.items.flatMap((item): DraftPart[] => {
      const inner = (item.kind === 'mapping' || item.kind === 'sequence') && !item.isAlias && random(4) === 0;
      if (inner) return [draftOf(item, random)];
      return random(4) === 0 ? [] : [keep(item)];
    });
    if (random(3) === 0) items.reverse();
    const [first] = base.items;
    if (first && first.kind !== 'opaque' && random(3) === 0) items.push({ kind: 'copy', value: first });
    return { kind: 'list', base, items };
  }
  const entries = base.entries.flatMap((entry) => {
    const { value, name } = entry;
    const inner = (value.kind === 'mapping' || value.kind === 'sequence') && !value.isAlias && random(3) === 0;
    if (inner) return [{ name, entry, value: draftOf(value, random) }];
    return random(5) === 0 ? [] : [{ name, entry, value: keep(value) }];
  });
  if (random(4) === 0) entries.reverse();
  return { kind: 'mapping', base, entries };
}

for (const [seed, name] of names.entries())
  test(`drafts are written as they mean: ${name}`, async () => {
    const random = randomFrom(seed + 1);
    const original = readFileSync(join(folder, name), 'utf8');
    let written = 0;
    for (const text of variants(name, original, random)) {
      assert.ok(await parses(name, text));
      const file = readFile(name, text, { isPartial: false });
      const [part] = file.parts;
      assert.ok(part);
      const bases = collectionsIn(file);
      const all = [...part.document.resources, ...part.document.neighbours];
      for (let i = 0; i < times(10); i++) {
        const base = bases[random(bases.length)];
        if (!base) continue;
        const by = draftOf(base, random);
        const edit: TreeEdit = { kind: 'compose', by };
        const fix = { title: '', safety: 'safe', edits: [edit] } as const;
        const edits = fixEdits(name, file, { fix, ...part }, { isPartial: false });
        const shown = text.slice(base.span.start, base.span.end);
        if (!edits) {
          assert.ok(making.test(shown) || isLosing(by), shown);
          continue;
        }
        written++;
        const call = all.find(({ span }) => contains(span, base.span));
        for (const { span } of edits) assert.ok(call && contains(call.span, span), shown);
      }
    }
    assert.ok(written > 0);
  });

/** What makes a collection of other ones, of which no part can be moved, and values that leave a field out. */
const making = /\bnil\b|\bnull\b|None|\.\.\.|\*\w|\.map\(|\bfor\b|\] *\+|\+ *\[|stream\(|Select\(/;

/** True where no part of a collection stays: comments in it have no place left. */
function isLosing(draft: Draft): boolean {
  const parts = draft.kind === 'list' ? draft.items : draft.entries.map(({ value }) => value);
  const isEmptied =
    parts.every(({ kind }) => kind === 'copy') && draft.base !== undefined && childrenOf(draft.base).length > 0;
  return isEmptied || parts.some((part) => (part.kind === 'list' || part.kind === 'mapping') && isLosing(part));
}
