/** Says messages in the words of Terraform: blocks and arguments as the provider names them, and values as HCL writes them. */
import { fieldNames } from '../contract/field-names.ts';
import { terraformSchemas, type TerraformParts } from '../contract/terraform.ts';
import { memo } from '../text/memo.ts';
import { quote } from '../text/quote.ts';
import type { TerraformFacts } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { withFieldNames } from './program-words.ts';

export interface TerraformWordsPlace {
  readonly terraform: TerraformFacts;
  readonly path: Path;
  /** The text at the place, which stays as it is. */
  readonly value: string | undefined;
}

export function inTerraformWords(message: string, { terraform, path, value }: TerraformWordsPlace): string {
  const { type, isYaml } = terraform;
  if (isYaml) return message;
  const parts = terraformSchemas.get(type)?.parts;
  const entries: Entry[] = [];
  const masked = message.replace(
    entryPattern,
    (word: string, before: string, name: string, text: string, _quoted?: string, own?: string, short?: string) => {
      const isEntry = own !== undefined ? fieldNames.all.has(own) : fieldNames.all.has(name);
      if (!isEntry) return word;
      entries.push(own !== undefined ? { name: own, text: short ?? '' } : { name, text });
      return `${own === undefined ? before : ''}${mark}${entries.length - 1}${mark}`;
    },
  );
  const names = parts ? namesIn(parts) : noNames;
  const spell = (name: string): string => names.get(name) ?? (parts && anyName().get(name)) ?? name;
  const isAsWritten = (name: string, shown: string): boolean => name === shown;
  const written = parts ? namesNear(parts, path) : noNames;
  const spelled = withFieldNames(masked, { spell, written, value, isAsWritten });
  return spelled.replace(marked, (_, index: string) => {
    const { name = '', text = '' } = entries[Number(index)] ?? {};
    const shown = spell(name);
    const beside = shown === name || spelled.includes(`(${name})`) ? '' : ` (${name})`;
    return entryText(shown, text, parts ? isBlock(parts, shown) : false) + beside;
  });
}

interface Entry {
  readonly name: string;
  readonly text: string;
}

/** A character that no message has, for private use. */
const mark = '\uE0F0';
const marked = /\uE0F0(\d+)\uE0F0/g;

/** What a message writes as an entry of YAML, with or without quotes around it: `Write ready: true`, `"addressType: IPv4"`. */
const entryPattern =
  /\b((?:[Ww]rite|[Aa]dd|[Ss]et|[Uu]se|with|or|and) )(\w+): (\{.*\}|\[.*\]|"[^"]*"|[^\s",;]+?)(?=[.,;]?(?:\s|$))|("(\w+): ([^"\s]+)")/g;

const noNames: ReadonlyMap<string, string> = new Map();

/** The names of the provider by those of the contract. */
const namesIn = memo((parts: TerraformParts): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const gather = (all: TerraformParts): void => {
    for (const [name, part] of Object.entries(all)) {
      if (!found.has(part.field)) found.set(part.field, name);
      if (part.kind === 'block') gather(part.parts);
    }
  };
  gather(parts);
  return found;
});

/** For messages on a field of another kind of object: only names of several words are certain. */
const anyName = (): ReadonlyMap<string, string> => (known ??= allNames());
let known: ReadonlyMap<string, string> | undefined;

function allNames(): ReadonlyMap<string, string> {
  const all = [...terraformSchemas.values()].flatMap(({ parts }) => [...namesIn(parts)]);
  return new Map(all.filter(([name]) => /[A-Z]/.test(name)));
}

/** The fields of the objects on the way to the place. */
function namesNear(parts: TerraformParts, path: Path): ReadonlyMap<string, string> {
  const near = new Map<string, string>();
  let own: TerraformParts | undefined = parts;
  for (const step of [undefined, ...path.filter((each) => typeof each === 'string')]) {
    const part: TerraformParts[string] | undefined =
      step === undefined ? undefined : Object.values(own ?? {}).find(({ field }) => field === step);
    if (step !== undefined) own = part?.kind === 'block' ? part.parts : undefined;
    for (const [name, { field }] of Object.entries(own ?? {})) near.set(field, name);
  }
  return near;
}

function isBlock(parts: TerraformParts, name: string): boolean {
  return Object.entries(parts).some(
    ([each, part]) => part.kind === 'block' && (each === name || isBlock(part.parts, name)),
  );
}

/** `ready = true`, `condition { ready = true }`. */
function entryText(name: string, text: string, isOfBlock: boolean): string {
  const value = valueIn(text);
  if (!isOfBlock || value === undefined || !isObject(value))
    return `${name} = ${value === undefined ? literal(text) : hcl(value)}`;
  return `${name} ${hcl(value)}`;
}

function literal(text: string): string {
  return /^(?:true|false|\d+|".*")$/.test(text) ? text : quote(text);
}

/** The value of JSON; undefined for other text. */
function valueIn(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The message shortens the value, or does not write JSON.
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hcl(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(hcl).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, each]) => `${/^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name)} = ${hcl(each)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
