/** Prints built objects as YAML, with a map from the spans of the text to the texts that its values come from. */
import { contains, type Span } from '../text/span.ts';
import type { BuiltEntry, BuiltObject, BuiltValue, Origin } from '../tree/built.ts';
import type { Path } from '../tree/path.ts';
import type { ScalarValue } from '../frontends/yaml/scalar.ts';
import { blockText, isBlockText, spelledText, spelledValue } from './spell-built.ts';

export interface PrintedBuild {
  /** Each object is a document; lists start in the column of their key, as kubectl prints them. */
  readonly text: string;
  /** In the order of the text; a collection comes before what it holds. */
  readonly nodes: readonly PrintedNode[];
}

/** A key or a value of the text. */
export interface PrintedNode {
  /** As a reader of the text gives it. */
  readonly span: Span;
  readonly isKey: boolean;
  readonly object: BuiltObject;
  /** What a key belongs to, or the value itself. */
  readonly value: BuiltValue;
  readonly origins: readonly Origin[];
  /** The last step of the path: a name or an index; undefined for the root of an object. */
  readonly step: string | number | undefined;
  /** The collection around it. */
  readonly parent: PrintedNode | undefined;
}

export function printBuild(objects: readonly BuiltObject[]): PrintedBuild {
  const printer = new Printer();
  for (const object of objects) printer.document(object);
  return printer;
}

/** The innermost key or value that contains the span; undefined between documents. Takes logarithmic time. */
export function printedAt({ nodes }: PrintedBuild, span: Span): PrintedNode | undefined {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((nodes[middle]?.span.start ?? Infinity) <= span.start) low = middle + 1;
    else high = middle;
  }
  let node = nodes[low - 1];
  while (node && !contains(node.span, span)) node = node.parent;
  return node;
}

/** The texts that the key or value at the span comes from, innermost node first; empty between documents. */
export function originsAt(printed: PrintedBuild, span: Span): readonly Origin[] {
  return printedAt(printed, span)?.origins ?? [];
}

/** The path of a node in its object; of a key, that of its value. */
export function pathOfPrinted(node: PrintedNode): Path {
  const path: (string | number)[] = [];
  for (let at: PrintedNode | undefined = node; at; at = at.parent) if (at.step !== undefined) path.push(at.step);
  return path.toReversed();
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
