/** Which objects a target means: patterns for ids of any step, and selectors of labels and annotations. */
import { quote } from '../text/quote.ts';
import type { BuiltMapping, BuiltScalar, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { effectiveNamespace } from './identity.ts';
import { entryAt, idOf, builtAt, type BuildObject, originOf } from './object.ts';
import { patternOf } from './pattern.ts';

type Test<T> = (value: T) => boolean;

/** Throws for a pattern or a selector that kustomize cannot read. An empty target means all objects. */
export function selectorOf(target: BuiltMapping): Test<BuildObject> {
  const [group, version, kind, name, namespace] = ['group', 'version', 'kind', 'name', 'namespace'].map((field) =>
    patternAt(target, field),
  );
  const labels = labelTestAt(target, 'labelSelector');
  const annotations = labelTestAt(target, 'annotationSelector');
  return (object) => {
    const id = idOf(object);
    const first = object.previous[0] ?? id;
    return (
      (!kind || kind(id.kind)) &&
      (!name || name(first.name) || name(id.name)) &&
      (!namespace || namespace(effectiveNamespace(first)) || namespace(effectiveNamespace(id))) &&
      (!group || group(id.group)) &&
      (!version || version(id.version)) &&
      (!labels || labels(textsAt(object, 'labels'))) &&
      (!annotations || annotations(textsAt(object, 'annotations')))
    );
  };
}

function textAtField(target: BuiltMapping, field: string): { text: string; at: Origin } | undefined {
  const value = entryAt(target, field)?.value;
  if (value?.kind !== 'scalar' || typeof value.value !== 'string' || value.value === '') return undefined;
  return { text: value.value, at: originOf(value) };
}

function patternAt(target: BuiltMapping, field: string): Test<string> | undefined {
  const written = textAtField(target, field);
  if (!written) return undefined;
  const pattern = patternOf(written.text);
  if (pattern) return pattern;
  const message = `${field} ${quote(written.text)} is not a valid regular expression. Correct it.`;
  throw new BuildError('other', message, written.at);
}

function labelTestAt(target: BuiltMapping, field: string): Test<ReadonlyMap<string, string>> | undefined {
  const written = textAtField(target, field);
  if (!written) return undefined;
  const test = labelSelector(written.text);
  if (test) return test;
  throw new BuildError('other', `${field} ${quote(written.text)} is not a valid selector. Correct it.`, written.at);
}

function textsAt({ root }: BuildObject, field: 'labels' | 'annotations'): ReadonlyMap<string, string> {
  const value = builtAt(root, ['metadata', field]);
  if (value?.kind !== 'mapping') return new Map();
  return new Map(value.entries.map((entry) => [entry.name, builtScalarText(entry.value)]));
}

function builtScalarText(value: { kind: string } | BuiltScalar): string {
  return 'value' in value ? String(value.value ?? '') : '';
}

const name = String.raw`[A-Za-z\d](?:[\w.-]*[A-Za-z\d])?`;
const key = String.raw`((?:[a-z\d](?:[a-z\d.-]*[a-z\d])?/)?${name})`;
const requirement = new RegExp(
  String.raw`\s*(?:(!)\s*${key}|${key}\s+(in|notin)\s*\(([\w., \t-]*)\)|${key}\s*(==|=|!=|>|<)(?:\s*(${name}))?|${key})\s*(,|$)`,
  'y',
);

/** A selector such as `app=db, tier in (a, b), !old`; undefined if it is not valid. */
export function labelSelector(text: string): Test<ReadonlyMap<string, string>> | undefined {
  const tests: Test<ReadonlyMap<string, string>>[] = [];
  requirement.lastIndex = 0;
  let isOpen = text.trim() !== '';
  while (isOpen) {
    const found = requirement.exec(text);
    if (!found) return undefined;
    const [, , absent, listed, word, list = '', compared, sign, value = '', present, end] = found;
    if (absent !== undefined) tests.push((labels) => !labels.has(absent));
    else if (present !== undefined) tests.push((labels) => labels.has(present));
    else if (listed !== undefined)
      tests.push(
        among(
          listed,
          list.split(',').map((each) => each.trim()),
          word === 'in',
        ),
      );
    else if (compared !== undefined) tests.push(comparison(compared, sign, value));
    isOpen = end === ',';
  }
  return (labels) => tests.every((test) => test(labels));
}

/** Without the label, `notin` and `!=` hold. */
function among(name: string, values: readonly string[], isIn: boolean): Test<ReadonlyMap<string, string>> {
  return (labels) => {
    const value = labels.get(name);
    return (value !== undefined && values.includes(value)) === isIn;
  };
}

function comparison(name: string, sign: string | undefined, value: string): Test<ReadonlyMap<string, string>> {
  if (sign === '>' || sign === '<')
    return (labels) => {
      const number = Number(labels.get(name) ?? Number.NaN);
      return sign === '>' ? number > Number(value) : number < Number(value);
    };
  return among(name, [value], sign !== '!=');
}
