/** Sets the marker lines of examples apart, and wraps their messages. */
import type { MarkdownOptions } from 'vitepress';

type CodeTransformer = NonNullable<MarkdownOptions['codeTransformers']>[number];

/** `#     ^^^^ 💡 error[code]: message`, in the comments of the language. The space may be missing: `#<---`. */
const marker = /^(\s*(?:#|\/\/)\s*(?:\^+|<-+)\s(?:💡 )?)((error|warning|info|hint)\[[a-z0-9-]+\]: .*)$/u;

export interface MarkerLine {
  /** What points at the place. */
  readonly pointer: string;
  readonly message: string;
  readonly severity: string;
}

export function readMarkerLine(line: string): MarkerLine | undefined {
  const [, pointer, message, severity] = marker.exec(line) ?? [];
  if (pointer === undefined || message === undefined || severity === undefined) return undefined;
  return { pointer, message, severity };
}

/** Instead of the colors of a comment, the line has two parts with the classes `pointer` and `message`. */
export const markerLines: CodeTransformer = {
  name: 'marker-lines',
  line(node) {
    const found = readMarkerLine(textOf(node));
    if (!found) return;
    this.addClassToHast(node, ['marker', found.severity]);
    node.properties['style'] = `--column: ${found.pointer.search(/[\^<]/)}`;
    node.children = [
      {
        type: 'element',
        tagName: 'span',
        properties: { class: 'pointer' },
        children: [{ type: 'text', value: found.pointer }],
      },
      {
        type: 'element',
        tagName: 'span',
        properties: { class: 'message' },
        children: [{ type: 'text', value: found.message }],
      },
    ];
  },
};

interface TextNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly TextNode[];
}

function textOf({ value = '', children = [] }: TextNode): string {
  return value + children.map(textOf).join('');
}
