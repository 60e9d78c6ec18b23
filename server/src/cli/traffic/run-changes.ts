/** `endpoints traffic --since`: prints which Service port loses or gains which address by a change. */
import { trafficChanges } from '../../analysis/traffic/changes.ts';
import type { TrafficQuery } from '../../analysis/traffic/report.ts';
import { reporters, type ReporterName } from '../../reports/reporters.ts';
import { jsonTextOfRanges, printMessages, type Terminal } from '../terminal.ts';
import { exitCodes } from '../usage.ts';
import { changesReport, reportedChange, type ReportedChange } from './changes-report.ts';
import { changesMarkdown, changesText } from './changes-text.ts';
import { committedState, serviceKey, stateOf } from './committed-state.ts';
import type { TrafficFiles } from './world-of-files.ts';

export interface ChangesOptions {
  readonly since: string;
  readonly paths: readonly string[];
  readonly query: TrafficQuery;
  readonly format: ReporterName | 'markdown';
}

export async function runChanges(
  files: TrafficFiles,
  { since, paths, query, format }: ChangesOptions,
  terminal: Terminal,
): Promise<number> {
  const { ownWorld, locate, buildOf, problems, notes, skipped, fileCount, sources } = files;
  const after = stateOf(ownWorld, buildOf);
  const before = await committedState(files, { since, paths }, terminal);
  const { node, zone, family, consumer } = query;
  const viewpoint = node === '' && zone === undefined ? undefined : { node, zone };
  const found = trafficChanges(before, after, { family, consumer, viewpoint });
  const changes = found.changes.map((change): ReportedChange => {
    const { service } = change;
    const key = serviceKey(service, buildOf);
    const build = key.slice(key.indexOf(' ') + 1) || null;
    const { file, range } = before.places.get(key) ?? locate(service.entry, ['metadata', 'name']) ?? nowhere;
    return reportedChange(change, { file, range, build }, { locate, who: consumer?.title });
  });
  printMessages([...notes, ...before.notes, ...new Set(problems)], terminal);
  const shortened = found.shortened.map((service) => `${service.namespace}/${service.name}`);
  const { isColored } = terminal;
  switch (format) {
    case 'text':
      terminal.out(changesText(changes, { since, shortened, isColored }));
      break;
    case 'markdown':
      terminal.out(changesMarkdown(changes, { since, shortened, isColored }));
      break;
    case 'json':
      terminal.out(jsonTextOfRanges({ version: 1, since, changes, shortened, unread: skipped }));
      break;
    default: {
      const texts = new Map(sources.all().map((source) => [source.path, source.text]));
      const places = ownWorld.services.map(({ service }) => {
        return locate(service.entry, ['metadata', 'name']) ?? nowhere;
      });
      const textOf = (file: string): string | undefined => texts.get(file);
      const report = changesReport(changes, places, { fileCount, problems, skipped, textOf });
      const write = await reporters[format].load();
      const { cwd, version, width } = terminal;
      terminal.out(write(report, { isColored, isQuiet: false, isWhole: false, width, cwd, version }));
    }
  }
  if (problems.length > 0) return exitCodes.usage;
  return changes.some(({ last }) => last) ? exitCodes.findings : exitCodes.clean;
}

const nowhere = { file: null, range: null };
