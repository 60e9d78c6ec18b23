/** Says for which chart or program a part of a text is: by the objects that install charts, by keys and by paths. */
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../tree/value.ts';
import { siteOf, type Estate } from './estate.ts';
import { mappingsAt, textAt } from './foreign-objects.ts';
import { inValuesFile } from './helm-values.ts';
import { imageText } from './platform.ts';
import type { PlacedString } from './placed-strings.ts';
import type { SearchedText, SearchedTree } from './searched-text.ts';

type Part = Pick<PlacedString, 'tree' | 'path' | 'around'>;

const sources: readonly (readonly string[])[] = [[], ['spec'], ['spec', 'chart', 'spec'], ['spec', 'template', 'spec']];

/** The charts that the objects around a part install, in small letters. */
export function chartNames({ tree, around }: Part): readonly string[] {
  const roots = outerRoots(tree);
  return [...around, ...roots].flatMap(chartsOf).map((name) => name.toLowerCase());
}

function chartsOf(mapping: Mapping): readonly string[] {
  const direct = sources.flatMap((path) => {
    const owner = nestedValue(mapping, path);
    if (owner?.kind !== 'mapping') return [];
    const applications = [valueOf(owner, 'source'), ...mappingsAt(owner, 'sources')];
    return [textAt(owner, 'chart'), ...applications.map((each) => each && textAt(each, 'chart'))];
  });
  // An inflated chart of a kustomization is named like its chart.
  const inflated = valueOf(mapping, 'valuesInline') ? [textAt(mapping, 'name')] : [];
  return [...direct, ...inflated].filter((name) => name !== undefined);
}

/** The documents around a nested text. */
function outerRoots({ outer }: SearchedTree): readonly Mapping[] {
  if (!outer) return [];
  return [...(outer.root.kind === 'mapping' ? [outer.root] : []), ...outerRoots(outer)];
}

/** All words that hint at a program: charts, images and names around a part, keys above it, and the path of the file. */
export function hintsAround(text: SearchedText, part: Part): string {
  const { tree, path, around } = part;
  const named = [...around, ...outerRoots(tree)].flatMap((mapping) => [
    textAt(mapping, 'metadata', 'name'),
    textAt(mapping, 'name'),
    imageOf(mapping),
  ]);
  return [...chartNames(part), ...named, ...path, shortPath(text.path)].join(' ').toLowerCase();
}

function imageOf(mapping: Mapping): string {
  const image = valueOf(mapping, 'image');
  return image ? imageText(image) || (stringOf(image) ?? '') : '';
}

/** The file with the two folders above it: others are those of the machine. */
export function shortPath(path: string): string {
  return path.split('/').slice(-3).join('/');
}

/** True for values of a chart: in a file of values, or in an object that installs the chart. */
export function isChartValue(text: SearchedText, part: Part): boolean {
  const isInstalled = chartNames(part).length > 0;
  return inValuesFile(text) || isInstalled || part.path.some((name) => /^values(?:Object|Inline)?$/.test(name));
}

/** The namespace into which the object around installs its chart; undefined where it is not known. */
export function releaseNamespace(text: SearchedText, { tree, around }: Part, { metadata }: Estate): string | undefined {
  const owners = [...around, ...outerRoots(tree)];
  const written = owners
    .flatMap((owner) => [
      textAt(owner, 'spec', 'targetNamespace'),
      textAt(owner, 'spec', 'destination', 'namespace'),
      textAt(owner, 'spec', 'template', 'spec', 'destination', 'namespace'),
      valueOf(owner, 'valuesInline') ? textAt(owner, 'namespace') : undefined,
    ])
    .find((name) => name !== undefined);
  const release = owners.find((owner) => textAt(owner, 'kind') === 'HelmRelease');
  return written ?? (release ? siteOf(text.uri, release, metadata).namespace : undefined);
}

/** True for `false` in any spelling. */
export function isOff(value: Value | undefined): boolean {
  return value?.kind === 'scalar' && /^(?:false|0|off|no)$/i.test(String(value.value));
}

/** True for `true` in any spelling. */
export function isOn(value: Value | undefined): boolean {
  return value?.kind === 'scalar' && /^(?:true|1|on|yes)$/i.test(String(value.value));
}
