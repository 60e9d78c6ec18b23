/**
 * Stores conversions until the client has applied the new texts and asks for the remaining work, and the reports shown.
 */
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { Converted, ConvertSettings } from '../../convert/outcome.ts';
import { reportScheme } from '../../features/vocabulary.ts';
import { setLatest } from '../../text/latest.ts';

/** A conversion with its settings. */
export interface ConvertedWithSettings extends Converted {
  readonly settings: ConvertSettings;
}

export interface ConversionStore {
  readonly runs: Map<number, ConvertedWithSettings>;
  /** Texts by address, as of the time of the request. */
  readonly reports: Map<string, string>;
  /** The last number given. */
  count: number;
}

export function newConversionStore(): ConversionStore {
  return { runs: new Map(), reports: new Map(), count: 0 };
}

/** A number for a conversion that may run later. */
export function nextNumber(notes: ConversionStore): number {
  notes.count++;
  return notes.count;
}

/**
 * Most offered actions are never chosen, and clients do not report closed reports, so the oldest entries are dropped.
 */
const most = 50;

export function keepRun({ runs }: ConversionStore, number: number, run: ConvertedWithSettings): void {
  setLatest(runs, number, run, most);
}

/** True for the address of a report, which is never checked. */
export function isReportAddress(uri: string): boolean {
  return uri.startsWith(`${reportScheme}:`);
}

/** Returns the address of the report: `title` is the name of its tab, and a number tells reports apart. */
export function keepReport(notes: ConversionStore, title: string, text: string): string {
  const address = `${reportScheme}:/${encodeURIComponent(title)}.md?${nextNumber(notes)}`;
  setLatest(notes.reports, address, text, most);
  return address;
}

/** The text of a report. The client may spell the address in another way. */
export function reportAt({ reports }: ConversionStore, address: string): string {
  const known = [...reports].find(([each]) => plainPath(each) === plainPath(address));
  return known ? known[1] : '# Conversion\n\nThis report is no longer available. Create a new one.\n';
}
