/** Slots of completion in programs: what the brackets around a literal say is what the reader finds, also in texts that are cut. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spotAt } from '../server/src/analysis/binding/spot.ts';
import { typeNamed } from '../server/src/contract/contract.ts';
import { codeSlotAt } from '../server/src/frontends/code-slot/code-slot.ts';
import { pathText, type Path } from '../server/src/tree/path.ts';
import type { Resource } from '../server/src/tree/document.ts';
import type { Value } from '../server/src/tree/value.ts';
import { pageObjects } from './support/page-objects.ts';
import { loadGrammarsOf, programDocument } from './support/programs.ts';
import { languages, writeProgram, type Language } from './support/program-writer.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

interface PlacedLiteral {
  readonly type: string;
  readonly path: Path;
  readonly value: string;
  /** An offset in the literal. */
  readonly offset: number;
  /** The names beside it. */
  readonly siblings: readonly string[];
}

/** The literals that stand where they are used, at places that the contract knows. */
function literalsIn(file: string, text: string): readonly PlacedLiteral[] {
  const document = programDocument(file, text);
  const found: PlacedLiteral[] = [];
  for (const resource of [...document.resources, ...document.neighbours]) {
    if (/^(?:Endpoint|Service)/.test(resource.type)) collect(resource.properties, resource, [], [], text, found);
  }
  return found;
}

function collect(
  value: Value,
  resource: Resource,
  path: Path,
  siblings: readonly string[],
  text: string,
  found: PlacedLiteral[],
): void {
  if (value.kind === 'sequence')
    for (const [i, item] of value.items.entries()) collect(item, resource, [...path, i], [], text, found);
  if (value.kind === 'mapping')
    for (const entry of value.entries) {
      const beside = value.entries.filter((each) => each !== entry && !each.isMerged).map(({ name }) => name);
      collect(entry.value, resource, [...path, entry.name], beside, text, found);
    }
  const type = resource.type.replace(/^ServicePatch$/, 'Service');
  const own = typeNamed(type);
  const isLiteral = value.kind === 'scalar' && !value.isAlias && /^["'`\d]/.test(text.slice(value.span.start));
  if (value.kind !== 'scalar' || !isLiteral || !own || !spotAt(own, path, 36)) return;
  found.push({ type, path, value: String(value.value), offset: value.span.start + 1, siblings });
}

function check(file: string, text: string): number {
  const literals = literalsIn(file, text);
  for (const [i, literal] of literals.entries()) if (i % 10 === 0) checkCut(file, text, literal);
  for (const { type, path, offset, siblings } of literals) {
    const slot = codeSlotAt(file, text, offset);
    const shown = `${file}: ${pathText(path)}\n${text.slice(Math.max(0, offset - 300), offset)}|`;
    assert.equal(slot?.subject.area, 'code', shown);
    assert.equal(slot.kind, 'value', shown);
    assert.equal(slot.subject.area === 'code' && slot.subject.type, type, shown);
    assert.deepEqual(withoutIndexes(slot.path), withoutIndexes(path), shown);
    for (const name of siblings) if (!slot.names.has(name)) assert.fail(`${shown}: no ${name} beside`);
  }
  return literals.length;
}

/** Without what is behind the offset, and without the rest of its line, the place is the same. */
function checkCut(file: string, text: string, { type, path, offset }: PlacedLiteral): void {
  const lineEnd = text.indexOf('\n', offset);
  for (const cut of [text.slice(0, offset), text.slice(0, offset) + text.slice(lineEnd < 0 ? text.length : lineEnd)]) {
    const slot = codeSlotAt(file, cut, offset);
    const shown = `${file}: ${pathText(path)} in ${type}\n${cut.slice(Math.max(0, offset - 300))}`;
    assert.ok(slot, shown);
    assert.deepEqual(withoutIndexes(slot.path), withoutIndexes(path), shown);
  }
}

/** Where lists are added, the brackets do not say which item it is. */
function withoutIndexes(path: Path): Path {
  return path.map((step) => (typeof step === 'number' ? 0 : step));
}

const folder = join(root, 'test/data/programs');
await loadGrammarsOf(...Object.values(languages));
const objects = pageObjects();

describe('slots in programs', () => {
  for (const language of Object.keys(languages) as Language[]) {
    it(`are at every literal of the examples of all rules, in ${language}`, () => {
      let count = 0;
      for (const [n, resources] of [...objects.values()].entries()) {
        if (n % 4 !== 0 && times(1) === 1) continue;
        const text = writeProgram(language, resources);
        if (text !== undefined) count += check(languages[language], text);
      }
      assert.ok(count > times(150), String(count));
    });
  }

  for (const language of ['typescript', 'python', 'go', 'csharp', 'java']) {
    it(`are at every literal in the programs of ${language}`, () => {
      const files = readdirSync(join(folder, language)).filter((file) => !file.endsWith('.json'));
      const counts = files.map((file) => check(file, readFileSync(join(folder, language, file), 'utf8')));
      assert.ok(counts.reduce((sum, count) => sum + count, 0) > times(40));
    });
  }
});
