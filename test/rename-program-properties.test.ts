/** What holds for renaming anything in any program: it is refused with a reason, or only the name changes when it is read again. */
import assert from 'node:assert/strict';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import { renameEdits, renamingAt } from '../server/src/features/rename/rename.ts';
import { isRefusal } from '../server/src/features/rename/renaming.ts';
import type { TextEdit } from '../server/src/text/edit.ts';
import type { View } from '../server/src/features/view.ts';
import { parseIp } from '../server/src/contract/ip.ts';
import { documentsOf, type CodeLanguage } from '../server/src/tree/document.ts';
import type { Value } from '../server/src/tree/value.ts';
import { filesOf, inputAt } from './support/gesture-page.ts';
import { pageObjects } from './support/page-objects.ts';
import { constants, programPair } from './support/program-pairs.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { languages, writeProgram } from './support/program-writer.ts';
import { pick, randomFrom, rarely, type Random } from './support/random.ts';
import { times } from './support/runs.ts';

await loadGrammarsOf(...Object.values(languages));

type Leaves = readonly (readonly [path: string, value: unknown])[];

/** The values of a text in their order, with the paths of objects. A `#` is the name by which Pulumi knows the object. */
function leaves(view: View): Leaves {
  const found: [string, unknown][] = [];
  const add = (value: Value, path: string): void => {
    if (value.kind === 'mapping') for (const each of value.entries) add(each.value, `${path}.${each.name}`);
    else if (value.kind === 'sequence') value.items.forEach((item, i) => add(item, `${path}[${i}]`));
    else found.push([path, value.kind === 'scalar' ? String(value.value) : value.why]);
  };
  for (const document of documentsOf(view.file))
    [...document.resources, ...document.neighbours].forEach(({ properties, name }, i) => {
      found.push([`${i}#`, name]);
      add(properties, String(i));
    });
  return found;
}

/** Of all languages, at least this many renames must be made, and refused. */
const made: Record<string, number> = {};

/** What each label may change. */
const names = /#$|^\d+\.metadata\.name$|service-name$|\.(?:ownerReferences|targetRef)\b/;
const pathsOf: Readonly<Record<string, RegExp | undefined>> = {
  Name: names,
  Service: names,
  Reference: names,
  Resource: /#$/,
  Port: /#$|\.ports\[\d+\]\.name$/,
  Address: /#$|\.ip$|addresses\[\d+\]$|IPs?(?:\[\d+\])?$|SourceRanges|\.annotations\./,
};

/** Renames at the offset of the first text, and compares all texts with what they were. */
function renameHolds(views: readonly View[], offset: number, language: string): void {
  const [view] = views;
  if (!view) return;
  const files = filesOf(views);
  const target = renamingAt(view, offset, files);
  if (!target) return;
  const reasonFits = (refusal: string): void => assert.match(refusal, /^[A-Z"].*[.]$/);
  if (isRefusal(target)) return reasonFits(target.refusal);
  const to = parseIp(target.name) ? (target.name.includes(':') ? 'fd00::77' : '10.77.0.7') : 'renamed-x';
  const edits = renameEdits(target, to, files);
  if (isRefusal(edits)) return reasonFits(edits.refusal);
  const [{ label } = { label: '' }] = edits;
  made[language] = (made[language] ?? 0) + 1;
  for (const each of views) {
    const own: readonly TextEdit[] = edits.filter(({ view: edited }) => edited === each).map(({ edit }) => edit);
    const after: View = inputAt(each.uri.replace('file:///project/', ''), applyEdits(each.file.text, own), []).view;
    const before: Leaves = leaves(each);
    const now: Leaves = leaves(after);
    assert.deepEqual(
      now.map(([path]) => path),
      before.map(([path]) => path),
    );
    for (const [i, [path, value]] of before.entries()) {
      const [, changed] = now[i] ?? [];
      if (changed === value) continue;
      assert.match(path, pathsOf[label.split(' ')[0] ?? ''] ?? /^$/, `${label} in ${each.uri}`);
      assert.equal(changed, String(value).replaceAll(target.name, to), `${path} in ${each.uri}`);
    }
    assert.equal(own.length > 0, JSON.stringify(before) !== JSON.stringify(now), each.uri);
  }
}

/** Offsets in the quotes of the text. */
function placesIn(text: string, random: Random, count: number): readonly number[] {
  const quotes = [...text.matchAll(/["'`][^"'`\n]+["'`]/g)].map(
    ({ index, 0: all }) => index + 1 + random(all.length - 1),
  );
  return quotes.length === 0 ? [] : Array.from({ length: count }, () => pick(random, quotes));
}

/** Expressions of a text in the language: a literal, a constant, a sum, an unknown call. */
function expressions(
  language: CodeLanguage,
  name: string,
  value: string,
  random: Random,
): { own: string; text: string } {
  const literal = `"${value}"`;
  const kind = random(5);
  if (kind < 2) return { own: '', text: literal };
  if (kind < 4) return { own: constants[language](name, literal), text: name };
  return { own: '', text: pick(random, [`${literal} + ""`, 'unknown("x")']) };
}

describe('renaming in random programs', function () {
  this.timeout(120_000);

  for (const language of Object.keys(languages) as CodeLanguage[]) {
    it(`keeps everything else in ${language}`, () => {
      for (let seed = 0; seed < times(40); seed++) {
        const random = randomFrom(seed);
        const [name, port, ip] = ['db', 'http', '10.0.0.1'];
        const parts = [expressions(language, 'A', name, random), expressions(language, 'B', name, random), expressions(language, 'C', port, random), expressions(language, 'D', port, random), expressions(language, 'E', ip, random)] as const; // prettier-ignore
        const [a, b, c, d, e] = parts;
        const logical = pick(random, ['"pair"', a.own === '' ? '"db"' : 'A']);
        const text = programPair(language, { name: a.text, endpointsName: pick(random, [a.text, b.text]), port: rarely(random, 5) ? a.text : c.text, endpointsPort: pick(random, [c.text, d.text]), ip: e.text, logical, own: parts.map(({ own }) => own).join('') }); // prettier-ignore
        const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: { name: db-1, namespace: default, labels: { kubernetes.io/service-name: "db" } }\naddressType: IPv4\nendpoints: [{ addresses: ["10.0.0.1"] }]\nports: [{ name: "http", port: 80 }]\n`;
        const views = [inputAt(languages[language], text, []).view, inputAt('slice.yaml', slice, []).view];
        const ordered = random(3) === 0 ? views.toReversed() : views;
        for (const offset of placesIn(ordered[0]?.file.text ?? '', random, 4)) {
          try {
            renameHolds(ordered, offset, language);
          } catch (error) {
            throw new Error(`seed ${seed} at ${offset}:\n${text}`, { cause: error });
          }
        }
      }
      assert.ok((made[language] ?? 0) > times(25), `${made[language]} renames`);
    });

    it(`keeps everything else in the pages' objects in ${language}`, () => {
      const random = randomFrom(27);
      for (const [name, resources] of [...pageObjects()].filter((_, i) => i % 6 === 0)) {
        const text = writeProgram(language, resources);
        if (text === undefined) continue;
        const view = inputAt(languages[language], text, []).view;
        for (const offset of placesIn(text, random, 3)) {
          try {
            renameHolds([view], offset, language);
          } catch (error) {
            throw new Error(`${name} at ${offset}:\n${text}`, { cause: error });
          }
        }
      }
    });
  }
});
