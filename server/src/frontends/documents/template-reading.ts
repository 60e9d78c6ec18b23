/** How the templates of a document were read, for the next reading: kept with documents that have long lists. */
import { attachment } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';
import type { Value } from '../../tree/value.ts';
import type { TemplateLine } from '../template.ts';

export interface TemplateReading {
  /** The text in which templates are masked. */
  readonly masked: string;
  readonly lines: readonly TemplateLine[];
  /** The tree of that text, before anything was added about templates and placeholders. */
  readonly root: Value;
}

const readingOf = attachment((_document: Document): { reading?: TemplateReading | undefined } => ({}));

/** Undefined for a document without templates, or without long lists. */
export function templateReading(document: Document): TemplateReading | undefined {
  return readingOf(document).reading;
}

export function keepReading(document: Document, reading: TemplateReading | undefined): Document {
  if (reading) readingOf(document).reading = reading;
  return document;
}
