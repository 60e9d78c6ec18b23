/** `endpoints traffic`: prints which endpoints kube-proxy uses for each Service, and why it leaves the others out. */
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import { rejectedIn } from '../../analysis/traffic/explain/rejected.ts';
import { trafficReport, zoneOf } from '../../analysis/traffic/report.ts';
import { reporterNames, type ReporterName } from '../../reports/reporters.ts';
import { parseOptions, readWord } from '../command-options.ts';
import { trafficOptions } from '../commands/traffic.ts';
import { jsonTextOfRanges, printMessages, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { readConsumer } from './read-consumer.ts';
import { joinedReport, serviceTraffic } from './service-traffic.ts';
import { straysIn } from '../../analysis/traffic/strays.ts';
import { trafficText } from './traffic-text.ts';
import { askedText, viewpointNotes } from './viewpoint.ts';
import { readTrafficFiles, readTrafficFilesOptions } from './world-of-files.ts';

export async function runTraffic(args: readonly string[], terminal: Terminal): Promise<number> {
  const { format, since, files: fileOptions, ...asked } = readTrafficOptions(args);
  const files = await readTrafficFiles(fileOptions, terminal);
  if (format === 'text') printMessages(viewpointNotes(files.world, asked), terminal);
  if (since !== undefined) {
    const { runChanges } = await import('./run-changes.ts');
    const paths = fileOptions.root === undefined ? fileOptions.paths : [];
    return runChanges(files, { since, format, paths, query: asked }, terminal);
  }
  const { ownWorld, locate, problems, notes, isWhole, rejectionsOf } = files;
  const query = { ...asked, zone: asked.zone ?? zoneOf(files.world, asked.node) };
  const all = serviceTraffic(ownWorld, query, locate);
  // Other consumers have other rules for slices without a Service.
  const strays = query.consumer ? [] : straysIn(ownWorld, locate, isWhole);
  const free = query.consumer?.readsStrays ? straysIn({ ...ownWorld, strayEndpoints: [] }, locate, isWhole) : [];
  const rejected = rejectedIn(ownWorld, rejectionsOf, locate);
  printMessages([...notes, ...new Set(problems)], terminal);
  if (format === 'json') {
    const { slices } = trafficReport({ ...ownWorld, services: [] }, query, locate);
    terminal.out(jsonTextOfRanges({ ...joinedReport(all, slices), strays, rejected, unread: files.skipped }));
  } else if (all.length > 0 || problems.length === 0) {
    const { isColored } = terminal;
    const placeOf = ({ service }: (typeof all)[number]['world']) =>
      locate(service.entry, ['metadata', 'name']) ?? { file: null, range: null };
    const { node, consumer } = query;
    const isProxy = consumer === undefined;
    const shown = { strays, free, rejected, files, asked: askedText(query), isProxy, node, placeOf, isColored };
    terminal.out(trafficText(all, shown));
  }
  if (problems.length > 0) return exitCodes.usage;
  const isLost = strays.some(({ certain }) => certain) || all.some(({ states }) => states.includes('empty'));
  return isLost || rejected.length > 0 ? exitCodes.findings : exitCodes.clean;
}

function readTrafficOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('traffic', args, trafficOptions);
  const { node = '', zone, family, consumer = kubeProxy } = values;
  if (values.node === '') throw new UsageError('--node must not be empty. Use the name of a node, or remove it.');
  if (values.since !== undefined && positionals.includes('-'))
    throw new UsageError('--since compares files with a commit, but - reads standard input. Use a file.');
  return {
    node,
    zone,
    family: family === undefined ? undefined : readWord('family', family, ['IPv4', 'IPv6']),
    consumer: readConsumer('consumer', consumer),
    since: values.since,
    format: readTrafficFormat(values.format, values.since !== undefined),
    files: readTrafficFilesOptions('traffic', values, positionals),
  };
}

function readTrafficFormat(text: string, isSince: boolean): ReporterName | 'markdown' {
  const format = readWord('format', text, [...reporterNames, 'markdown'] as const);
  if (isSince || format === 'text' || format === 'json') return format;
  throw new UsageError(`--format ${format} shows changes. Add --since, or use text or json.`);
}
