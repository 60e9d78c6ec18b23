/** Reads the default values of a Helm chart, and what templates print of them. */
import { chartValuesKind, type ChartValues, type Document, type Resource } from '../tree/document.ts';
import { emptyMapping, type Scalar, type Value } from '../tree/value.ts';
import { readIgnores } from './documents/ignore-comments.ts';
import { readTree } from './documents/read-document.ts';
import { isUnprintable, resolvePlain } from './yaml/scalar.ts';

/** The document with the values of its chart. */
export function withChartValues(document: Document): Document {
  const chartValues = new LazyChartValues(document.text);
  const { text, neighbours, ignores } = document;
  const hasIgnores = ignores.length === 0 && /endpoints:[ \t]*ignore/.test(text);
  const found = hasIgnores ? readIgnores(text, chartValues.written, [], []) : ignores;
  return { ...document, neighbours: [...neighbours, standIn], ignores: found, chartValues };
}

const nowhere = { start: 0, end: 0 };

const standIn: Resource = {
  type: chartValuesKind,
  apiVersion: 'v1',
  form: 'kubernetes',
  name: undefined,
  properties: emptyMapping(nowhere, false),
  span: nowhere,
  head: nowhere,
  isPartial: false,
  envelope: undefined,
};

/** Most charts have no template that asks for a value. */
class LazyChartValues implements ChartValues {
  readonly #text: string;
  #trees: Pick<ChartValues, 'written' | 'printed'> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get keys(): readonly string[] {
    return [...this.#text.matchAll(/^["']?([\w-]+)["']?[ \t]*:(?=\s)/gm)].map(([, key = '']) => key);
  }

  get written(): Value | undefined {
    return this.#read().written;
  }

  get printed(): Value | undefined {
    return this.#read().printed;
  }

  #read(): Pick<ChartValues, 'written' | 'printed'> {
    if (this.#trees) return this.#trees;
    const { root, issues } = readTree(this.#text, 'yaml', 'kubernetes');
    const written = issues.length === 0 ? root : undefined;
    return (this.#trees = { written, printed: written && printedOf(written) });
  }
}

function printedOf(value: Value): Value {
  switch (value.kind) {
    case 'mapping':
      return { ...value, entries: value.entries.map((entry) => ({ ...entry, value: printedOf(entry.value) })) };
    case 'sequence':
      return { ...value, items: value.items.map(printedOf) };
    case 'scalar':
      return printedScalar(value);
    case 'opaque':
      return value;
  }
}

/** Helm prints larger numbers in another form. */
const largest = 999_999n;

function printedScalar(scalar: Scalar): Value {
  const { value, span } = scalar;
  if (value === null || typeof value === 'boolean') return scalar;
  const text = String(value);
  const isKnown = typeof value === 'bigint' ? value >= 0n && value <= largest : typeof value === 'string';
  const resolved = isKnown && isPlain(text) ? resolvePlain(text, 'kubernetes') : undefined;
  if (resolved === undefined || isUnprintable(resolved)) return { kind: 'opaque', span, why: 'a template' };
  return { ...scalar, value: resolved };
}

/** True for a text that is surely one plain scalar. */
function isPlain(text: string): boolean {
  return /^[\w./+-](?:[^\r\n:#]|:(?=[^\s])|#)*$/.test(text) && !/\s#|\s$|:$|^[-?](?:\s|$)/.test(text);
}
