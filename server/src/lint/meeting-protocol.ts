/** Subsets that are the same but for a protocol that one leaves to its default: to the server they differ. */
import type { Steps } from '../analysis/apply/field-set.ts';
import { compareJson, isList, isObject, memberOf } from '../analysis/apply/json.ts';
import type { Json, JsonObject } from '../analysis/apply/json.ts';
import { otherObject } from '../analysis/apply/meetings.ts';
import type { Meeting } from '../analysis/apply/meetings.ts';
import { stored } from '../analysis/apply/stored.ts';
import { isSubsets } from './applies.ts';

/** True where the conflict on `subsets` goes away, as far as can be told, once `protocol` is written. */
export function isForProtocol(meeting: Meeting): boolean {
  const { by, fields, isMutual, all } = meeting;
  const other = otherObject(meeting);
  if (!fields.some(isSubsets) || !isObject(other)) return false;
  const { config } = by.applied;
  return fitsOn(config, other, all.minor) && (!isMutual || fitsOn(other, config, all.minor));
}

/** True where the subsets may be what the server keeps of the other, but for protocols. */
function fitsOn(config: JsonObject, other: JsonObject, minor: number): boolean {
  const subsets = withProtocols(memberOf(config, 'subsets'));
  const live = memberOf(stored(other, minor), 'subsets');
  return subsets !== undefined && live !== undefined && compareJson(subsets, live) !== 'different';
}

/** The fields of the conflict that are not settled by writing `protocol`. */
export function openFields(meeting: Meeting): readonly Steps[] {
  return isForProtocol(meeting) ? meeting.fields.filter((steps) => !isSubsets(steps)) : meeting.fields;
}

function withProtocols(subsets: Json | undefined): Json | undefined {
  if (!isList(subsets)) return subsets;
  return subsets.map((subset) => {
    const ports = memberOf(subset, 'ports');
    return isObject(subset) && isList(ports) ? { ...subset, ports: ports.map(withProtocol) } : subset;
  });
}

function withProtocol(port: Json): Json {
  return isObject(port) ? { ...port, protocol: memberOf(port, 'protocol') || 'TCP' } : port;
}
