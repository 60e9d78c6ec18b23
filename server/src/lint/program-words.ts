/** Says messages in the words of a program: fields as it writes them, with the contract's name beside where it differs. */
import { fieldNames, optionNames } from '../contract/field-names.ts';
import { quote } from '../text/quote.ts';
import type { CodeLanguage } from '../tree/document.ts';
import { programName } from '../tree/program-name.ts';

export interface WordsOfPlace {
  readonly language: CodeLanguage;
  /** The spelling of the fields near the place, by their names in the contract. */
  readonly written: ReadonlyMap<string, string>;
  /** The text at the place, which stays as it is. */
  readonly value: string | undefined;
}

export function inProgramWords(message: string, { language, written, value }: WordsOfPlace): string {
  const spell = (name: string): string => written.get(name) ?? programName(name, language);
  const plain = message.replace(expressions, (_, path: string) =>
    /^[@#]/.test(path) ? 'an expression' : quote(path.replace(/#\d+/, '')),
  );
  const isAsWritten = (name: string, shown: string): boolean => shown.toLowerCase() === name.toLowerCase();
  return withFieldNames(plain, { spell, written, value, isAsWritten })
    .replace(
      entries,
      (_, name: string, more = '', text: string) => `Set ${spell(name)}${more} to ${literal(text, language)}`,
    )
    .replace(annotations, 'annotation "$1" with the value $2');
}

interface FieldSpelling {
  readonly spell: (name: string) => string;
  /** Fields near the place. */
  readonly written: Pick<ReadonlyMap<string, unknown>, 'has'>;
  readonly value: string | undefined;
  /** True where a reader knows the field by the shown name. */
  readonly isAsWritten: (name: string, shown: string) => boolean;
}

/** The message with the names of fields as `spell` gives them, each once with its name in the contract. */
export function withFieldNames(message: string, { spell, written, value, isAsWritten }: FieldSpelling): string {
  const named = new Set<string>();
  const beside = (name: string, shown: string): string => {
    const isSame = isAsWritten(name, shown) || named.has(name);
    named.add(name);
    return isSame ? '' : ` (${name})`;
  };
  const namesFields = quotedFields.test(message);
  return message.replace(words, (word: string, quoted?: string, path?: string) => {
    if (path !== undefined) return pathIn(path, spell) ?? word;
    if (quoted !== undefined && quoted === value) return word;
    const name = quoted ?? word;
    // A short word is the name of a field only if the place has such a field, or as a list beside the name of another field.
    const isField = written.has(name) || (namesFields && fieldNames.lists.has(name));
    if (!isName(name) || !(/[A-Z]/.test(name) || (quoted !== undefined && isField))) return word;
    const shown = spell(name);
    return (quoted === undefined ? shown : `"${shown}"`) + beside(name, shown);
  });
}

/** The value of an entry of YAML in a program. */
function literal(text: string, language: CodeLanguage): string {
  if (/^(?:true|false)$/.test(text)) return language === 'python' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /^(?:".*"|\d+|\[.*\]|\{.*\})$/.test(text) ? text : quote(text);
}

/** Ways out that are written as entries of YAML. */
const entries = /\b(?:Write|Add|Set) (\w+)( \(\w+\))?: ("[^"]*"|[^\s",]+?)(?=[.,]?(?:\s|$))/g;
const annotations = /\bannotation ([\w./-]+): ("[^"]*")/g;

/** What Pulumi YAML would write for an output; `@` and `#` start what has no name there. */
const expressions = /"?\$\{([^{}"]*)\}"?/g;

/** Names with several words in quotes: no value of a text is written like that. */
const quotedFields = /"[a-z]+[A-Z]\w*"/;

/** A name in quotes, a path with dots, or a single word; none within a key such as `pulumi.com/patchForce`. */
const words =
  /"(\w+)"|(?<![\w/.-])([a-z]\w*(?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)+)(?![\w/-])|(?<![\w/.-])[a-z]+[A-Z]\w*(?![\w/-])/g;

function isName(name: string): boolean {
  return fieldNames.all.has(name) || optionNames.all.has(name);
}

/** Undefined for a path of something else, such as a host name. */
function pathIn(path: string, spell: (name: string) => string): string | undefined {
  let isInMap = false;
  const steps: string[] = [];
  for (const step of path.split('.')) {
    const [name = ''] = /^\w+/.exec(step) ?? [];
    if (!isInMap && !isName(name)) return undefined;
    steps.push(isInMap ? step : spell(name) + step.slice(name.length));
    isInMap ||= fieldNames.maps.has(name);
  }
  return steps.join('.');
}
