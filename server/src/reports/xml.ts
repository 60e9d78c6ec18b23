/** Writes XML for the JUnit and Checkstyle reporters. */
import XmlBuilder from 'fast-xml-builder';
import { printable } from './printable.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children?: readonly Element[];
  /** Lines of text instead of children. */
  readonly lines?: readonly string[];
}

/** The indented document. Characters that XML cannot hold become U+FFFD. */
export function xmlText(root: Element): string {
  const declaration = { '?xml': [], ':@': { version: '1.0', encoding: 'UTF-8' } };
  return `${builder.build([declaration, nodeOf(root)]).trim()}\n`;
}

const builder = new XmlBuilder({
  preserveOrder: true,
  format: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

function nodeOf({ name, attributes, children = [], lines }: Element): object {
  const written = Object.entries(attributes).map(([key, value]) => [key, printable(String(value))]);
  const content = lines ? [{ '#text': lines.map(printable).join('\n') }] : children.map(nodeOf);
  return { [name]: content, ':@': Object.fromEntries(written) };
}
