/** Relabeling rules of a Prometheus job that keep or drop the targets of an object, and the expected report. */
import { db, prometheusFound, scrape, type Case } from './reference-cases.ts';

export function relabelingCases(): readonly Case[] {
  return relabelings().map(([rules, finds]) => ({
    name: `relabeling: ${rules}`,
    files: { 'db.yaml': db, 'p.yaml': scrape('endpoints', `    relabel_configs: [${rules}]\n`) },
    finds,
  }));
}

function relabelings(): readonly (readonly [rules: string, finds: readonly string[]])[] {
  const keep = (labels: string, regex: string, action = 'keep'): string =>
    `{ source_labels: [${labels}], regex: ${regex}, action: ${action} }`;
  const [namespace, service] = ['__meta_kubernetes_namespace', '__meta_kubernetes_service_name'];
  const port = '__meta_kubernetes_endpoint_port_name';
  const sure = [prometheusFound('p.yaml:4:15')];
  const unsure = [prometheusFound('p.yaml:4:15', 'its relabeling rules may drop them')];
  const empty = 'is empty once the discovery reads slices, so "keep" drops every target and "drop" keeps every target';
  return [
    ['{ source_labels: [__address__], target_label: instance }', sure],
    [keep(`${namespace}, ${service}, ${port}`, 'default;kubernetes;https'), []],
    [
      keep(`${namespace}, ${port}`, 'shop;metrics'),
      [...unsure, `p.yaml:5:70 prom-meta-label likely: ${port} ${empty}`],
    ],
    [keep(namespace, 'shop|web'), sure],
    [keep(namespace, 'web'), []],
    [keep(service, 'd.*'), sure],
    [keep(namespace, 'shop', 'drop'), []],
    [keep(namespace, 'web', 'drop'), sure],
    [keep('__meta_kubernetes_service_annotation_prometheus_io_scrape', "'true'"), unsure],
    [keep(`${namespace}, ${service}`, '(shop;db)'), sure],
  ];
}
