/** What a conversion comes to, for people: each resource with its place, what is lost or in the way, and the sum. */
import pc from 'picocolors';
import {
  emptiedFiles,
  fullName,
  outcomeGroups,
  madeWords,
  countOutcomes,
} from '../../convert/report/outcome-counts.ts';
import type { OutcomeGroup, OutcomeCounts } from '../../convert/report/outcome-counts.ts';
import { sourceKind } from '../../convert/outcome.ts';
import type { ConversionOutcome, OutcomeRemark } from '../../convert/outcome.ts';
import { counted, grouped, listed, withoutControls } from '../../text/quote.ts';
import { placeText } from '../object-places.ts';
import type { ConversionRun } from './conversion-run.ts';

type Colors = ReturnType<typeof pc.createColors>;

export interface TextOptions {
  readonly isColored: boolean;
  /** False where there is nothing to say of resources that are settled. */
  readonly hasSettled: boolean;
}

/** The blocks that are not empty, and the sum. */
export function convertText(run: ConversionRun, { isColored, hasSettled }: TextOptions): string {
  const colors = pc.createColors(isColored);
  const tally = countOutcomes(run);
  const shown = outcomeGroups.filter((group) => hasSettled || group !== 'settled');
  const blocks = shown.map((group) => groupText(group, tally, run, colors));
  const rest = [referencesText(run, colors), emptiedText(run, colors), sumText(tally, run)];
  return [...blocks, ...rest].filter((block) => block !== '').join('\n');
}

const titles: Readonly<Record<OutcomeGroup, string>> = {
  clean: 'Converts without loss',
  lossy: 'Converts with loss',
  person: 'Needs a person',
  settled: 'Is settled already',
};

function groupText(group: OutcomeGroup, { of }: OutcomeCounts, run: ConversionRun, colors: Colors): string {
  const outcomes = of[group];
  if (outcomes.length === 0) return '';
  const paint = group === 'person' ? colors.red : group === 'lossy' ? colors.yellow : colors.bold;
  return `${paint(titles[group])}\n${outcomes.map((outcome) => outcomeText(outcome, run, colors)).join('')}`;
}

function outcomeText(outcome: ConversionOutcome, run: ConversionRun, colors: Colors): string {
  const made = madeWords(outcome).map(({ kind, names }) => `${kind} ${listed(names)}`.trim());
  const result = made.length > 0 ? ` → ${listed(made)}` : '';
  const head = `  ${colors.dim(placeText(run.place(outcome)))}  ${withoutControls(`${outcome.kind} ${fullName(outcome)}${result}`)}\n`;
  const remarks = [...outcome.reasons, ...outcome.losses];
  const shown = remarks.slice(0, mostRemarks).map((each) => remarkText(each, outcome, run, colors));
  const more = remarks.length - shown.length;
  const rest = more > 0 ? `    ${colors.dim(`… and ${grouped(more)} more`)}\n` : '';
  return head + shown.join('') + rest;
}

/** Of a resource with many errors the first will do: it is mended as a whole. */
const mostRemarks = 3;

/** What is at the resource itself needs no place of its own. */
function remarkText(
  { message, span }: OutcomeRemark,
  { uri, span: own }: ConversionOutcome,
  run: ConversionRun,
  colors: Colors,
): string {
  const isElsewhere = span.start !== own.start;
  const place = isElsewhere ? `${colors.dim(placeText(run.place({ uri, span })))}  ` : '';
  return `    ${place}${withoutControls(message)}\n`;
}

function referencesText(run: ConversionRun, colors: Colors): string {
  if (run.references.length === 0) return '';
  const lines = run.references.map(
    (reference) => `  ${colors.dim(placeText(run.place(reference)))}  ${withoutControls(reference.message)}\n`,
  );
  return `${colors.bold('References to look after')}\n${lines.join('')}`;
}

/** A tool that applies or takes in such a file may complain. */
function emptiedText(run: ConversionRun, colors: Colors): string {
  const names = emptiedFiles(run).map((file) => withoutControls(run.sourceOf(file)?.input.name ?? file.uri));
  if (names.length === 0) return '';
  return `${colors.bold('Holds no object any more')}\n${names.map((name) => `  ${name}\n`).join('')}`;
}

function sumText({ of, total }: OutcomeCounts, { settings, fileCount, references }: ConversionRun): string {
  const old = sourceKind(settings);
  const files = counted(fileCount, 'file');
  if (total === 0) return `No ${old} found in ${files}; nothing to convert.\n`;
  const parts = [
    [of.clean, 'converts', 'convert', ' without loss'],
    [of.lossy, 'converts', 'convert', ' with loss'],
    [of.person, 'needs', 'need', ' a person'],
    [of.settled, 'is', 'are', ' settled already'],
  ] as const;
  const shown = parts.flatMap(([outcomes, one, many, rest]) =>
    outcomes.length > 0 ? [`${grouped(outcomes.length)} ${outcomes.length === 1 ? one : many}${rest}`] : [],
  );
  const left = references.length > 0 ? ` ${counted(references.length, 'reference')} to look after.` : '';
  return `${counted(total, 'resource')} in ${files}: ${shown.join(', ')}.${left}\n`;
}
