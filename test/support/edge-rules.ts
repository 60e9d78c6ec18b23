/** Compares the rules that a picture names on its edges with the findings of a check of the same files. */
import type { Break, Flow, Picture, PictureObject, PictureService } from '../../server/src/analysis/picture/picture.ts';
import type { TrafficPlace } from '../../server/src/analysis/traffic/report.ts';
import { rules } from '../../server/src/rules/rules.ts';
import type { PictureFolder } from './picture-runs.ts';

type Range = readonly [line: number, column: number, endLine: number, endColumn: number];

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly range: Range;
}

/** An edge to an object or to one of its addresses, on which no traffic flows. */
interface BrokenEdge {
  readonly why: Break;
  readonly flow: Flow;
  /** The first lines of the objects: Service, slice or Endpoints, and that of the field that decides. */
  readonly objects: ReadonlySet<number>;
}

export interface EdgeRules {
  /** Of all edges without traffic; null for one without a rule. */
  readonly named: readonly { readonly code: string; readonly rule: string | null }[];
  /** Sentences on what differs. */
  readonly wrong: readonly string[];
  /** The rules that are reported at a broken edge without a rule, and do not explain it: `RULE at CODE`. */
  readonly others: ReadonlySet<string>;
}

/** Each rule says itself which edges it explains: by the code, some with a detail after a colon. */
const explained: ReadonlyMap<string, readonly string[]> = new Map(
  rules.map(({ code, explains: codes = [] }) => [code, codes.map((each) => each.replace(/:.*/, ''))]),
);

function explains(rule: string, { code }: Break): boolean {
  return explained.get(rule)?.includes(code) === true;
}

export async function edgeRules(folder: PictureFolder, objects: readonly unknown[]): Promise<EdgeRules> {
  const texts = objects.map((object) => JSON.stringify(object, null, 1));
  const text = texts.join('\n---\n');
  const starts: number[] = [];
  let line = 1;
  for (const own of texts) {
    starts.push(line);
    line += own.split('\n').length + 1;
  }
  const objectAt = (at: number): number => starts.findLast((start) => start <= at) ?? 0;
  const findings = findingsIn(await folder.run(text, 'check', '--format', 'json'));
  const edges = edgesIn(JSON.parse(await folder.run(text, 'show', '--format', 'json')) as Picture, objectAt);
  const others = new Set<string>();
  const wrong = edges.flatMap(({ why, flow, objects: own }) => {
    const about = `${why.code} (${flow}) at ${String(why.range)} names ${String(why.rule)}`;
    const reported = findings.filter(({ range: [start] }) => own.has(objectAt(start)));
    if (why.rule !== null)
      return reported.some(({ code }) => code === why.rule) ? [] : [`${about}, which is not reported`];
    const here = reported.filter(
      ({ severity, range }) => isUrgent(severity) && flow === 'broken' && overlaps(range, why),
    );
    return here.flatMap(({ code }) => {
      if (explains(code, why)) return [`${about}, but ${code} is reported there`];
      others.add(`${code} at ${why.code}`);
      return [];
    });
  });
  return { named: edges.map(({ why: { code, rule } }) => ({ code, rule })), wrong, others };
}

function isUrgent(severity: string): boolean {
  return severity === 'error' || severity === 'warning';
}

function findingsIn(json: string): readonly Finding[] {
  interface Place {
    readonly line: number;
    readonly column: number;
  }
  const { diagnostics } = JSON.parse(json) as {
    readonly diagnostics: readonly (Omit<Finding, 'range'> & { readonly range: { readonly start: Place; readonly end: Place } })[]; // prettier-ignore
  };
  return diagnostics.map(({ code, severity, range: { start, end } }) => {
    return { code, severity, range: [start.line, start.column, end.line, end.column] };
  });
}

function edgesIn({ services, strays }: Picture, objectAt: (line: number) => number): readonly BrokenEdge[] {
  const startOf = ({ range }: TrafficPlace): readonly number[] => (range ? [objectAt(range[0])] : []);
  const edgesOf = (object: PictureObject, service: PictureService | undefined): readonly BrokenEdge[] =>
    [...object.flows, ...object.addresses.flatMap(({ flows }) => flows)].flatMap(({ why, flow }) =>
      why && flow !== 'used'
        ? [{ why, flow, objects: new Set([object, why, ...(service ? [service] : [])].flatMap(startOf)) }]
        : [],
    );
  return [
    ...services.flatMap((service) => service.objects.flatMap((object) => edgesOf(object, service))),
    ...strays.flatMap((object) => edgesOf(object, undefined)),
  ];
}

function overlaps([line, column, endLine, endColumn]: Range, { range }: TrafficPlace): boolean {
  if (!range) return false;
  const isBefore = endLine < range[0] || (endLine === range[0] && endColumn <= range[1]);
  const isAfter = range[2] < line || (range[2] === line && range[3] <= column);
  return !isBefore && !isAfter;
}
