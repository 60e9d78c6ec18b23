/** Reads the options of `endpoints show`. */
import type { TrafficQuery } from '../../analysis/traffic/report.ts';
import { parseOptions, readWord, shown } from '../command-options.ts';
import { showFormats, showOptions, showViews } from '../commands/show.ts';
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
  readonly isWatch: boolean;
  /** Of the page of --watch; 0 for a free one. */
  readonly port: number;
  /** Without the zone of the label of a Node object. */
  readonly asked: TrafficQuery;
  readonly view: (typeof showViews)[number];
  /** A branch, a tag or a commit: what has changed since is drawn. Undefined for a view. */
  readonly since: string | undefined;
  readonly files: TrafficFilesOptions;
}

/** Throws a UsageError for an invalid option. */
export function readShowOptions(args: readonly string[]): ShowOptions {
  const { values, positionals } = parseOptions('show', args, showOptions);
  const { node, zone } = readFrom(values.from);
  const format = readWord('format', values.format, showFormats);
  const isWatch = values.watch ?? false;
  if (isWatch) checkWatch(format, values.build, positionals);
  else if (values.port !== undefined)
    throw new UsageError('--port is the port of the page of --watch. Add --watch, or remove --port.');
  return {
    format,
    service: values.service,
    width: values.width === undefined ? undefined : readWidth(values.width),
    isUnfolded: values.unfold ?? false,
    isWatch,
    port: values.port === undefined ? 0 : readPort(values.port),
    asked: {
      node,
      zone,
      family: values.family === undefined ? undefined : readWord('family', values.family, ['IPv4', 'IPv6'] as const),
      consumer: values.through === undefined ? undefined : readConsumer('through', values.through),
    },
    view: readWord('view', values.view, showViews),
    since: readSince(values, positionals),
    files: readTrafficFilesOptions('show', values, positionals),
  };
}

function readSince(
  { since, view }: { readonly since?: string; readonly view: string },
  paths: readonly string[],
): string | undefined {
  if (since === undefined) return undefined;
  if (view !== 'written')
    throw new UsageError(`--since draws what is written before and after, so it cannot be used with --view ${view}.`);
  if (paths.includes('-'))
    throw new UsageError('--since compares files with a commit, but - reads standard input. Use a file.');
  return since;
}

function checkWatch(format: ShowFormat, root: string | undefined, paths: readonly string[]): void {
  if (format !== 'html') throw new UsageError('--watch shows a page that follows the files. Add --format html.');
  if (paths.includes('-')) throw new UsageError('--watch cannot detect changes of standard input. Use a file.');
  if (root !== undefined) throw new UsageError('--watch follows files, not --build. Use the paths of the files.');
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new UsageError(`--port ${shown(text)} is not a port. Use a number from 1 to 65535, or 0 for a free one.`);
  return port;
}

function readWidth(text: string): number {
  const width = Number(text);
  if (!/^\d+$/.test(text) || width < 40 || width > 10_000)
    throw new UsageError(`--width ${shown(text)} is not a width. Use a number from 40 to 10000.`);
  return width;
}
