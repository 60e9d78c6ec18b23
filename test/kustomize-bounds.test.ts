/** Bounds of a build: a few lines never demand endless work, a stack, or memory, and usual files stay below them. */
import { deepEqual, equal } from 'node:assert/strict';
import { Builder } from '../server/src/kustomize/build.ts';
import { patternOf } from '../server/src/kustomize/pattern.ts';
import { labelSelector } from '../server/src/kustomize/select.ts';
import type { Build } from '../server/src/tree/built.ts';
import { isRemotePath } from '../server/src/tree/kustomization.ts';
import { buildFilesOf, buildTexts, leavesOf, type TextFiles } from './support/kustomize-files.ts';

const map = (annotation = 'x'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m, annotations: {a: "${annotation}"}}\n`;

/** Each component names the one before it twice. */
function nestedComponents(count: number): TextFiles {
  const files: Record<string, string> = {
    'app/kustomization.yaml': `resources: [map.yaml]\ncomponents: [../c${count}]\n`,
    'app/map.yaml': map(),
  };
  for (let i = 0; i <= count; i++) {
    const names = i === 0 ? 'commonAnnotations: {c: d}\n' : `components: [../c${i - 1}, ../c${i - 1}]\n`;
    files[`c${i}/kustomization.yaml`] = `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${names}`;
  }
  return files;
}

function copies(count: number): TextFiles {
  const operations = Array.from(
    { length: count },
    (_, i) => `      - {op: copy, from: /metadata, path: /metadata/c${i}}\n`,
  );
  return {
    'kustomization.yaml': `resources: [map.yaml]\npatches:\n  - target: {kind: ConfigMap}\n    patch: |-\n${operations.join('')}`,
    'map.yaml': map(),
  };
}

function replacements(count: number, fields: string, options: string): TextFiles {
  const [from, to] = fields.split(' ');
  const one = `  - {source: {kind: ConfigMap, fieldPath: ${from}}, targets: [{select: {kind: ConfigMap}, fieldPaths: [${to}], options: ${options}}]}\n`;
  return {
    'kustomization.yaml': `resources: [map.yaml]\nreplacements:\n${Array.from({ length: count }, (_, i) => one.replace('#', String(i))).join('')}`,
    'map.yaml': map(),
  };
}
const onItself = (count: number): TextFiles =>
  replacements(count, 'metadata.annotations.a metadata.annotations.a', "{delimiter: '/', index: 100}");

const failureOf = ({ failure }: Build): string | undefined => failure && `${failure.cause}: ${failure.message}`;

describe('bounds of a build', () => {
  it('components that double are applied 1000 times at most', () => {
    const files = nestedComponents(30);
    const { read, kindOf } = buildFilesOf(files);
    let reads = 0;
    const counting = { kindOf, read: (path: string) => (reads++, read(path)) };
    const expected = 'other: This kustomization applies more than 1000 components. List each component once.';
    equal(failureOf(new Builder(counting).build('app')), expected);
    equal(reads < 1010, true);
  });

  it('components that name one another twice are applied each time', () =>
    equal(failureOf(buildTexts(nestedComponents(8), 'app')), undefined));

  it('copies of a JSON patch cannot double an object endlessly', () => {
    const expected = 'json-patch: This copy gives the object more than 100000 values. Copy a smaller part.';
    for (const count of [20, 2000]) equal(failureOf(buildTexts(copies(count))), expected);
  });

  it('a few copies are made', () => {
    const { objects, failure } = buildTexts(copies(3));
    equal(failure, undefined);
    equal(objects[0] && leavesOf(objects[0].root).length, 18);
  });

  it('replacements cannot double an object endlessly', () => {
    const files = replacements(40, 'metadata metadata.c#', '{create: true}');
    equal(
      failureOf(buildTexts(files)),
      'replacement: This copy gives the object more than 100000 values. Copy a smaller part.',
    );
  });

  it('a scalar has each origin once', () => {
    const { objects, failure } = buildTexts(onItself(20));
    equal(failure, undefined);
    const origins = objects[0] && leavesOf(objects[0].root).map((leaf) => leaf.origins.length);
    deepEqual(origins, [1, 1, 1, 1]);
  });

  it('replacements cannot double a text endlessly', () =>
    equal(
      failureOf(buildTexts(onItself(60))),
      'replacement: This text gets more than 3000000 characters. Insert a shorter text.',
    ));

  it('vars cannot multiply a text endlessly', () => {
    const files = {
      'kustomization.yaml': `resources: [map.yaml, job.yaml]\nvars: [{name: A, objref: {apiVersion: v1, kind: ConfigMap, name: m}, fieldref: {fieldPath: metadata.annotations.a}}]\n`,
      'map.yaml': map('x'.repeat(10_000)),
      'job.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, command: ["${'$(A)'.repeat(1000)}"]}]}\n`,
    };
    equal(failureOf(buildTexts(files)), 'other: This text gets more than 3000000 characters. Insert a shorter text.');
    equal(failureOf(buildTexts({ ...files, 'map.yaml': map('ten') })), undefined);
  });

  it('a cycle is reported without a path', () => {
    const files = { 'kustomization.yaml': 'resources: [a]\n', 'a/kustomization.yaml': "resources: ['..']\n" };
    equal(
      failureOf(buildTexts(files, 'a')),
      'cycle: ".." contains this kustomization, so kustomize reports a cycle. Remove this entry, or move the overlay out.',
    );
  });
});

describe('bounds of patterns', () => {
  const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;

  it('deep groups and long patterns are not run', () => {
    for (const text of [nested(20_000), nested(1500), 'a|'.repeat(20_000), '('.repeat(20_000), 'a{2000}|'.repeat(2000)])
      equal(patternOf(text), undefined);
  });

  it('groups and alternatives that people write are run', () => {
    equal(patternOf(nested(200))?.('a'), true);
    const names = Array.from({ length: 500 }, (_, i) => `service-${i}`);
    const matches = patternOf(names.join('|'));
    deepEqual(
      ['service-0', 'service-77', 'service-499', 'service-500', ''].map((name) => matches?.(name)),
      [true, true, true, false, false],
    );
    deepEqual(
      ['a', 'b', 'cd', '', 'ab'].map((name) => patternOf('(?:a||b|cd)')?.(name)),
      [true, true, true, true, false],
    );
  });
});

describe('long texts are read in linear time', () => {
  it('a path with many parts', () => {
    equal(isRemotePath(`a.b/${'x/'.repeat(400_000)}x.yaml`), false);
    equal(isRemotePath(`a.b/${'x/'.repeat(400_000)}x`), true);
    const paths = [
      'github.com/a/b',
      'github.com/a',
      'github.com/a/b.yaml',
      'a.b/c/d/e.yml',
      'a/b/c',
      'github.com/a/b/',
    ];
    deepEqual(paths.map(isRemotePath), [true, false, false, false, false, true]);
  });

  it('a selector with many blanks', () => {
    const blanks = ' '.repeat(400_000);
    equal(labelSelector(`a=${blanks}!`), undefined);
    equal(labelSelector(`a=${blanks}b${blanks}`)?.(new Map([['a', 'b']])), true);
    equal(labelSelector(`a=${blanks}`)?.(new Map([['a', '']])), true);
    equal(labelSelector(`a=${blanks},c`)?.(new Map([['a', '']])), false);
  });
});
