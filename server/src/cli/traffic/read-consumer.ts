/** Reads the name of a program that reads Services. */
import { consumerNames, consumerOf } from '../../analysis/traffic/consumers/consumers.ts';
import { kubeProxy, type Consumer } from '../../analysis/traffic/consumers/consumer.ts';
import { nearest } from '../../text/nearest.ts';
import { listed } from '../../text/quote.ts';
import { shown } from '../command-options.ts';
import { UsageError } from '../usage.ts';

/** Undefined for kube-proxy. Throws a UsageError for an unknown name. */
export function readConsumer(option: string, name: string): Consumer | undefined {
  const known = consumerOf(name);
  if (known || name === kubeProxy) return known;
  const meant = nearest(name, consumerNames);
  const wayOut = meant === undefined ? `Use ${listed(consumerNames, 'or')}.` : `Did you mean ${meant}?`;
  throw new UsageError(`--${option} ${shown(name)} is not known. ${wayOut}`);
}
