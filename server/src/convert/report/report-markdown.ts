/** Writes the report of a conversion as Markdown for a pull request. Long tables are folded. */
import { kinds } from '../../contract/contract.ts';
import { managedByLabel } from '../../contract/endpoint-slice.ts';
import { minorsOf, versionName } from '../../contract/version.ts';
import { code, escaped } from '../../text/markdown.ts';
import { counted, grouped, listed, withoutControls } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import {
  sourceKind,
  type Conversion,
  type ConvertSettings,
  type ConversionOutcome,
  type OutcomeRemark,
} from '../outcome.ts';
import { readerSentences, type ObjectReaders } from './object-readers.ts';
import { emptiedFiles, fullName, countOutcomes } from './outcome-counts.ts';

interface NamedPlace {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** The path of a Markdown link to the file; undefined where the reader cannot follow links. */
  readonly link?: string | undefined;
}

export type FindPlace = (place: { readonly uri: string; readonly span: Span }) => NamedPlace;

/** `isDone` is true for a conversion that was applied. */
export interface ReportSettings extends ConvertSettings {
  readonly isDone?: boolean;
}

/** The report as a page with headings of the second and third level. */
export function reportMarkdown(conversion: Conversion, settings: ReportSettings, place: FindPlace): string {
  const { of, total, readers } = countOutcomes(conversion);
  const from = sourceKind(settings);
  const title = `## ${from} to ${kinds.find((kind) => kind !== from)}`;
  if (total === 0) return `${title}\n\nThere is nothing to convert.\n`;
  const reasonRow = (each: ConversionOutcome): readonly string[] => [
    resourceCell(each, place),
    remarksCell(each, each.reasons, place),
  ];
  const [convert, converts] = settings.isDone === true ? ['converted', 'Converted'] : ['convert', 'Converts'];
  const blocks = [
    title,
    introduction(conversion, settings),
    table(
      ['Resources', 'Count'],
      [
        [`${convert} without loss`, grouped(of.clean.length)],
        [`${convert}, but still have readers`, grouped(of.read.length)],
        [`${convert} with loss`, grouped(of.lossy.length)],
        ['need a manual change', grouped(of.person.length)],
        ['need no conversion', grouped(of.settled.length)],
        ['**all**', `**${grouped(total)}**`],
      ],
    ),
    section('Needs a manual change', ['Resource', 'Why'], of.person.map(reasonRow)),
    section(
      `${converts} with loss`,
      ['Resource', 'Becomes', 'What is lost'],
      of.lossy.map((each) => [
        resourceCell(each, place),
        madeCell(each),
        [remarksCell(each, each.losses, place), ...readerCells(readers.get(each), place)].join('<br>'),
      ]),
    ),
    section(
      `${converts}, but still has readers`,
      ['Resource', 'Becomes', 'Who reads it'],
      of.read.map((each) => [
        resourceCell(each, place),
        madeCell(each),
        readerCells(readers.get(each), place).join('<br>'),
      ]),
    ),
    section(
      'References to check',
      ['Place', 'What to do'],
      conversion.references.map((each) => [placeCell(each, place), text(each.message)]),
    ),
    section(
      'Has no objects any more',
      ['File'],
      emptiedFiles(conversion).map(({ uri }) => [cellCode(place({ uri, span: { start: 0, end: 0 } }).name)]),
    ),
    section(
      `${converts} without loss`,
      ['Resource', 'Becomes'],
      of.clean.map((each) => [resourceCell(each, place), madeCell(each)]),
    ),
    section('Needs no conversion', ['Resource', 'Why'], of.settled.map(reasonRow)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** A table with more rows is folded. */
const mostOpen = 10;

/** A pull request comment has a size limit. */
const mostShown = 100;

function introduction(
  { files, outcomes }: Conversion,
  { to, mode, managedBy, isDone = false, ...versions }: ReportSettings,
): string {
  const converted = outcomes.filter(({ what }) => what === 'converted').length;
  const subject = `${counted(converted, 'resource')} in ${counted(files.length, 'file')}`;
  const version = `Checked for Kubernetes ${listed(minorsOf(versions).map(versionName))}.`;
  const verb = (done: string, one: string, many: string): string => (isDone ? done : converted === 1 ? one : many);
  if (to === 'endpoints')
    return `${subject} ${verb(converted === 1 ? 'was converted' : 'were converted', 'converts', 'convert')} back to Endpoints. ${version}`;
  const how =
    mode !== 'replace'
      ? `${verb('got', 'gets', 'get')} additional EndpointSlices`
      : `${verb('became', 'becomes', 'become')} EndpointSlices`;
  const label = `The slices are labeled ${code(`${managedByLabel}: ${managedBy}`)}.`;
  return `${subject} ${how}. ${label} ${version}`;
}

function section(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const left = rows.length - mostShown;
  const rest = left > 0 ? `\n\n… and ${grouped(left)} more.` : '';
  const body = table(heads, rows.slice(0, mostShown)) + rest;
  if (rows.length <= mostOpen) return `### ${title}\n\n${body}`;
  return `### ${title}\n\n<details>\n<summary>${counted(rows.length, 'row')}</summary>\n\n${body}\n\n</details>`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function resourceCell(outcome: ConversionOutcome, place: FindPlace): string {
  return `${outcome.kind} ${cellCode(fullName(outcome))}<br>${placeCell(outcome, place)}`;
}

function madeCell({ made }: ConversionOutcome): string {
  return made.map(({ kind, name }) => `${kind}${name === '' ? '' : ` ${cellCode(name)}`}`).join('<br>');
}

/** A remark on another line than its resource starts with that line. */
function remarksCell(
  { uri, span: own }: ConversionOutcome,
  remarks: readonly OutcomeRemark[],
  place: FindPlace,
): string {
  return remarks
    .map(({ message, span }) => {
      const { line } = place({ uri, span });
      return line === place({ uri, span: own }).line ? text(message) : `Line ${line}: ${text(message)}`;
    })
    .join('<br>');
}

/** The places are code already. */
function readerCells(readers: ObjectReaders | undefined, place: FindPlace): readonly string[] {
  return readers ? readerSentences(readers, (reference) => placeCell(reference, place)) : [];
}

function placeCell(at: { readonly uri: string; readonly span: Span }, place: FindPlace): string {
  const { name, line, column, link } = place(at);
  const shown = cellCode(`${name}:${line}:${column}`);
  return link === undefined ? shown : `[${shown}](${link}#L${line},${column})`;
}

function cellCode(value: string): string {
  return code(value).replaceAll('|', '\\|');
}

function text(message: string): string {
  return escaped(withoutControls(message)).replace(/[@&]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
