/** Reads the JSON of an object for the simulation of traffic, and collects the values that are not known. */
import type { Path } from '../../../tree/path.ts';
import { isList, isObject, isUnknown, memberOf, type Json } from '../../apply/json-value.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import type { UnknownPart } from '../model.ts';

/** A value in an object. Its path is computed on demand: an object has thousands of values, and few paths are read. */
export class At {
  readonly json: Json | undefined;
  readonly #owner: At | undefined;
  readonly #step: Path[number];
  #path: Path | undefined;

  constructor(json: Json | undefined, owner?: At, step: Path[number] = '') {
    this.json = json;
    this.#owner = owner;
    this.#step = step;
  }

  get path(): Path {
    this.#path ??= this.#owner ? [...this.#owner.path, this.#step] : [];
    return this.#path;
  }
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

  member(at: At, name: string): At {
    this.#note(at);
    return new At(memberOf(at.json, name), at, name);
  }

  items(at: At): readonly At[] {
    this.#note(at);
    return isList(at.json) ? at.json.map((item, i) => new At(item, at, i)) : [];
  }

  /** Of the value, or of its member. The source text of an unknown one; undefined where there is no text. */
  text(at: At, member?: string): string | undefined {
    const json = this.#read(at, member);
    return typeof json === 'string' ? json : isUnknown(json) ? json.text : undefined;
  }

  /** The text where it is known; undefined otherwise. */
  knownText(at: At, member?: string): string | undefined {
    const json = this.#read(at, member);
    return typeof json === 'string' ? json : undefined;
  }

  flag(at: At, member: string): boolean | undefined {
    const json = this.#read(at, member);
    return typeof json === 'boolean' ? json : undefined;
  }

  /** Undefined where there is no integer. */
  number(at: At, member: string): number | undefined {
    const json = this.#read(at, member);
    return typeof json === 'number' ? json : undefined;
  }

  /** Of the values, only the `decisive` ones are noted where they are not known. */
  texts(at: At, decisive: readonly string[] = []): ReadonlyMap<string, string> {
    this.#note(at);
    if (!isObject(at.json)) return nothing;
    for (const name of decisive) this.#note(new At(memberOf(at.json, name), at, name));
    return new Map(Object.entries(at.json).map(([name, value]) => [name, isUnknown(value) ? value.text : text(value)]));
  }

  #read(at: At, member: string | undefined): Json | undefined {
    this.#note(at);
    if (member === undefined) return at.json;
    const json = memberOf(at.json, member);
    if (isUnknown(json)) this.#note(new At(json, at, member));
    return json;
  }

  #note(at: At): void {
    if (isUnknown(at.json)) this.#parts.push({ entry: this.#entry, path: at.path, text: at.json.text });
  }
}

const nothing: ReadonlyMap<string, string> = new Map();

function text(value: Json): string {
  return typeof value === 'string' ? value : '';
}
