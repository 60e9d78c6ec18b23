/** Finds the metrics of Endpoints in the texts of Jsonnet, where most public rules and dashboards are written. */
import type { Estate } from '../../estate.ts';
import type { FoundReader } from '../../reader.ts';
import type { SearchedText } from '../../searched-text.ts';
import { metricsIn } from './metric-texts.ts';

export function jsonnetMetrics(text: SearchedText, estate: Estate): readonly FoundReader[] {
  return jsonnetTexts(text.text).flatMap(({ start, end }) => {
    const before = text.text.slice(Math.max(0, start - longestKey), start);
    const value = text.text.slice(start, end);
    const isProse =
      /\b(?:description|summary|message|title|help|runbook\w*)['"\]]*\s*\+?:{1,3}\s*(?:@?['"]|\|\|\|\s*)$/.test(before);
    return isProse || !value.includes('kube_endpoint_') ? [] : metricsIn(value, start, text, estate);
  });
}

/** In UTF-16 units. */
const longestKey = 60;

interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Between the quotes. */
function jsonnetTexts(text: string): readonly TextSpan[] {
  const found: TextSpan[] = [];
  const endOf = (wanted: string, from: number): number => {
    const at = text.indexOf(wanted, from);
    return at < 0 ? text.length : at;
  };
  const opening = /\/\/|\/\*|#|\|\|\||@?["']/g;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const [mark] = match;
    const start = match.index + mark.length;
    if (mark === '//' || mark === '#') opening.lastIndex = endOf('\n', start);
    else if (mark === '/*') opening.lastIndex = endOf('*/', start) + 2;
    else {
      const end = mark === '|||' ? endOf('|||', start) : quotedEnd(text, start, mark);
      found.push({ start, end });
      opening.lastIndex = end + mark.replace('@', '').length;
    }
  }
  return found;
}

/** A doubled quote is a quote in a text with `@`, which has no escapes. */
function quotedEnd(text: string, from: number, mark: string): number {
  const quote = mark.at(-1) ?? '"';
  const isVerbatim = mark.startsWith('@');
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && !isVerbatim) at++;
    else if (character === quote) {
      if (!isVerbatim || text[at + 1] !== quote) return at;
      at++;
    }
  }
  return text.length;
}
