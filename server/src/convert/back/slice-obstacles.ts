/** Finds what an Endpoints cannot express of a slice, so that the slice needs a manual change. */
import { managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { changeTimeAnnotation } from '../../contract/endpoints.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { entrySpan, isNull, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { generalObstacles } from '../forward/endpoints-obstacles.ts';
import { programObstacles } from '../option-remarks.ts';
import type { OutcomeRemark } from '../outcome.ts';
import { remarkAt, type ObjectReading } from '../reading.ts';
import { labelText, meaning, valueBelow } from '../value-text.ts';

/** Returns why the slice needs no conversion; undefined if it needs one. */
export function settledSlice({ document, resource, entry }: ObjectReading): string | undefined {
  const manager = labelText(document, resource, managedByLabel);
  if (entry?.facts.slice?.isMade)
    return `${quote(manager)} manages it, and the control plane writes the Endpoints itself.`;
  if (!valueBelow(resource.properties, ['metadata', 'annotations', changeTimeAnnotation])) return undefined;
  return `The annotation ${quote(changeTimeAnnotation)} shows that the EndpointSlice controller generated this slice. The endpoints controller generates the Endpoints too.`;
}

export function sliceObstacles(reading: ObjectReading): readonly OutcomeRemark[] {
  const general = generalObstacles(reading);
  if (general.length > 0) return general;
  const { properties } = reading.resource;
  const remarks: OutcomeRemark[] = [...programObstacles(reading)];
  if (labelText(reading.document, reading.resource, serviceNameLabel) === '') {
    const message = `It has no label ${quote(serviceNameLabel)}, which names the Service. Add the label.`;
    remarks.push(remarkAt(reading, undefined, message));
  }
  const family = valueOf(properties, 'addressType');
  if (meaning(family, reading.document.text) === 'FQDN') remarks.push(lost(reading, family?.span, 'FQDN addresses'));
  const strange = properties.entries.filter(({ name }) => !sliceFields.has(name));
  remarks.push(...strange.map((entry) => lost(reading, entrySpan(entry), `the field ${quote(entry.name)}`)));
  return [...remarks, ...endpointLosses(reading), ...portLosses(reading)];
}

const sliceFields = new Set(['apiVersion', 'kind', 'metadata', 'addressType', 'endpoints', 'ports']);
const endpointFields = new Set(['addresses', 'conditions', 'hostname', 'nodeName', 'targetRef']);

function lost(reading: ObjectReading, span: Span | undefined, what: string): OutcomeRemark {
  return remarkAt(reading, span, `Endpoints cannot express ${what}. Remove it, or keep the EndpointSlice.`);
}

function later(reading: ObjectReading, value: Value, name: string): OutcomeRemark {
  const message = `${quote(name)} cannot be known statically (an expression or a template). Write it out.`;
  return remarkAt(reading, value.span, message);
}

function endpointLosses(reading: ObjectReading): readonly OutcomeRemark[] {
  const list = valueOf(reading.resource.properties, 'endpoints');
  if (!list || isNull(list)) return [];
  if (list.kind !== 'sequence') return [later(reading, list, 'endpoints')];
  return list.items.flatMap((item) =>
    item.kind === 'mapping' ? inEndpoint(reading, item) : [later(reading, item, 'endpoint')],
  );
}

function inEndpoint(reading: ObjectReading, endpoint: Mapping): readonly OutcomeRemark[] {
  const remarks = endpoint.entries
    .filter(({ name, value }) => !endpointFields.has(name) && !isNull(value))
    .map((entry) => lost(reading, entrySpan(entry), `the field ${quote(entry.name)}`));
  const addresses = valueOf(endpoint, 'addresses');
  if (addresses?.kind !== 'sequence') remarks.push(later(reading, addresses ?? endpoint, 'addresses'));
  else if (addresses.items.length > 1)
    remarks.push(lost(reading, addresses.span, 'several addresses for one endpoint'));
  const conditions = valueOf(endpoint, 'conditions');
  if (!conditions || isNull(conditions)) return remarks;
  if (conditions.kind !== 'mapping') return [...remarks, later(reading, conditions, 'conditions')];
  for (const entry of conditions.entries) {
    if (entry.name !== 'ready' && !isNull(entry.value))
      remarks.push(lost(reading, entrySpan(entry), `the condition ${quote(entry.name)}`));
    if (entry.name === 'ready' && entry.value.kind === 'opaque') remarks.push(later(reading, entry.value, 'ready'));
  }
  return remarks;
}

function portLosses(reading: ObjectReading): readonly OutcomeRemark[] {
  const list = valueOf(reading.resource.properties, 'ports');
  if (!list || isNull(list)) return [];
  if (list.kind !== 'sequence') return [later(reading, list, 'ports')];
  return list.items.flatMap((item): readonly OutcomeRemark[] => {
    if (item.kind !== 'mapping') return [later(reading, item, 'port')];
    const number = valueOf(item, 'port');
    const remarks: OutcomeRemark[] = [];
    if (!number || isNull(number)) remarks.push(lost(reading, item.span, 'a port without a number'));
    else if (number.kind === 'scalar' && !isPort(number.value))
      remarks.push(lost(reading, number.span, `the port number ${number.text}`));
    const name = valueOf(item, 'name');
    if (list.items.length > 1 && name?.kind !== 'opaque' && meaning(name, '') === '')
      remarks.push(lost(reading, item.span, 'a port without a name among several'));
    return remarks;
  });
}

function isPort(value: unknown): boolean {
  return typeof value === 'bigint' && value >= 1n && value <= 65_535n;
}
