/**
 * Finds property accesses such as `${db.metadata.labels["a.b/c"]}` in the source of a scalar, by pulumi-yaml's grammar:
 * names, quoted names and indexes. Omits accesses that cannot be located exactly.
 */
import type { Span } from '../../text/span.ts';
import type { InterpolationReference, ReferenceStep } from '../../tree/document.ts';
import { mask } from '../template.ts';

export function referencesIn(text: string, span: Span): readonly InterpolationReference[] {
  const source = text.slice(span.start, span.end);
  if (!source.includes('${')) return [];
  const decoded = decode(source);
  const references: InterpolationReference[] = [];
  const opening = /\$\$|\$\{/g;
  for (let match = opening.exec(decoded.text); match; match = opening.exec(decoded.text)) {
    if (match[0] === '$$') continue;
    const { end, isClosed, steps } = readAccess(decoded, opening.lastIndex, span.start);
    opening.lastIndex = end;
    const [root, ...rest] = steps;
    if (typeof root?.step === 'string') {
      references.push({ root: root.step, rootSpan: root.span, steps: rest, isClosed });
    }
  }
  return references;
}

/** A decoded text with the source offset of each of its units, and of its end. */
interface Decoded {
  readonly text: string;
  /** Undefined if the text equals its source. */
  readonly offsets: readonly number[] | undefined;
}

/** Marks units that no access can span: a line break, or an escape that is not an ordinary character. */
const stop = '\n';

function decode(source: string): Decoded {
  const first = source[0];
  if (first === '"') return decodeQuoted(source, source.includes('\\') ? /\\(?:x..|u.{4}|U.{8}|[^])|[^]/g : undefined);
  if (first === "'") return decodeQuoted(source, source.indexOf("''", 1) > 0 ? /(?<!^)''|[^]/g : undefined);
  if (first !== '|' && first !== '>') return { text: source, offsets: undefined };
  // The header of a block scalar may contain a comment.
  const header = source.indexOf('\n') + 1;
  return { text: stop.repeat(header) + source.slice(header), offsets: undefined };
}

/** Decodes a quoted scalar. `unit` matches its characters if some are escaped. A final quote becomes a stop. */
function decodeQuoted(source: string, unit: RegExp | undefined): Decoded {
  const { text, offsets } = unit ? decodeUnits(source, unit) : { text: source, offsets: undefined };
  const isClosed = source.endsWith(source[0] ?? '') && (offsets?.at(-2) ?? source.length - 1) === source.length - 1;
  return { text: isClosed ? text.slice(0, -1) + stop : text, offsets };
}

function decodeUnits(source: string, unit: RegExp): Decoded & { readonly offsets: readonly number[] } {
  const offsets: number[] = [];
  let text = '';
  for (const match of source.matchAll(unit)) {
    offsets.push(match.index);
    text += plainOf(match[0]);
  }
  return { text, offsets: [...offsets, source.length] };
}

function plainOf(unit: string): string {
  if (unit === "''") return "'";
  if (unit.length === 1) return unit;
  return /^\\["\\/ ]$/.test(unit) ? unit.slice(1) : stop;
}

interface Access {
  readonly steps: readonly ReferenceStep[];
  readonly isClosed: boolean;
  readonly end: number;
}

/** A dot, a quoted name, an index, or a name. A template or the start of another access ends the access. */
const part = new RegExp(
  String.raw`\.|\["((?:\\"|[^"\\\r\n${mask}]|\\(?!"))*)"\]|\[([-+]?\d+)\]|((?:[^.[}$\r\n${mask}]|\$(?!\{))+)`,
  'y',
);

/** Reads from after `${` to the brace, or to the first thing that is not part of an access. */
function readAccess({ text, offsets }: Decoded, from: number, start: number): Access {
  const steps: ReferenceStep[] = [];
  const place = (at: number, length: number): Span => ({
    start: start + (offsets?.[at] ?? at),
    end: start + (offsets?.[at + length] ?? at + length),
  });
  part.lastIndex = from;
  let at = from;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    const [whole, quoted, index, name] = match;
    if (quoted !== undefined) {
      // The text between the quotes, or the whole text if that is empty.
      const span = quoted === '' ? place(at, whole.length) : place(at + 2, quoted.length);
      steps.push({ step: quoted.replaceAll('\\"', '"'), span });
    } else if (index !== undefined) {
      steps.push({ step: Number(index), span: place(at, whole.length) });
    } else if (name?.trim()) {
      const blanks = name.length - name.trimStart().length;
      steps.push({ step: name.trim(), span: place(at + blanks, name.trim().length) });
    }
    at = part.lastIndex;
  }
  return { steps, isClosed: text[at] === '}', end: at };
}
