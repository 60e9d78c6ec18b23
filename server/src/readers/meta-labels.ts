/** The labels that the discovery role `endpoints` gives a target, and their names in the role `endpointslice`. */
import type { Span } from '../text/span.ts';

/** A label of the role `endpoints` in a text. */
export interface MetaLabel {
  /** Of the label in the text. */
  readonly span: Span;
  readonly label: string;
  /** The name in the role `endpointslice`; undefined where there is none. */
  readonly replacement: string | undefined;
  /** True where only Prometheus 2.52 and later sets the label of slices. */
  readonly needsPrometheus252: boolean;
}

/** Without those of slices, in the order of the text. In a regular expression, a name may end before its variable part. */
export function metaLabelsIn(text: string): readonly MetaLabel[] {
  return [...text.matchAll(/\b__meta_kubernetes_endpoint(?!slice)\w*/g)].map(({ 0: label, index }) => ({
    span: { start: index, end: index + label.length },
    label,
    replacement: isCutOff(label, text.slice(index + label.length, index + label.length + 2))
      ? undefined
      : endpointSliceLabel(label),
    needsPrometheus252: label === `${prefix}endpoint_node_name`,
  }));
}

const prefix = '__meta_kubernetes_';

/** See prometheus/prometheus, docs/configuration/configuration.md, `kubernetes_sd_config`. */
const sliceNames: ReadonlyMap<string, string> = new Map([
  // Slices have names of their own; the name of the Endpoints is that of the Service.
  ['endpoints_name', 'service_name'],
  ['endpoint_hostname', 'endpointslice_endpoint_hostname'],
  ['endpoint_node_name', 'endpointslice_endpoint_node_name'],
  ['endpoint_ready', 'endpointslice_endpoint_conditions_ready'],
  ['endpoint_port_name', 'endpointslice_port_name'],
  ['endpoint_port_protocol', 'endpointslice_port_protocol'],
  ['endpoint_address_target_kind', 'endpointslice_address_target_kind'],
  ['endpoint_address_target_name', 'endpointslice_address_target_name'],
]);

/** The name in the role `endpointslice` of a label of the role `endpoints`; undefined where there is none. */
export function endpointSliceLabel(label: string): string | undefined {
  if (!label.startsWith(prefix)) return undefined;
  const own = label.slice(prefix.length);
  const [, rest] = /^endpoints(_(?:label|labelpresent|annotation|annotationpresent)_\w*)$/.exec(own) ?? [];
  const name = rest === undefined ? sliceNames.get(own) : `endpointslice${rest}`;
  return name === undefined ? undefined : `${prefix}${name}`;
}

/** Whether a regular expression goes on behind a whole name, so that it matches other labels too. */
function isCutOff(label: string, next: string): boolean {
  return !/_(?:label|annotation)(?:present)?_/.test(label) && /^(?:\.[*+?]|[*+?{([\\])/.test(next);
}
