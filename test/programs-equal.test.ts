/** The examples of all rule pages, written as programs: the same values and the same findings in each language as in Pulumi YAML. */
import assert from 'node:assert/strict';
import type { LocatedFinding } from '../server/src/lint/check-file.ts';
import { pathText, type Path } from '../server/src/tree/path.ts';
import { documentsOf } from '../server/src/tree/document.ts';
import { entrySpan, type Value } from '../server/src/tree/value.ts';
import type { Span } from '../server/src/text/span.ts';
import { findings } from './support/checking.ts';
import { pageObjects } from './support/page-objects.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { languages, writeProgram, type Language } from './support/program-writer.ts';

interface Read {
  readonly properties: readonly unknown[];
  readonly findings: readonly string[];
}

/** What is read of a text, and what is found in it: the code of each finding and the path of its place. */
function readProgram(path: string, text: string): Read {
  const { file, found } = findings(text, { path });
  const objects = documentsOf(file).flatMap((document) => [...document.resources, ...document.neighbours]);
  return {
    properties: objects.map(({ type, properties }) => [type, plain(properties)]),
    findings: found.map((finding) => `${finding.diagnostic.rule.code} ${placeOf(finding)}`).sort(),
  };
}

function plain(value: Value): unknown {
  if (value.kind === 'opaque') return '<opaque>';
  if (value.kind === 'scalar') return typeof value.value === 'bigint' ? Number(value.value) : value.value;
  if (value.kind === 'sequence') return value.items.map(plain);
  return value.entries
    .filter(({ name }) => name !== 'apiVersion' && name !== 'kind')
    .map(({ name, value: own }) => [name, plain(own)]);
}

function placeOf({ document, diagnostic: { span } }: LocatedFinding): string {
  const objects = [...document.resources, ...document.neighbours];
  for (const [i, { properties }] of objects.entries()) {
    const path = pathOf(properties, span, []);
    // Where a list has one item, a program may write the item alone: both have one place.
    if (path) return `${i} ${pathText(path.at(-1) === 0 ? path.slice(0, -1) : path)}`;
  }
  return '';
}

/** The path of the value or the entry that stands there. */
function pathOf(value: Value, { start, end }: Span, path: Path): Path | undefined {
  const isAt = (span: Span): boolean => span.start === start && span.end === end;
  if (value.kind === 'sequence') {
    for (const [i, item] of value.items.entries()) {
      const found = isAt(item.span) ? [...path, i] : pathOf(item, { start, end }, [...path, i]);
      if (found) return found;
    }
  }
  if (value.kind === 'mapping') {
    for (const entry of value.entries) {
      const own = [...path, entry.name];
      const found =
        isAt(entry.key) || isAt(entry.value.span) || isAt(entrySpan(entry))
          ? own
          : pathOf(entry.value, { start, end }, own);
      if (found) return found;
    }
  }
  return undefined;
}

/** In TypeScript and JavaScript, the SDK drops what is no property of the resource, and does not reject it. */
function inLanguage(found: string, language: string): string {
  const isDropped = /^(?:type|java)script$/.test(language) && /^unknown-property \d+ [^.[]+$/.test(found);
  return isDropped ? found.replace('unknown-property', 'dropped-argument') : found;
}

await loadGrammarsOf(...Object.values(languages));
const all = pageObjects();

describe('programs that say the same', () => {
  for (const language of Object.keys(languages) as Language[]) {
    describe(language, () => {
      for (const [name, resources] of all) {
        const text = writeProgram(language, resources);
        const yaml = text === undefined ? undefined : writeProgram('yaml', resources);
        if (text === undefined || yaml === undefined) continue;
        it(name, () => {
          const [read, expected] = [readProgram(languages[language], text), readProgram('Pulumi.yaml', yaml)];
          assert.deepEqual(read.properties, expected.properties, text);
          assert.deepEqual(read.findings, expected.findings.map((each) => inLanguage(each, language)).sort(), text);
        });
      }
    });
  }
});
