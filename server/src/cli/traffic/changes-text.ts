/** Prints changes of traffic as text, and as Markdown for a pull request. */
import { hostOf } from '../../analysis/traffic/proxy.ts';
import pc from 'picocolors';
import { groupBy } from '../../text/group.ts';
import { counted, grouped, withoutControls } from '../../text/quote.ts';
import { wrapped } from '../../text/wrap.ts';
import { changeWords, portCount, shortList, type ReportedChange } from './changes-report.ts';
import { lineWidth, mostListed, oneLine, rangeText, titleLines } from './text-parts.ts';

export interface ChangesTextOptions {
  /** As the command line names the commit. */
  readonly since: string;
  /** Services of which not all nodes are compared. */
  readonly shortened: readonly string[];
  readonly isColored: boolean;
}

export function changesText(changes: readonly ReportedChange[], options: ChangesTextOptions): string {
  const colors = pc.createColors(options.isColored);
  const blocks = [...groupBy(changes, titleOf)].map(([title, own]) => {
    const rows = own.map((change) => {
      const where = change.viewpoint === 'everywhere' ? '' : ` ${change.viewpoint}`;
      const color = change.last ? colors.red : change.lost.length > 0 ? colors.yellow : colors.green;
      const [head = '', ...rest] = wrapped(`${portText(change)}${where}: ${changeWords(change)}`, lineWidth - 4);
      const lines = [`  ${color(head)}\n`, ...rest.map((line) => `    ${color(line)}\n`)];
      return [...lines, ...addressLines(change)].join('');
    });
    return `${colors.bold(title)}\n${rows.join('')}`;
  });
  const summary = wrapped(changesSummary(changes, options), lineWidth).join('\n');
  return [...blocks, `${summary}\n`].join('\n');
}

function titleOf({ namespace, name, build, file, range }: ReportedChange): string {
  const place = `(${rangeText({ file, range })}${build === null ? '' : `, built in ${build}`})`;
  return titleLines(`Service ${oneLine(`${namespace}/${name}`)}`, place, '').join('\n');
}

function portText({ port, number, protocol, family, dual }: ReportedChange): string {
  const ip = dual && family !== null ? ` ${family}` : '';
  return withoutControls(`${port === '' ? '' : `${port} `}${number}/${protocol}${ip}`);
}

function addressLines({ lost, gained, reasons }: ReportedChange): readonly string[] {
  const lostLines = lost.slice(0, mostListed).flatMap((address) => {
    const reason = reasonOf(reasons, address);
    const text = reason ? `- ${address}  ${reason.message.replace(/\.$/, '')} (${rangeText(reason)})` : `- ${address}`;
    return wrapped(withoutControls(text), lineWidth - 8).map((line, i) => `${i === 0 ? '    ' : '        '}${line}\n`);
  });
  const gainedLines = gained.slice(0, mostListed).map((address) => `    + ${withoutControls(address)}\n`);
  return [...lostLines, ...restLine(lost, '-'), ...gainedLines, ...restLine(gained, '+')];
}

/** Without a matching port, an address is written alone. */
function reasonOf(reasons: ReportedChange['reasons'], address: string): ReportedChange['reasons'][number] | undefined {
  return reasons.find((each) => each.address === address) ?? reasons.find((each) => each.address === hostOf(address));
}

function restLine(all: readonly string[], sign: string): readonly string[] {
  return all.length > mostListed ? [`    ${sign} ${grouped(all.length - mostListed)} more\n`] : [];
}

/** In one sentence, and a second one for what is not compared. */
function changesSummary(changes: readonly ReportedChange[], { since, shortened }: ChangesTextOptions): string {
  const last = changes.filter((change) => change.last);
  const shown = withoutControls(since);
  const isOne = portCount(changes) === 1;
  const ports = counted(portCount(changes), 'Service port');
  const lastText = last.length > 0 ? `; ${grouped(portCount(last))} certainly without an address now` : '';
  const found =
    changes.length === 0
      ? `No Service port loses or gains an address since ${shown}.`
      : `${ports} ${isOne ? 'changes' : 'change'} since ${shown}${lastText}.`;
  const left = shortened.length > 0 ? ` Not all nodes are compared for ${shortList(shortened)}.` : '';
  return found + left;
}

/** GitHub cuts a longer summary off. */
const mostRows = 100;

/** A section with a table; the worst changes first. */
export function changesMarkdown(changes: readonly ReportedChange[], options: ChangesTextOptions): string {
  const rank = ({ last, lost }: ReportedChange): number => (last ? 0 : lost.length > 0 ? 1 : 2);
  const sorted = changes.toSorted((a, b) => rank(a) - rank(b));
  const rows = sorted.slice(0, mostRows).map((change) => {
    const built = change.build === null ? '' : ` in ${code(change.build)}`;
    const cells = [
      `${code(`${change.namespace}/${change.name}`)}${built}, ${code(portText(change))}`,
      change.last ? `**${changeWords(change)}**` : changeWords(change),
      escaped(change.viewpoint),
      cell(change.lost),
      cell(change.gained),
      change.reasons[0] ? `${escaped(change.reasons[0].message)} ${code(rangeText(change.reasons[0]))}` : '',
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  const more = changes.length > rows.length ? `\n${counted(changes.length - rows.length, 'more change')}.\n` : '';
  const head = '| Service port | Change | From | Lost | Gained | Why |\n| --- | --- | --- | --- | --- | --- |\n';
  const table = rows.length > 0 ? `\n${head}${rows.join('')}${more}` : '';
  return `## Traffic\n\n${escaped(changesSummary(changes, options))}\n${table}`;
}

function cell(addresses: readonly string[]): string {
  const more = addresses.length > mostListed ? [`and ${grouped(addresses.length - mostListed)} more`] : [];
  return [...addresses.slice(0, mostListed).map(code), ...more].join('<br>');
}

/** In a table, a bar is escaped also inside of code. */
function code(text: string): string {
  return `\`${withoutControls(text)
    .replaceAll('`', "'")
    .replaceAll('|', String.raw`\|`)}\``;
}

function escaped(text: string): string {
  return withoutControls(text).replace(/[\\`*_[\]<>|#~]/g, String.raw`\$&`);
}
