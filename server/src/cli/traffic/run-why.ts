/** `endpoints why`: explains whether traffic arrives at a Service, where it breaks, and what to change. */
import { explainTraffic, nearestService } from '../../analysis/traffic/explain/explain.ts';
import type { Explanation, WhyQuestion } from '../../analysis/traffic/explain/explanation.ts';
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import { canonicalText } from '../../contract/ip.ts';
import { listed } from '../../text/quote.ts';
import { parseOptions, readFormat, readWord, shown } from '../command-options.ts';
import { whyOptions } from '../commands/why.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { readConsumer } from './read-consumer.ts';
import { readFrom } from './read-from.ts';
import { whyJson } from './why-json.ts';
import { whyText } from './why-text.ts';
import { readTrafficFiles, readTrafficFilesOptions } from './world-of-files.ts';

export async function runWhy(args: readonly string[], terminal: Terminal): Promise<number> {
  const { asked, format, files: fileOptions } = readWhyOptions(args);
  const { world, locate, problems, notes, isWhole, rejectionsOf, nameBefore } = await readTrafficFiles(
    fileOptions,
    terminal,
  );
  const question = { ...asked, namespace: asked.namespace ?? namespaceOf(world, asked.name) };
  const all = explainTraffic(world, question, { rejectionsOf, nameBefore, isWhole });
  printMessages([...notes, ...new Set(problems)], terminal);
  if (all.length === 0) throw new UsageError(unknownService(world, question));
  const { isColored, width } = terminal;
  terminal.out(format === 'json' ? whyJson(all, question, locate) : whyText(all, { locate, isColored, width }));
  if (problems.length > 0) return exitCodes.usage;
  return all.every((each) => isArriving(each, question)) ? exitCodes.clean : exitCodes.findings;
}

/** An address may get traffic from some nodes only, by its hints; a Service must be reached from all. */
function isArriving({ arrives, ports }: Explanation, { address }: WhyQuestion): boolean {
  if (arrives !== 'partly' || address === undefined) return arrives === 'yes';
  const reached = ports.filter((port) => port.arrives !== 'no');
  return reached.every(({ steps }) => steps.every(({ verdict }) => verdict === 'ok' || verdict === 'note'));
}

function readWhyOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('why', args, whyOptions);
  const [service = '', second = '', ...others] = positionals;
  if (service === '') throw new UsageError('"endpoints why" needs a Service, such as shop/orders-db:postgres.');
  const address = canonicalText(second);
  const paths = address === undefined ? positionals.slice(1) : others;
  const { node, zone } = readFrom(values.from);
  return {
    asked: {
      ...readService(service, values.namespace),
      address,
      node,
      zone,
      family: values.family === undefined ? undefined : readWord('family', values.family, ['IPv4', 'IPv6']),
      consumer: values.through === undefined ? undefined : readConsumer('through', values.through),
    },
    format: readFormat(values.format),
    files: readTrafficFilesOptions('why', values, paths),
  };
}

/** `shop/orders-db:postgres`. */
function readService(text: string, namespace: string | undefined) {
  const [, before, name = '', port] = /^(?:([^/:]+)\/)?([^/:]+)(?::([^/:]+))?$/.exec(text) ?? [];
  if (name === '')
    throw new UsageError(`${shown(text)} is not the name of a Service. Write NAMESPACE/SERVICE:PORT or a part of it.`);
  if (before !== undefined && namespace !== undefined && before !== namespace)
    throw new UsageError(`${shown(text)} and --namespace ${shown(namespace)} name two namespaces. Remove one of them.`);
  return { namespace: before ?? namespace, name, port };
}

/** Where none is given: the only namespace with a Service of that name. */
function namespaceOf({ services }: TrafficWorld, name: string): string {
  const found = [...new Set(services.flatMap(({ service }) => (service.name === name ? [service.namespace] : [])))];
  if (found.length < 2) return found[0] ?? 'default';
  if (found.includes('default')) return 'default';
  const names = found.map((namespace) => `${namespace}/${name}`);
  throw new UsageError(`There are several Services of that name: ${listed(names)}. Name one with its namespace.`);
}

function unknownService(world: TrafficWorld, question: WhyQuestion): string {
  const meant = nearestService(world, question);
  const wayOut =
    meant !== undefined
      ? `Did you mean ${meant}?`
      : world.services.length > 0
        ? '"endpoints list" shows the Services in the files.'
        : 'The files have no Service at all.';
  return `There is no Service ${question.namespace}/${question.name}. ${wayOut}`;
}
