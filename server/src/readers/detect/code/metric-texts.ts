/** Finds the metrics of Endpoints of kube-state-metrics in the texts of programs, such as rules and queries. */
import { uniqueBy } from '../../../text/group.ts';
import { lineStartAt } from '../../../text/line.ts';
import type { Span } from '../../../text/span.ts';
import type { Estate } from '../../estate.ts';
import type { FoundReader } from '../../reader.ts';
import type { SearchedText } from '../../searched-text.ts';
import { codeAt, type CodeSource } from './code-source.ts';
import { reachOfTarget } from './code-sighting.ts';

export function codeMetrics(source: CodeSource, text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!source.text.includes('kube_endpoint_')) return [];
  const found = source.tokens.flatMap((token, at) => {
    if (token.kind !== 'text' || !token.value.includes('kube_endpoint_') || isMessage(source, at)) return [];
    const start = token.literal?.content.start ?? token.start;
    return metricsIn(token.value, start, text, estate);
  });
  return uniqueBy(found, ({ span }) => lineStartAt(source.text, span.start));
}

const metric = /(?<![\w:`])kube_endpoint_(?:[a-z][a-z_]*|[.[(*][^\s"']*)/g;

/** One in each expression: in a text of several, one behind each `expr`. */
export function metricsIn(value: string, offset: number, text: SearchedText, estate: Estate): readonly FoundReader[] {
  let last = 0;
  let isNext = true;
  return [...value.matchAll(metric)].flatMap((match): readonly FoundReader[] => {
    const { index } = match;
    isNext ||= /\bexpr\b/.test(value.slice(last, index));
    last = index + match[0].length;
    if (!isNext || isProse(value, index, last)) return [];
    isNext = false;
    const matchers = /^\{([^}]*)\}/.exec(value.slice(last, last + longestMatchers))?.[1] ?? '';
    const textAt = (name: string): string | undefined =>
      new RegExp(`(?:^|[,\\s])${name}\\s*=\\s*\\\\?["']([\\w.-]+)\\\\?["']`).exec(matchers)?.[1];
    const span: Span = { start: offset + index, end: offset + last };
    return [
      {
        ...reachOfTarget(estate, text.uri, { name: textAt('endpoint'), namespace: textAt('namespace') }),
        span,
        kind: 'promql-metric',
        change: 'person',
        message: metricMessage(match[0]),
      },
    ];
  });
}

/** In UTF-16 units: how much of a line is read around a metric. */
const aroundMetric = 200;

/** A comment, the line of a text for people, or a metric between words that are none of PromQL. */
function isProse(value: string, start: number, end: number): boolean {
  const before = value.slice(Math.max(0, start - aroundMetric), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/^\s*#/.test(line) || prose.test(line)) return true;
  const [, word] = /(?:^|[\s"'])([A-Za-z]{2,})[ \t]+$/.exec(line) ?? [];
  const [, next] = /^[ \t]+([A-Za-z]{2,})/.exec(value.slice(end, end + aroundMetric)) ?? [];
  return [word, next].some((each) => each !== undefined && !operators.test(each));
}

const operators =
  /^(?:and|or|unless|bool|by|on|offset|without|ignoring|atan2|sum|count|min|max|avg|group|absent|expr|query|for|if)$/i;

/** In UTF-16 units. */
const longestMatchers = 400;

/** The line of a text for people, in rules that are written as a text. */
const prose = /^\s*(?:-\s*)?["']?(?:description|summary|message|title|runbook\w*)["']?\s*:/;

function metricMessage(name: string): string {
  return `kube-state-metrics no longer makes ${name} since 2.18 unless asked, so this query returns nothing. Use kube_endpointslice_endpoints{ready="true"}, with endpointslice= instead of endpoint=, and sum the series of each Service.`;
}

/** A text for people: a message that is printed, a docstring or a description. */
function isMessage(source: CodeSource, at: number): boolean {
  const { tokens, statements, language } = source;
  if (language === 'python' && statements[at] !== statements[at - 1] && statements[at] !== statements[at + 1])
    return true;
  const key = /^[:=]$/.test(codeAt(source, at - 1)) ? (tokens[at - 2]?.value ?? '') : '';
  if (/^(?:description|summary|message|title|help|runbook\w*|doc)$/i.test(key)) return true;
  const open = source.parents[at] ?? -1;
  const called = codeAt(source, open) === '(' ? codeAt(source, open - 1) : '';
  const owner = codeAt(source, open - 2) === '.' ? codeAt(source, open - 3) : '';
  return printing.test(called) && (owner === '' || printers.test(owner) || /^(?:print|println)$/i.test(called));
}

const printing =
  /^(?:log|warn|warning|error|info|debug|print|println|printf|Print\w*|Log|Logf|Error|Errorf|Fatal|Fatalf|Skip|Skipf|Info\w*|Warn\w*|Debug\w*|New|Exception|\w+Error)$/;
const printers = /^(?:console|log|logger|logging|klog|slog|fmt|errors|t|b|out|err|LOG|LOGGER|warnings)$/;
