/** Reads the options of `endpoints show`. */
import type { TrafficQuery } from '../../analysis/traffic/report.ts';
import { parseOptions, readWord, shown } from '../command-options.ts';
import { showFormats, showOptions } from '../commands/show.ts';
import { readConsumer } from '../traffic/read-consumer.ts';
import { readFrom } from '../traffic/read-from.ts';
import { readTrafficFilesOptions, type TrafficFilesOptions } from '../traffic/world-of-files.ts';
import { UsageError } from '../usage.ts';

export type ShowFormat = (typeof showFormats)[number];

export interface ShowOptions {
  readonly format: ShowFormat;
  /** `NAME` or `NAMESPACE/NAME`; undefined for all Services. */
  readonly service: string | undefined;
  /** In columns of text, or in pixels; undefined for that of the terminal or the usual one. */
  readonly width: number | undefined;
  /** True to draw each of many addresses. */
  readonly isUnfolded: boolean;
  /** Without the zone of the label of a Node object. */
  readonly asked: TrafficQuery;
  readonly files: TrafficFilesOptions;
}

/** Throws a UsageError for an invalid option. */
export function readShowOptions(args: readonly string[]): ShowOptions {
  const { values, positionals } = parseOptions('show', args, showOptions);
  const { node, zone } = readFrom(values.from);
  return {
    format: readWord('format', values.format, showFormats),
    service: values.service,
    width: values.width === undefined ? undefined : readWidth(values.width),
    isUnfolded: values.unfold ?? false,
    asked: {
      node,
      zone,
      family: values.family === undefined ? undefined : readWord('family', values.family, ['IPv4', 'IPv6'] as const),
      consumer: values.through === undefined ? undefined : readConsumer('through', values.through),
    },
    files: readTrafficFilesOptions('show', values, positionals),
  };
}

function readWidth(text: string): number {
  const width = Number(text);
  if (!/^\d+$/.test(text) || width < 40 || width > 10_000)
    throw new UsageError(`--width ${shown(text)} is not a width. Use a number from 40 to 10000.`);
  return width;
}
