/** Prints built objects as YAML, with a map from the spans of the text to the texts that its values come from. */
import type { ScalarValue } from '../frontends/yaml/scalar.ts';
import type { BuiltEntry, BuiltObject, BuiltValue, Origin } from '../tree/built.ts';
import type { PrintedBuild, PrintedNode } from './printed.ts';
import { blockText, isBlockText, spelledText, spelledValue } from './spell-built.ts';

/** Prints the objects in their order; no object gives an empty text. */
export function printBuild(objects: readonly BuiltObject[]): PrintedBuild {
  const printer = new Printer();
  for (const object of objects) printer.document(object);
  return printer;
}

type Around = Pick<PrintedNode, 'object' | 'step' | 'parent'>;
type MutableNode = { -readonly [Key in keyof PrintedNode]: PrintedNode[Key] };

/** YAML reads longer keys only behind a question mark. */
const longestKey = 1000;

class Printer implements PrintedBuild {
  text = '';
  readonly nodes: MutableNode[] = [];
  /** True behind a block scalar, which includes its last line break. */
  #isLineEnded = false;

  document(object: BuiltObject): void {
    if (this.text !== '') this.text += '---\n';
    this.#value(object.root, '', { object, step: undefined, parent: undefined });
    this.#endLine();
  }

  /** Starts at the present end of the text, behind the indentation. */
  #value(value: BuiltValue, indent: string, around: Around): void {
    const node = this.#node(value, value.kind === 'scalar' ? value.origins : [value.origin], around);
    const { object } = around;
    if (value.kind === 'scalar') this.#scalar(value.value, indent);
    else if (builtSize(value) === 0) this.text += value.kind === 'mapping' ? '{}' : '[]';
    else if (value.kind === 'mapping') {
      for (const [at, entry] of value.entries.entries()) {
        if (at > 0) this.#endLine(indent);
        this.#entry(entry, indent, { object, step: entry.name, parent: node });
      }
    } else {
      for (const [step, item] of value.items.entries()) {
        if (step > 0) this.#endLine(indent);
        this.text += '- ';
        this.#value(item, `${indent}  `, { object, step, parent: node });
      }
    }
    node.span = { start: node.span.start, end: this.text.length };
  }

  #scalar(value: ScalarValue, indent: string): void {
    const isBlock = isBlockText(value);
    this.text += isBlock ? blockText(value, indent) : spelledValue(value);
    this.#isLineEnded = isBlock;
  }

  #endLine(indent = ''): void {
    this.text += this.#isLineEnded ? indent : `\n${indent}`;
    this.#isLineEnded = false;
  }

  #entry({ name, key, value }: BuiltEntry, indent: string, around: Around): void {
    const node = this.#node(value, [key], around, true);
    const written = spelledText(name);
    const isLong = written.length > longestKey;
    if (isLong) this.text += '? ';
    node.span = { start: this.text.length, end: this.text.length + written.length };
    this.text += isLong ? `${written}\n${indent}` : written;
    const isList = value.kind === 'sequence';
    const isBlock = value.kind !== 'scalar' && builtSize(value) > 0;
    const inner = isList ? indent : `${indent}  `;
    this.text += isBlock ? `:\n${inner}` : ': ';
    this.#value(value, inner, around);
  }

  #node(value: BuiltValue, origins: readonly Origin[], around: Around, isKey = false): MutableNode {
    const start = this.text.length;
    const node: MutableNode = { span: { start, end: start }, isKey, value, origins, ...around };
    this.nodes.push(node);
    return node;
  }
}

/** The entries or items of a value; 0 for a scalar. */
export function builtSize(value: BuiltValue): number {
  if (value.kind === 'scalar') return 0;
  return value.kind === 'mapping' ? value.entries.length : value.items.length;
}
