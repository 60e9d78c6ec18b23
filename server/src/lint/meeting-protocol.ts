/** Finds conflicting lists that differ only in defaults which one side leaves to the API server, such as `protocol`. */
import type { Steps } from '../analysis/apply/field-set.ts';
import { compareJson, isList, isObject, memberOf, type Json, type JsonObject } from '../analysis/apply/json-value.ts';
import { otherObject, type Meeting } from '../analysis/apply/meetings.ts';
import { kindOf } from '../analysis/apply/shape.ts';
import { stored } from '../analysis/apply/stored.ts';
import { fieldPathText } from '../analysis/apply/apply-words.ts';
import { isWholeList } from './applies.ts';

/** The lists whose conflict disappears, as far as known, once the defaults are written out. */
export function settledFields(meeting: Meeting): readonly Steps[] {
  const { by, fields, isMutual, all } = meeting;
  const other = otherObject(meeting);
  if (!isObject(other)) return [];
  const { config } = by.applied;
  return fields.filter((steps) => {
    if (!isWholeList(steps)) return false;
    const name = fieldPathText(steps);
    return fitsOn(config, other, name, all.minor) && (!isMutual || fitsOn(other, config, name, all.minor));
  });
}

/** The other fields of the conflict. */
export function openFields(meeting: Meeting): readonly Steps[] {
  const settled = settledFields(meeting);
  return meeting.fields.filter((steps) => !settled.includes(steps));
}

/** True where the list may equal the list that the API server stores for the other side, apart from defaults. */
function fitsOn(config: JsonObject, other: JsonObject, name: string, minor: number): boolean {
  const list = memberOf(filled(config), name);
  const live = memberOf(stored(other, minor), name);
  return list !== undefined && live !== undefined && compareJson(list, live) !== 'different';
}

function filled(config: JsonObject): JsonObject {
  if (kindOf(config) === 'Endpoints') {
    const inPort = (port: JsonObject) => ({ ...port, protocol: memberOf(port, 'protocol') || 'TCP' });
    return withItems(config, 'subsets', (subset) => withItems(subset, 'ports', inPort));
  }
  // In a slice, an empty protocol is an error, not the default.
  const inPort = (port: JsonObject) => withDefault(withDefault(port, 'name', ''), 'protocol', 'TCP');
  const withPorts = withItems(config, 'ports', inPort);
  return withItems(withPorts, 'endpoints', (endpoint) => withDefault(endpoint, 'conditions', {}));
}

function withItems(owner: JsonObject, name: string, change: (item: JsonObject) => JsonObject): JsonObject {
  const list = memberOf(owner, name);
  return isList(list) ? { ...owner, [name]: list.map((item) => (isObject(item) ? change(item) : item)) } : owner;
}

function withDefault(owner: JsonObject, name: string, value: Json): JsonObject {
  return { ...owner, [name]: memberOf(owner, name) ?? value };
}
