/** Says in words who is asked about traffic, and from where. */
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import type { TrafficQuery } from '../../analysis/traffic/report.ts';
import { nearest } from '../../text/nearest.ts';

/** Who answers, and from where: `kube-proxy, node worker-1, zone a`. */
export function askedText({ consumer, node, zone, family }: TrafficQuery): string {
  const who = consumer ? `${consumer.title} as read in version ${consumer.version}` : 'kube-proxy';
  const parts = [
    who,
    ...(node === '' ? [] : [`node ${node}`]),
    ...(zone === null || zone === undefined || zone === '' ? [] : [`zone ${zone}`]),
    ...(family === undefined ? [] : [family]),
  ];
  return parts.join(', ');
}

/** For a node or a zone that no object names, such as a misspelled one. */
export function viewpointNotes({ services, nodes }: TrafficWorld, { node, zone }: TrafficQuery): readonly string[] {
  const endpoints = services.flatMap(({ slices }) => slices.flatMap((slice) => slice.endpoints));
  const noteOn = (what: string, name: string, names: readonly string[]): readonly string[] => {
    if (name === '' || names.includes(name)) return [];
    const meant = nearest(name, names.filter(Boolean));
    return [`No object names the ${what} ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`];
  };
  return [
    ...noteOn('node', node, [
      ...nodes.map(({ name }) => name),
      ...endpoints.flatMap(({ nodeName, hintedNodes }) => [nodeName, ...hintedNodes]),
    ]),
    ...noteOn('zone', zone ?? '', [
      ...nodes.map((each) => each.zone ?? ''),
      ...endpoints.flatMap((each) => [each.zone, ...each.hintedZones]),
    ]),
  ];
}
