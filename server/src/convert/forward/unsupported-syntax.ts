/** Explains why an object cannot be split into parts, at the place where the reader stopped. */
import { quote } from '../../text/quote.ts';
import type { OutcomeRemark } from '../outcome.ts';
import { remarkAt, type ObjectReading } from '../reading.ts';

/** For an object without parts. */
export function unsupportedRemark(reading: ObjectReading): OutcomeRemark {
  const { stop } = reading;
  const { embedding } = reading.resource;
  if (embedding) return remarkAt(reading, undefined, `This object is inside of ${embedding.in}. Convert it by hand.`);
  if (reading.obstacle) return remarkAt(reading, reading.obstacle.span, reading.obstacle.message);
  if (stop === undefined)
    return remarkAt(reading, undefined, 'This object is inside an alias and cannot be replaced. Write out the alias.');
  const { start, sign } = signAt(reading.document.text.slice(0, reading.resource.span.end), stop);
  return remarkAt(reading, { start, end: start + sign.length }, messageFor(sign));
}

interface Sign {
  readonly start: number;
  readonly sign: string;
}

/** The first token after blanks, or a later template that starts a line if that token is ordinary. */
function signAt(text: string, stop: number): Sign {
  const here = matchFrom(/\S+/g, text, stop);
  if (here && /^(?:[&*!?]|<<|\{\{)/.test(here.sign)) return { ...here, sign: trimmed(here, text) };
  return matchFrom(/(?<=^[ \t]*)\{\{.*/gm, text, stop) ?? here ?? { start: stop, sign: '' };
}

function matchFrom(pattern: RegExp, text: string, from: number): Sign | undefined {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match ? { start: match.index, sign: match[0].trimEnd() } : undefined;
}

/** A template up to its end, any other token up to the next delimiter. */
function trimmed({ start, sign }: Sign, text: string): string {
  const template = /^\{\{.*?\}\}/.exec(text.slice(start))?.[0];
  return template ?? /^[^\s,\]}]+/.exec(sign)?.[0] ?? sign;
}

function messageFor(sign: string): string {
  const written = quote(sign);
  if (sign.startsWith('{{'))
    return `The template ${written} adds or removes fields, so the object cannot be converted. Convert it by hand.`;
  if (sign.startsWith('&'))
    return `The anchor ${written} is used outside this object, so it cannot be moved. Write out the values there.`;
  if (sign.startsWith('*'))
    return `The alias ${written} repeats a value outside this object, so it cannot be moved. Write out the values.`;
  if (sign.startsWith('<<')) return `The merge key ${written} cannot be moved. Write out the values.`;
  if (sign.startsWith('!')) return `The tag ${written} cannot be moved. Remove it.`;
  return `The text after ${written} cannot be converted. Write it in a simpler form, or convert by hand.`;
}
