/** Reads the JSON of an object for the simulation of traffic, and collects the values that are not known. */
import type { Path } from '../../tree/path.ts';
import { isList, isObject, isUnknown, memberOf, type Json } from '../apply/json-value.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { UnknownPart } from './model.ts';

/** A value with its path in the object. */
export interface At {
  readonly json: Json | undefined;
  readonly path: Path;
}

export class JsonReading {
  readonly #parts: UnknownPart[] = [];
  readonly #entry: IndexedObject;
  readonly #isWhole: boolean;

  constructor(entry: IndexedObject, isWhole: boolean) {
    this.#entry = entry;
    this.#isWhole = isWhole;
  }

  /** What was not known of the values that were read; the object itself where a template may add some. */
  get unknown(): readonly UnknownPart[] {
    return this.#parts.length > 0 || this.#isWhole ? this.#parts : [{ entry: this.#entry, path: [], text: '' }];
  }

  member({ json, path }: At, name: string): At {
    if (isUnknown(json)) this.#note(json.text, path);
    return { json: memberOf(json, name), path: [...path, name] };
  }

  items({ json, path }: At): readonly At[] {
    if (isUnknown(json)) this.#note(json.text, path);
    return isList(json) ? json.map((item, i) => ({ json: item, path: [...path, i] })) : [];
  }

  /** The source text of an unknown value; undefined where there is no text. */
  text({ json, path }: At): string | undefined {
    if (isUnknown(json)) {
      this.#note(json.text, path);
      return json.text;
    }
    return typeof json === 'string' ? json : undefined;
  }

  /** The text where it is known; undefined otherwise. */
  knownText(at: At): string | undefined {
    const text = this.text(at);
    return isUnknown(at.json) ? undefined : text;
  }

  flag({ json, path }: At): boolean | undefined {
    if (isUnknown(json)) this.#note(json.text, path);
    return typeof json === 'boolean' ? json : undefined;
  }

  /** Undefined where there is no integer. */
  number({ json, path }: At): number | undefined {
    if (isUnknown(json)) this.#note(json.text, path);
    return typeof json === 'number' ? json : undefined;
  }

  texts(at: At): ReadonlyMap<string, string> {
    if (isUnknown(at.json)) this.#note(at.json.text, at.path);
    if (!isObject(at.json)) return nothing;
    return new Map(Object.entries(at.json).map(([name, value]) => [name, isUnknown(value) ? value.text : text(value)]));
  }

  #note(text: string, path: Path): void {
    this.#parts.push({ entry: this.#entry, path, text });
  }
}

const nothing: ReadonlyMap<string, string> = new Map();

function text(value: Json): string {
  return typeof value === 'string' ? value : '';
}
