/** Spells the names of fields in hovers as the language of a program does. */
import { fieldNames } from '../../contract/field-names.ts';
import { programName } from '../../tree/program-name.ts';
import type { Markup } from '../../text/markup.ts';
import type { CodeLanguage, Document } from '../../tree/document.ts';
import type { Entry } from '../../tree/value.ts';

/** The key as it is written, with the name of the contract beside it where they differ in more than capitals. */
export function keyWords({ name, keyText }: Entry, { language }: Document, { strong, code }: Markup): string {
  const written = /^["'`]?([\w-]+)["'`]?$/.exec(keyText)?.[1];
  if (language === undefined || written === undefined) return strong(name);
  return written.toLowerCase() === name.toLowerCase() ? strong(written) : `${strong(written)} (${code(name)})`;
}

/** The markup that writes the texts of this program for a program in a language. */
export function programMarkup(markup: Markup, language: CodeLanguage): Markup {
  return { ...markup, doc: (text) => markup.doc(inLanguage(text, language)) };
}

/** A name of a field, or a path of such names, in backticks. */
const fieldPath = /`([a-z]\w*(?:\[\d*\])?(?:\.[a-z]\w*(?:\[\d*\])?)*)`/g;
/** How Pulumi YAML refers to a resource. */
const expression = /, (?:each )?as `\$\{name\}`/g;

function inLanguage(text: string, language: CodeLanguage): string {
  return text.replace(expression, '').replace(fieldPath, (whole, path: string) => {
    const isPath = path.split('.').every((step) => fieldNames.all.has(step.replace(/\[.*$/, '')));
    return isPath ? `\`${pathInLanguage(path, language)}\`` : whole;
  });
}

/** The path of a field, with the names as the language has them. */
export function pathInLanguage(path: string, language: CodeLanguage): string {
  return path.replace(/[a-z]\w*/gi, (name) => (fieldNames.all.has(name) ? programName(name, language) : name));
}
