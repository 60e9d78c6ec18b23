/** Sums up what a simulation of traffic has found, and which files it has not read. */
import type { Colors } from '../../reports/text-line.ts';
import type { RejectedObject } from '../../analysis/traffic/explain/rejected.ts';
import { skippedText, strayText } from '../../reports/summary.ts';
import { counted, grouped, withoutControls } from '../../text/quote.ts';
import { wrapped } from '../../text/wrap.ts';
import type { PortState, ServiceTraffic } from './service-traffic.ts';
import type { Stray } from '../../analysis/traffic/strays.ts';
import type { TrafficFiles } from './world-of-files.ts';

export interface SummaryOptions {
  readonly strays: readonly Stray[];
  readonly rejected: readonly RejectedObject[];
  readonly files: Pick<TrafficFiles, 'skipped' | 'hasStrayPrograms' | 'fileCount'>;
  /** Who reads the objects and from where, such as `kube-proxy, node n1`. */
  readonly asked: string;
}

/** Without a line break at the end. */
export function summaryText(
  all: readonly ServiceTraffic[],
  options: SummaryOptions,
  { colors, width }: { readonly colors: Colors; readonly width: number },
): string {
  const lost = options.strays.filter(({ certain }) => certain).length;
  const rejected = options.rejected.length;
  const isBad = lost + rejected > 0 || all.some(({ states }) => states.includes('empty'));
  const color = isBad ? colors.red : all.length > 0 ? colors.green : (text: string): string => text;
  const sentences = [
    all.length === 0 ? nothingFoundText(options.files) : foundText(all, options.asked),
    lost > 0 ? `${counted(lost, 'object')} read by nothing.` : '',
    rejected > 0 ? `The API server rejects ${counted(rejected, 'object')}.` : '',
    ...unreadSentences(all, options.files),
  ];
  const text = sentences.filter((sentence) => sentence !== '').join(' ');
  return wrapped(withoutControls(text), width)
    .map((line) => color(line))
    .join('\n');
}

function foundText(all: readonly ServiceTraffic[], asked: string): string {
  const states = all.flatMap((each) => each.states);
  const count = (state: PortState): number => states.filter((each) => each === state).length;
  const bad = count('empty');
  const parts = [
    ...(count('served') > 0 ? [`${grouped(count('served'))} with endpoints`] : []),
    ...(bad > 0 ? [`${grouped(bad)} without`] : []),
    ...(count('uncertain') > 0 ? [`${grouped(count('uncertain'))} not certain`] : []),
    ...(count('unwritten') > 0 ? [`${grouped(count('unwritten'))} with nothing written`] : []),
    ...(count('pods') > 0 ? [`${grouped(count('pods'))} from Pods`] : []),
  ];
  const ports = `${counted(states.length, 'port')}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
  return `${counted(all.length, 'Service')}, ${ports}. Simulated: ${asked}.`;
}

/** For a picture, which has no summary: that nothing was found, and what was not read. Empty where nothing is missing. */
export function missingSentences(all: readonly ServiceTraffic[], files: SummaryOptions['files']): readonly string[] {
  const sentences = [all.length === 0 ? nothingFoundText(files) : '', ...unreadSentences(all, files)];
  return sentences.filter((sentence) => sentence !== '');
}

function nothingFoundText({ fileCount }: SummaryOptions['files']): string {
  return `No Services found in ${counted(fileCount, 'file')}.`;
}

function unreadSentences(all: readonly ServiceTraffic[], files: SummaryOptions['files']): readonly string[] {
  return [
    skippedText({ skipped: files.skipped }),
    all.length === 0 ? strayText({ hasStrayPrograms: files.hasStrayPrograms }) : '',
  ];
}
