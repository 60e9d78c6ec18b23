/** Spells XML for the reports that are made of it. */
import XmlBuilder from 'fast-xml-builder';
import { printable } from './printable.ts';

/** An element: its name, its attributes in their order, and what it holds. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children?: readonly Element[];
  /** Lines, in place of children. */
  readonly lines?: readonly string[];
}

/** The document, indented. What XML cannot hold is a visible mark in it. */
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
