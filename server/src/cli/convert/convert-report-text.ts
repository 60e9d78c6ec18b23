/** Prints the outcome of a conversion as text: each resource with its losses or problems, the references and the counts. */
import pc from 'picocolors';
import {
  emptiedFiles,
  fullName,
  outcomeGroups,
  madeWords,
  countOutcomes,
  type OutcomeGroup,
  type OutcomeCounts,
} from '../../convert/report/outcome-counts.ts';
import { readerSentences, type ObjectReaders } from '../../convert/report/object-readers.ts';
import { sourceKind, type ConversionOutcome, type OutcomeRemark } from '../../convert/outcome.ts';
import { counted, grouped, listed, withoutControls } from '../../text/quote.ts';
import { placeText } from '../object-places.ts';
import type { ConversionRun } from './conversion-run.ts';

type Colors = ReturnType<typeof pc.createColors>;

export interface TextOptions {
  readonly isColored: boolean;
  /** False to leave out resources that need no conversion, except those that something needs. */
  readonly hasSettled: boolean;
}

export function convertText(run: ConversionRun, { isColored, hasSettled }: TextOptions): string {
  const colors = pc.createColors(isColored);
  const counts = countOutcomes(run);
  const settled = counts.of.settled.filter(({ isRequired }) => hasSettled || isRequired);
  const shown = { ...counts, of: { ...counts.of, settled } };
  const blocks = outcomeGroups.map((group) => groupText(group, shown, run, colors));
  const references = run.references.map(
    (each) => `  ${colors.dim(placeText(run.place(each)))}  ${withoutControls(each.message)}\n`,
  );
  const emptied = emptiedFiles(run).map((file) => `  ${withoutControls(run.nameOf(file))}\n`);
  const rest = [
    section(colors.bold('References to check'), references),
    // Other tools may reject a file without objects.
    section(colors.bold('Has no objects any more'), emptied),
    sumText(counts, run),
  ];
  return [...blocks, ...rest].filter((block) => block !== '').join('\n');
}

const titles: Readonly<Record<OutcomeGroup, string>> = {
  clean: 'Converts without loss',
  read: 'Converts, but still has readers',
  lossy: 'Converts with loss',
  person: 'Needs a manual change',
  settled: 'Needs no conversion',
};

function groupText(group: OutcomeGroup, { of, readers }: OutcomeCounts, run: ConversionRun, colors: Colors): string {
  const isLossy = group === 'lossy' || group === 'read';
  const paint = group === 'person' ? colors.red : isLossy ? colors.yellow : colors.bold;
  return section(
    paint(titles[group]),
    of[group].map((outcome) => outcomeText(outcome, readers.get(outcome), run, colors)),
  );
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.join('')}`;
}

function outcomeText(
  outcome: ConversionOutcome,
  readers: ObjectReaders | undefined,
  run: ConversionRun,
  colors: Colors,
): string {
  const made = madeWords(outcome).map(({ kind, names }) => `${kind} ${listed(names)}`.trim());
  const result = made.length > 0 ? ` → ${listed(made)}` : '';
  const head = `  ${colors.dim(placeText(run.place(outcome)))}  ${withoutControls(`${outcome.kind} ${fullName(outcome)}${result}`)}\n`;
  const remarks = [...outcome.reasons, ...outcome.losses];
  const shown = remarks.slice(0, mostRemarks).map((each) => remarkText(each, outcome, run, colors));
  const more = remarks.length - shown.length;
  const rest = more > 0 ? `    ${colors.dim(`… and ${grouped(more)} more`)}\n` : '';
  const sentences = readers ? readerSentences(readers, (reference) => placeText(run.place(reference))) : [];
  return head + shown.join('') + rest + sentences.map((each) => `    ${withoutControls(each)}\n`).join('');
}

/** The first errors of a resource are enough to find them all. */
const mostRemarks = 3;

/** Only a remark on another place than the resource has a place of its own. */
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

function sumText({ of, total }: OutcomeCounts, { settings, fileCount, references }: ConversionRun): string {
  const old = sourceKind(settings);
  const files = counted(fileCount, 'file');
  if (total === 0) return `No ${old} found in ${files}; nothing to convert.\n`;
  const parts = [
    [of.clean, 'converts', 'convert', ' without loss'],
    [of.read, 'converts but still has readers', 'convert but still have readers', ''],
    [of.lossy, 'converts', 'convert', ' with loss'],
    [of.person, 'needs', 'need', ' a manual change'],
    [of.settled, 'needs', 'need', ' no conversion'],
  ] as const;
  const shown = parts.flatMap(([outcomes, one, many, rest]) =>
    outcomes.length > 0 ? [`${grouped(outcomes.length)} ${outcomes.length === 1 ? one : many}${rest}`] : [],
  );
  const left = references.length > 0 ? ` ${counted(references.length, 'reference')} to check.` : '';
  return `${counted(total, 'resource')} in ${files}: ${shown.join(', ')}.${left}\n`;
}
