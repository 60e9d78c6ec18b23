/** `endpoints traffic`: prints which endpoints kube-proxy uses for each Service, and why it leaves the others out. */
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import { trafficReport, zoneOf, type TrafficQuery } from '../../analysis/traffic/report.ts';
import { reporterNames, type ReporterName } from '../../reports/reporters.ts';
import { parseOptions, readWord } from '../command-options.ts';
import { trafficOptions } from '../commands/traffic.ts';
import { jsonText, printMessages, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { readConsumer } from './read-consumer.ts';
import { joinedReport, serviceTraffic } from './service-traffic.ts';
import { straysIn } from './strays.ts';
import { trafficText } from './traffic-text.ts';
import { readTrafficFiles, readTrafficFilesOptions } from './world-of-files.ts';

export async function runTraffic(args: readonly string[], terminal: Terminal): Promise<number> {
  const { format, since, files: fileOptions, ...asked } = readTrafficOptions(args);
  const files = await readTrafficFiles(fileOptions, terminal);
  if (since !== undefined) {
    const { runChanges } = await import('./run-changes.ts');
    return runChanges(files, { since, format, paths: fileOptions.paths, query: asked }, terminal);
  }
  const { ownWorld, locate, problems, notes, isWhole } = files;
  const query = { ...asked, zone: asked.zone ?? zoneOf(files.world, asked.node) };
  const all = serviceTraffic(ownWorld, query, locate);
  const strays = straysIn(ownWorld, locate, isWhole);
  printMessages([...notes, ...new Set(problems)], terminal);
  if (format === 'json') {
    const { slices } = trafficReport({ ...ownWorld, services: [] }, query, locate);
    terminal.out(trafficJson({ ...joinedReport(all, slices), strays, unread: files.skipped }));
  } else if (all.length > 0 || problems.length === 0) {
    const { isColored } = terminal;
    const placeOf = ({ service }: (typeof all)[number]['world']) =>
      locate(service.entry, ['metadata', 'name']) ?? { file: null, range: null };
    const { node, consumer } = query;
    const isProxy = consumer === undefined;
    terminal.out(trafficText(all, { strays, files, asked: askedText(query), isProxy, node, placeOf, isColored }));
  }
  if (problems.length > 0) return exitCodes.usage;
  const isLost = strays.some(({ certain }) => certain) || all.some(({ states }) => states.includes('empty'));
  return isLost ? exitCodes.findings : exitCodes.clean;
}

function readTrafficOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('traffic', args, trafficOptions);
  const { node = '', zone, family, consumer = kubeProxy } = values;
  if (values.node === '') throw new UsageError('--node must not be empty. Use the name of a node, or remove it.');
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

/** Who answers, and from where: `kube-proxy, node worker-1, zone a`. */
function askedText({ consumer, node, zone, family }: TrafficQuery): string {
  const who = consumer ? `${consumer.title} as read in version ${consumer.version}` : 'kube-proxy';
  const parts = [
    who,
    ...(node === '' ? [] : [`node ${node}`]),
    ...(zone === null || zone === undefined || zone === '' ? [] : [`zone ${zone}`]),
    ...(family === undefined ? [] : [family]),
  ];
  return parts.join(', ');
}

/** With each range on one line. A line break in a text is escaped, so no text is changed. */
function trafficJson(report: object): string {
  return jsonText(report).replace(/\[\n *(\d+),\n *(\d+),\n *(\d+),\n *(\d+)\n *\]/g, '[$1, $2, $3, $4]');
}
