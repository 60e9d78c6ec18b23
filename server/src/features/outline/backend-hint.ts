/** Drafts the inlay hint beside a port of a Service: the endpoint ports behind it, or that it has no backend. */
import type { Bound } from '../../analysis/binding/bind.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { shownName, shownPlace } from '../navigation/object-words.ts';
import { backendsOf, endpointPorts, isUnserved, servicePortAt, servingObjects } from '../service-backing.ts';
import type { Files } from '../view.ts';

const mostNumbers = 3;

/** For the number of a port; undefined where the control plane makes the endpoints, or nothing is known of them. */
export function backendHint(
  number: Bound,
  around: RelatedObjects,
  files: Files,
): { readonly label: string; readonly tooltip: string } | undefined {
  const port = servicePortAt(around, number.path);
  const serving = servingObjects(around);
  if (!port || !serving) return undefined;
  const backends = backendsOf(port, endpointPorts(serving));
  if (backends.length === 0) {
    if (!isUnserved(port, around)) return undefined;
    return { label: 'no backend', tooltip: 'No endpoint port has the same name and protocol.' };
  }
  const numbers = [...new Set(backends.map((each) => String(each.port.number ?? '?')))];
  const label = `→ ${numbers.slice(0, mostNumbers).join(', ')}${numbers.length > mostNumbers ? ', …' : ''}`;
  const objects = backends.map(
    ({ entry, port: behind }) =>
      `port ${behind.number ?? '?'} of ${entry.facts.kind} ${shownName(entry)} in ${shownPlace(entry.uri, files, around.entry.uri)}`,
  );
  const [first = '', ...others] = new Set(objects);
  const tooltip = `Served by ${first}${others.length > 0 ? ` and ${others.length} more` : ''}.`;
  return { label, tooltip };
}
