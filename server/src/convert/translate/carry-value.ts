/** Reads a located value as plain data. What is not known, or cannot be written, is a refusal with its place. */
import type { Type } from '../../contract/type.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { entrySpan, isNull, type Mapping, type Opaque, type Value } from '../../tree/value.ts';
import { fieldProblem, sdkItemType, sdkMemberType, typeProblem, untyped } from './sdk-types.ts';
import type { CarriedItem, CarriedMap, CarriedScalar, CarriedValue } from './carried.ts';

export interface CarryContext {
  /** The comments at the offset of an entry or item. */
  readonly commentsAt: (offset: number) => readonly string[];
  /** The value that an expression stands for; undefined where it is not known. */
  readonly resolve: (value: Opaque) => Value | undefined;
  readonly refuse: (span: Span, message: string) => void;
  readonly note: (span: Span, message: string) => void;
}

/** Outputs that refer to each other in a circle have no value. */
const deepest = 20;

/** Reads values of one object. */
export class CarriedReader {
  readonly #reading: CarryContext;
  /** The outputs that the present value comes from. */
  #depth = 0;

  constructor(reading: CarryContext) {
    this.#reading = reading;
  }

  /** Undefined for a value that is refused. */
  value(value: Value, path: Path, type: Type = untyped): CarriedValue | undefined {
    const problem = typeProblem(value, type);
    if (problem !== undefined) return this.#refuse(value.span, path, problem);
    switch (value.kind) {
      case 'opaque': {
        const known = this.#depth < deepest ? this.#reading.resolve(value) : undefined;
        if (known) {
          this.#depth++;
          const carried = this.value(known, path, type);
          this.#depth--;
          return carried;
        }
        return this.#refuse(value.span, path, `is ${unknownWords(value)}, so its value is not known`);
      }
      case 'scalar':
        return this.#scalar(value.value, value.span, path);
      case 'sequence': {
        this.#openness(value, path, 'item');
        const items = value.items.flatMap((item, i): CarriedItem[] => {
          const comments = this.#reading.commentsAt(item.span.start);
          const carried = this.value(item, [...path, i], sdkItemType(type));
          return carried ? [{ value: carried, comments }] : [];
        });
        return { kind: 'list', items };
      }
      case 'mapping': {
        this.#openness(value, path, 'entry');
        return this.map(value, path, type);
      }
    }
  }

  /** With a type of the SDK, refuses what it does not have. Entries that are null count as absent, as for the API server. */
  map({ entries, span }: Pick<Mapping, 'entries' | 'span'>, path: Path, type: Type = untyped): CarriedMap {
    const names = new Set<string>();
    const written = entries.filter(({ value }) => !isNull(value)).map(({ name }) => name);
    const problem = fieldProblem(written, type);
    if (problem !== undefined) this.#refuse(span, path, problem);
    const carried = entries.flatMap((entry) => {
      const own = [...path, entry.name];
      if (entry.isOpaqueKey) return this.#refuse(entry.key, path, 'has a name that is not known') ?? [];
      if (names.has(entry.name)) return this.#refuse(entry.key, own, 'is written twice') ?? [];
      names.add(entry.name);
      if (isNull(entry.value) && !isInMap(path)) return [];
      const comments = this.#reading.commentsAt(entrySpan(entry).start);
      const value = this.value(entry.value, own, sdkMemberType(type, entry.name));
      return value ? [{ name: entry.name, value, comments }] : [];
    });
    return { kind: 'map', entries: carried };
  }

  #scalar(value: string | bigint | number | boolean | null, span: Span, path: Path): CarriedScalar | undefined {
    if (value === null) return this.#refuse(span, path, 'is null');
    const plain = typeof value === 'bigint' ? Number(value) : value;
    if (typeof plain !== 'number') return { kind: 'scalar', value: plain };
    if (!Number.isFinite(plain) || (Number.isInteger(plain) && !Number.isSafeInteger(plain)))
      return this.#refuse(span, path, `is the number ${value}, which not every language can hold`);
    return { kind: 'scalar', value: plain };
  }

  #openness(value: Extract<Value, { readonly isOpen: boolean }>, path: Path, what: 'item' | 'entry'): void {
    if (!value.isOpen) return;
    const more = what === 'item' ? 'items' : 'entries';
    if (value.isExposed) {
      const name = pathText(path);
      const subject = name === '' ? 'the object' : quote(name);
      this.#reading.note(value.span, `Other code may change ${subject}. It is written as this file declares it.`);
    } else this.#refuse(value.span, path, `may have other ${more} when it is used`);
  }

  #refuse(span: Span, path: Path, problem: string): undefined {
    const name = pathText(path);
    this.#reading.refuse(span, `${name === '' ? 'The object' : quote(name)} ${problem}.`);
    return undefined;
  }
}

/** The API server reads null as an empty text in these maps. */
function isInMap(path: Path): boolean {
  return path.length === 2 && (path[1] === 'labels' || path[1] === 'annotations' || path[1] === 'selector');
}

function unknownWords({ why }: Opaque): string {
  return /^(?:a|an) /.test(why) ? why : 'an expression';
}
