/** Cuts a file into its documents without parsing: YAML at markers, JSON values in a row, long Lists by item. */
import { jsonCuts } from '../json/parse-json.ts';
import { cutList, type Cut } from './list-items.ts';
import { segment, type Segment } from '../yaml/segment.ts';

/** In order; together they are the whole text. */
export function cut(text: string): readonly Cut[] {
  return isJson(text) ? cutJson(text) : segment(text).map(wholeYaml);
}

/** The same, but each item of a long List is a document too. */
export function cutByItem(text: string): readonly Cut[] {
  return isJson(text) ? cutJson(text) : segment(text).flatMap((part) => cutList(part) ?? [wholeYaml(part)]);
}

/**
 * True for a text that starts with a brace. The API server reads its first document as JSON. After a byte order mark,
 * which is no white space in Go, it reads YAML. A brace may also start a template.
 */
export function isJson(text: string): boolean {
  return /^[^\S\uFEFF]*\{(?![{%#])/.test(text);
}

function wholeYaml({ start, text }: Segment): Cut {
  return { start, text, isYaml: true, role: 'document' };
}

/**
 * Cuts JSON values in a row, as kubectl does. A value that names no kind is no object, and an error in the value before
 * it, and so is a marker with nothing below it. After any other YAML document marker the text is YAML again.
 */
function cutJson(text: string): Cut[] {
  const segments = segment(text);
  const isMarkerLast = segments.length === 2 && /^---\s*$/.test(segments[1]?.text ?? '');
  return (isMarkerLast ? [{ start: 0, text }] : segments).flatMap((part, i): Cut[] => {
    if (i > 0) return [wholeYaml(part)];
    const starts = jsonCuts(part.text);
    const cuts = [0, ...starts.filter((at, j) => part.text.slice(at, starts[j + 1]).includes('kind'))];
    return cuts.map((at, j) => ({
      start: at,
      text: part.text.slice(at, cuts[j + 1] ?? part.text.length),
      isYaml: false,
      role: 'document',
    }));
  });
}
