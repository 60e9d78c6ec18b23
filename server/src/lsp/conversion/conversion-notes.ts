/** What was converted, kept until the client has the new texts and asks what is left to do, and the reports that were shown. */
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { Converted, ConvertSettings } from '../../convert/outcome.ts';
import { reportScheme } from '../../features/vocabulary.ts';
import { setLatest } from '../../text/latest.ts';

/** What the engine made, and of what kind it was. */
export interface NotedConversion extends Converted {
  readonly settings: ConvertSettings;
}

export interface ConversionNotes {
  readonly runs: Map<number, NotedConversion>;
  /** Texts by address: each is of the moment at which it was asked for. */
  readonly reports: Map<string, string>;
  /** How many numbers were given away. */
  count: number;
}

export function newNotes(): ConversionNotes {
  return { runs: new Map(), reports: new Map(), count: 0 };
}

/** A number for a run that may be made later. */
export function nextNumber(notes: ConversionNotes): number {
  notes.count++;
  return notes.count;
}

/** Most of what is offered is never chosen, and nobody says when a document is closed; no more than these are kept. */
const most = 50;

export function keepRun({ runs }: ConversionNotes, number: number, run: NotedConversion): void {
  setLatest(runs, number, run, most);
}

/** True for the address of such a document, which is never checked. */
export function isReportAddress(uri: string): boolean {
  return uri.startsWith(`${reportScheme}:`);
}

/** Returns the address under which the client finds the report; its end is a Markdown file's. */
export function keepReport(notes: ConversionNotes, title: string, text: string): string {
  const address = `${reportScheme}:/${encodeURIComponent(`${title} ${nextNumber(notes)}`)}.md`;
  setLatest(notes.reports, address, text, most);
  return address;
}

/** The text of a report, in whichever spelling a client gives its address. */
export function reportAt({ reports }: ConversionNotes, address: string): string {
  const known = [...reports].find(([each]) => plainPath(each) === plainPath(address));
  return known
    ? known[1]
    : '# From Endpoints to EndpointSlice\n\nThis report is no longer available. Create a new one.\n';
}
